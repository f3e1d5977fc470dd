# carom_add_tests(<name> SOURCES <file>… LIBRARIES <target>… LABEL <label>)
# One GoogleTest + rapidcheck executable. Each of its tests is a ctest test of its own with the label given; a test with
# "Slow" in its name has the label slow instead, and is left out of the sanitizer runs.
function(carom_add_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  carom_target(${name} ${arg_LIBRARIES} rapidcheck GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE CAROM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  include(GoogleTest)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER -*Slow* TEST_LIST ${name}_quick
                       DISCOVERY_MODE PRE_TEST PROPERTIES LABELS ${arg_LABEL})
  gtest_discover_tests(${name} TEST_PREFIX ${name}. TEST_FILTER *Slow* TEST_LIST ${name}_slow
                       DISCOVERY_MODE PRE_TEST PROPERTIES LABELS slow)
endfunction()
