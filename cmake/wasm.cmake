# Toolchain: Debian's clang, wasi-libc and libc++ for WebAssembly. Emscripten's libc++ in Debian lacks most of C++20.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_AR ar CACHE FILEPATH "")
set(CMAKE_RANLIB ranlib CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# clang would rather have the target called wasm32-wasip1, but Debian's wasi-libc stands in folders of the old name.
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -fno-rtti -Wno-deprecated")
# A reactor is a library: it has no main, its functions are called. 1 MiB of stack because the exact level keeps its
# numbers there, and the default of 64 KiB would overflow into the data; with --stack-first an overflow traps.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -Wl,-z,stack-size=1048576 -Wl,--stack-first")
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)

# Nothing of the machine that builds is of use to a WebAssembly module.
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
