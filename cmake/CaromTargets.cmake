# What every target of the project has in common.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  # -O2, not CMake's -O3: the kernels are branches and short expressions, which -O3 makes larger, not faster. The batch
  # files, which need the vectoriser, ask for -O3 themselves (src/CMakeLists.txt).
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  find_program(CAROM_CCACHE ccache)
  if(CAROM_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # So that another clone of the project, and files with a precompiled header, are found in the cache too.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CAROM_CCACHE})
  endif()
endif()

# The floating-point contract, for the library and for each target that includes its headers: they hold inline floating point,
# and a product contracted into an fma there would give other bits than the library's. What no flag can undo
# (-ffast-math given by a consumer) is refused by carom/math/floating_point.hpp.
add_library(carom_contract INTERFACE)
add_library(carom::contract ALIAS carom_contract)
set_target_properties(carom_contract PROPERTIES EXPORT_NAME contract)
target_compile_features(carom_contract INTERFACE cxx_std_20)
target_compile_options(carom_contract INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)

# Warnings are errors in the presets (CMAKE_COMPILE_WARNING_AS_ERROR), never for consumers.
set(CAROM_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wcast-align
                   -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wundef
                   # | and & between booleans are how the kernels avoid a branch.
                   $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical>)

# carom_target(<target> [<dependency>…]): warnings, the contract and the project's include folders for one target.
function(carom_target target)
  target_compile_options(${target} PRIVATE ${CAROM_WARNINGS})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE ${ARGN})
endfunction()

# For builds whose findings matter and whose speed does not (the sanitizers): the library's files are compiled a folder at a time,
# and what they include is read once. Elsewhere both would hide an include that is missing.
option(CAROM_QUICK_BUILD "Build the library in less time, with less optimization" OFF)

# carom_join(<source>…): the sources of a folder are compiled as one file, where their target has UNITY_BUILD. What each of them
# includes is then read once, and templates are instantiated once.
function(carom_join)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# carom_precompile(<target> <header>…): with CAROM_QUICK_BUILD, joins a target's files and reads these headers once for all.
function(carom_precompile target)
  if(CAROM_QUICK_BUILD)
    get_target_property(sources ${target} SOURCES)
    carom_join(${sources})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_precompile_headers(${target} PRIVATE ${ARGN} <algorithm> <array> <bit> <cmath> <cstdint> <functional> <limits>
                              <map> <memory> <optional> <set> <span> <string> <tuple> <unordered_map> <variant> <vector>)
  endif()
endfunction()

# carom_for_shared(<target>): its objects stand in the static and in the shared library. Calls between them stay direct in a
# program; inside the shared library no function of ours can be replaced by another.
function(carom_for_shared target)
  if(CAROM_BUILD_WASM)
    return()
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
endfunction()
