include(GoogleTest)

# For the tests' own files, after all other flags: most of a build goes into compiling them.
set(CAROM_TEST_FLAGS "" CACHE STRING "Further flags for the tests")
# Under the sanitizers it takes longer to start a process than to run most tests.
set(CAROM_TEST_SHARDS 0 CACHE STRING "In how many parts ctest runs a test program; 0: each of its tests alone")

# What most tests include takes the compiler four seconds a file, so it reads it once. Tests and the oracle only: a
# precompiled header hides an include that is missing, which the library's own files must not.
add_library(carom_test_headers OBJECT ${PROJECT_SOURCE_DIR}/tests/precompiled.cpp)
carom_target(carom_test_headers carom rapidcheck GTest::gtest Boost::headers)
target_compile_options(carom_test_headers PRIVATE ${CAROM_TEST_FLAGS})
target_compile_definitions(carom_test_headers PUBLIC CAROM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_precompile_headers(carom_test_headers PRIVATE <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>
                          <boost/multiprecision/cpp_bin_float.hpp> <boost/multiprecision/gmp.hpp>)
if(CAROM_QUICK_BUILD) # not elsewhere: gcc gains nothing by it, and a change of a world builds all tests again
  target_precompile_headers(carom_test_headers PRIVATE <carom/world/world.hpp>)
endif()

# carom_test_target(<target> [<dependency>…]): carom_target for a target that is part of the tests.
function(carom_test_target target)
  carom_target(${target} ${ARGN} rapidcheck GTest::gtest Boost::headers)
  # gcc 12 sees overruns inside std::string that are not there, and tells them once a precompiled header hides that it is
  # a system header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow>
                                           ${CAROM_TEST_FLAGS})
  target_compile_definitions(${target} PRIVATE CAROM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_precompile_headers(${target} REUSE_FROM carom_test_headers)
endfunction()

# Three seconds a file apart, half a second together. What is changed often can be built apart: -DCAROM_JOIN_TESTS=OFF.
option(CAROM_JOIN_TESTS "Compile the tests of a folder as one file" ON)

# carom_add_tests(<name> SOURCES <file>… LIBRARIES <target>… LABEL <label>)
# One GoogleTest + rapidcheck executable. Each of its tests is a ctest test of its own with the label given, or every so
# many together are one (CAROM_TEST_SHARDS); a test with "Slow" in its name has the label slow instead, and is left out of
# the sanitizer runs.
function(carom_add_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  if(CAROM_JOIN_TESTS)
    carom_join(${arg_SOURCES})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
  carom_test_target(${name} ${arg_LIBRARIES} GTest::gtest_main)
  if(CAROM_TEST_SHARDS)
    math(EXPR last "${CAROM_TEST_SHARDS} - 1")
    foreach(shard RANGE ${last})
      add_test(NAME ${name}.part_${shard} COMMAND ${name} --gtest_brief=1 --gtest_filter=-*Slow*)
      set_tests_properties(${name}.part_${shard} PROPERTIES
          LABELS ${arg_LABEL} ENVIRONMENT "GTEST_TOTAL_SHARDS=${CAROM_TEST_SHARDS};GTEST_SHARD_INDEX=${shard}")
    endforeach()
  else()
    gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER -*Slow* TEST_LIST ${name}_quick
                         DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${arg_LABEL})
  endif()
  # The longest first, so that none is waited for at the end.
  gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER *Slow* TEST_LIST ${name}_slow
                       DISCOVERY_MODE PRE_TEST PROPERTIES LABELS slow COST 30)
endfunction()
