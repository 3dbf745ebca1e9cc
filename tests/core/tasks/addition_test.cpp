#include "tests/core/tasks/marked_checks.h"

namespace attn::test {
namespace {

const Marked kMarked = {"addition", -1, [](double a, double b) { return .5 + (a + b) / 4; }};

TEST(AdditionTask, IsMadeAsItsAuthorsMadeIt) { is_made_as_its_authors_made_it(kMarked); }
TEST(AdditionTask, SpreadsItsMarks) { spreads_its_marks(kMarked); }
TEST(AdditionTask, VariesItsLength) { varies_its_length(kMarked); }
TEST(AdditionTask, RepeatsAndHoldsOut) { repeats_and_holds_out(kMarked); }
TEST(AdditionTask, SaysWhatItTakes) { says_what_it_takes(kMarked); }

}  // namespace
}  // namespace attn::test
