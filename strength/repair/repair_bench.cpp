#include "strength/repair/repair_bench.h"

namespace aunit::strength {

using model::ExprId;

namespace {

// Number of times that synthesis unrolls the loop of a trace. Nested past operators need more than one.
constexpr std::uint32_t unrolledLoops = 3;
// The first round of the search for a repair uses at most this many valuations on which the body must hold, and as many on which
// it must fail. Valuations on which a candidate is wrong are added later.
constexpr std::size_t tellingOfAKind = 48;

bool isTemporal(const model::Model& model) {
  if (model.hasMutable()) return true;
  for (ExprId id = 0; id < model.exprCount(); ++id)
    if (model.expr(id).temporal) return true;
  return false;
}

}  // namespace

RepairBench::RepairBench(const model::Model& model, Demands demands, synthesis::Subject subject, model::Semantics semantics)
    : demands_(std::move(demands)), subject_(subject) {
  pool_ = std::make_unique<synthesis::Pool>(model, demands_.pointers(), isTemporal(model) ? unrolledLoops : 0);
  batch_ = std::make_unique<synthesis::BatchEvaluator>(model, *pool_, semantics);
  task_ = std::make_unique<synthesis::Task>(model, *batch_, subject, demands_.demands());
  batch_->setMark();
}

std::vector<std::uint32_t> RepairBench::telling() const {
  std::vector<std::uint32_t> chosen;
  std::vector<char> taken(pool_->size(), 0);
  const synthesis::Frame& rows = batch_->frame(task_->base());
  std::size_t counts[2] = {0, 0};
  for (std::uint32_t r = 0; r < rows.rows; ++r) {
    const bool holds = task_->wanted().holds.bit(r), fails = task_->wanted().fails.bit(r);
    if ((!holds && !fails) || taken[rows.caseOf[r]] || counts[holds]++ >= tellingOfAKind) continue;
    taken[rows.caseOf[r]] = 1;
    chosen.push_back(rows.caseOf[r]);
  }
  return chosen;
}

std::optional<std::uint32_t> RepairBench::missedBy(model::Overlay& overlay) {
  const synthesis::Column value = batch_->value(overlay.now(subject_.body), task_->base());
  batch_->rollback();
  const synthesis::TargetValues& wanted = task_->wanted();
  const synthesis::Frame& rows = batch_->frame(task_->base());
  for (std::uint32_t r = 0; r < rows.rows; ++r)
    if (value.bit(r) ? wanted.fails.bit(r) : wanted.holds.bit(r)) return rows.caseOf[r];
  if (task_->isExact()) return std::nullopt;
  const auto missed = task_->missedBy(value);
  return missed.empty() ? std::nullopt : std::optional(missed.front());
}

}  // namespace aunit::strength
