"""Executes the notebooks of examples/python, and checks that each shows its plots. With CAROM_PICTURES=FOLDER their pictures are kept.

    notebooks_test.py [PROGRAM]
"""

import base64
import os
import sys
import unittest
from pathlib import Path

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples" / "python"
PLOTS = {"hard_disc_gas": 1, "what_stepping_misses": 2, "planetary_ring": 2}


class Notebooks(unittest.TestCase):
    def test_all_are_known(self):
        self.assertEqual({file.stem for file in EXAMPLES.glob("*.ipynb")}, set(PLOTS))

    def test_run(self):
        for name, plots in PLOTS.items():
            with self.subTest(name):
                notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
                NotebookClient(notebook, timeout=250, kernel_name="python3").execute()
                outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
                pictures = [output["data"] for output in outputs if output["output_type"] in ("display_data", "execute_result")]
                pngs = [data["image/png"] for data in pictures if "image/png" in data]
                self.assertEqual(len(pngs), plots, name)
                self.assertFalse([output for output in outputs if output["output_type"] == "error"])
                keep = os.environ.get("CAROM_PICTURES")
                if keep:
                    for k, png in enumerate(pngs):
                        (Path(keep) / f"{name}-{k}.png").write_bytes(base64.b64decode(png))
                    svgs = [data.get("image/svg+xml") or data.get("text/html") for data in pictures]
                    for k, svg in enumerate(filter(None, svgs)):
                        (Path(keep) / f"{name}-{k}.svg").write_text(svg)
                    text = "".join(output["text"] for output in outputs if output["output_type"] == "stream")
                    print(f"{name}:\n{text}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
