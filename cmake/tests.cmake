# attn_tests: every tests/core/**/*_test.cpp in one executable, each test on its own under CTest.
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/core/*.cpp)
if(test_sources)
  add_executable(attn_tests ${test_sources})
  # -O1: compiling them takes longer than running them. The core that they test is the one with full optimization.
  target_compile_options(attn_tests PRIVATE -Wall -Wextra -O1)
  target_precompile_headers(attn_tests PRIVATE <gtest/gtest.h>) # a third of the time of most tests
  target_link_libraries(attn_tests PRIVATE attn_core GTest::gtest_main)
  # PRE_TEST lists the tests when ctest runs, so a build needs not start the executable.
  # 600 s: the slowest single test stays far below; a hang still ends within a test run.
  gtest_discover_tests(attn_tests DISCOVERY_MODE PRE_TEST
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTIES TIMEOUT 600)
endif()
