// The largest errors that oracles have met, written down for docs/guide/accuracy.md.
#ifndef TESTS_CORE_VARIANTS_ORACLE_ERRORS_H_
#define TESTS_CORE_VARIANTS_ORACLE_ERRORS_H_

namespace attn::test {

// One cell compared with its oracle. Which mechanism it is of follows from the name of the test's file, <id>_test.cpp.
// Where the environment variable ATTN_ORACLE_ERRORS names a file, each process adds lines to it when its tests are
// over:
//   id <tab> cells compared <tab> largest error <tab> largest error relative to 1 + |the oracle's value|
// Lines of one mechanism are to be added up: every test may have run in a process of its own.
void record_error(double got, double wanted);

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_ORACLE_ERRORS_H_
