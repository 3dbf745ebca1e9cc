#include "core/runs/live_params.h"

#include "tests/core/runs/coding_case.h"

namespace attn::test {
namespace {

class LiveParams : public CodingTest {};

// Whatever a parameter is: the trainer's own record decides whether it may move. A run under parameters that may must
// stand on the same weights as one that always had them.
TEST_P(LiveParams, MayMoveWhereTheRunBeginsAlike) {
  for (const ParamSpec& spec : chosen_->discretizer_params.specs()) {
    Params moved = chosen_->discretizer_params;
    const Status set = spec.kind == ParamKind::kChoice ? moved.set_choice(spec.id, spec.choices.back().value)
                       : spec.kind == ParamKind::kFlag ? moved.set_flag(spec.id, !moved.flag(spec.id))
                                                       : moved.set_number(spec.id, spec.id == "blocks" ? 1 : spec.max);
    ASSERT_TRUE(set.ok()) << spec.id;
    attn::Run other = trainer_->run();
    other.discretization.params = &moved;
    Parameters now(3), then(3);
    ASSERT_TRUE(draw_parameters(trainer_->run(), &now).ok());
    ASSERT_TRUE(draw_parameters(other, &then).ok());
    bool same = now.all().size() == then.all().size();
    for (size_t i = 0; same && i < now.all().size(); ++i)
      same = now.all()[i]->name == then.all()[i]->name && *now.all()[i]->values == *then.all()[i]->values &&
             now.all()[i]->learned == then.all()[i]->learned;
    EXPECT_EQ(begins_alike(trainer_->run(), moved).ok(), same) << spec.id;
    if (spec.id == "bits") {
      EXPECT_FALSE(same);
    }
    if (spec.id == "beta" || spec.id == "decay" || spec.id == "revive") {
      EXPECT_TRUE(same) << spec.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, LiveParams, every_discretizer(), discretizer_name);

}  // namespace
}  // namespace attn::test
