#!/usr/bin/python3
"""Makes the Python package from a build of the library: the folder carom/, and a wheel in dist/.

    make_package.py LIBCAROM.SO OUTPUT_FOLDER

Offline, with Debian's python3-cffi. The wheel holds the library and what it needs beside the C and C++ runtime (oneTBB, fmt), so
that nothing else has to be installed; it is the same, byte for byte, for the same files.
"""

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADER = ROOT / "bindings" / "c" / "include" / "carom" / "carom.h"
BUNDLED = ("libtbb.so", "libfmt.so")


def declarations():
    """What cffi reads: the header without comments, preprocessor and C++."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    return text.replace("CAROM_API ", "")


def version():
    return re.search(r"project\(carom VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def libraries(library):
    """The library under its SONAME, and those that go with it."""
    listing = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    soname = re.search(r"SONAME.*\[(.*)\]", subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout)[1]
    yield soname, Path(library)
    for name, path in re.findall(r"^\s*(\S+) => (\S+)", listing, flags=re.MULTILINE):
        if name.startswith(BUNDLED):
            yield name, Path(path)


def make_folder(library, output):
    package = output / "carom"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(HERE / "carom", package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, path in libraries(library):
        shutil.copyfile(path, package / name)
        (package / name).chmod(0o755)
    ffi = FFI()
    ffi.cdef(declarations())
    ffi.set_source("carom._cffi", None)
    ffi.emit_python_code(str(package / "_cffi.py"))
    return package


METADATA = """Metadata-Version: 2.1
Name: carom
Version: {version}
Summary: Exact time of impact in the plane, and what happens next
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.24
Requires-Dist: cffi>=1.15
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering :: Physics
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """Wheel-Version: 1.0
Generator: carom
Root-Is-Purelib: false
Tag: {tag}
"""


def make_wheel(package, output):
    machine = subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout.strip()
    tag = f"py3-none-linux_{machine}"
    number = version()
    info = f"carom-{number}.dist-info"
    files = {f"carom/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.is_file()}
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    files[f"{info}/METADATA"] = METADATA.format(version=number, readme=readme).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    (output / "dist").mkdir(parents=True, exist_ok=True)
    wheel = output / "dist" / f"carom-{number}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if ".so" in name else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return wheel


def main(library, output):
    output = Path(output)
    output.mkdir(parents=True, exist_ok=True)
    package = make_folder(library, output)
    wheel = make_wheel(package, output)
    print(f"{wheel.relative_to(output)}: {wheel.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
