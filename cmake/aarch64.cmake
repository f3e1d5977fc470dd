# Toolchain: Debian's cross compiler for 64-bit ARM. What it builds runs here in qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Notes about how older compilers passed arguments are of no use: everything is built by one.
set(CMAKE_CXX_FLAGS_INIT "-Wno-psabi")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
