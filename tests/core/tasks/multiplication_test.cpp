#include "tests/core/tasks/marked_checks.h"

namespace attn::test {
namespace {

const Marked kMarked = {"multiplication", 0, [](double a, double b) { return a * b; }};

TEST(MultiplicationTask, IsMadeAsItsAuthorsMadeIt) { is_made_as_its_authors_made_it(kMarked); }
TEST(MultiplicationTask, SpreadsItsMarks) { spreads_its_marks(kMarked); }
TEST(MultiplicationTask, VariesItsLength) { varies_its_length(kMarked); }
TEST(MultiplicationTask, RepeatsAndHoldsOut) { repeats_and_holds_out(kMarked); }
TEST(MultiplicationTask, SaysWhatItTakes) { says_what_it_takes(kMarked); }

}  // namespace
}  // namespace attn::test
