#include "strength/versions/change_relations.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "parser/command_text.h"
#include "strength/versions/projection.h"

namespace aunit::strength::versions {

using comparison::Formulas;
using comparison::Relation;
using comparison::RelationResult;
using comparison::Relations;
using namespace model;

namespace {

// Time limit for a comparison in `Scopes::larger`, as a share of the usual limit.
constexpr double shareForLarger = 0.25;

}  // namespace

ChangeRelations::ChangeRelations(const Versions& versions, Frame& frame, const Scopes& scopes,
                                 const ChangedConstraints& constraints, Witnesses& witnesses, const CompareOptions& options)
    : versions_(versions), frame_(frame), scopes_(scopes), constraints_(constraints), witnesses_(witnesses), options_(options) {
  addStrings();
}

/// Adds the string literals that a version mentions, so that all comparisons have them. If a version mentions `String`, also adds
/// one string that no version mentions.
void ChangeRelations::addStrings() {
  std::set<std::string> literals;
  bool any = false;
  for (const Model* model : {&versions_.older, &versions_.newer}) {
    for (ExprId id = 0; id < model->exprCount(); ++id) {
      const model::Expr& node = model->expr(id);
      if (node.op == Op::stringAtom) literals.insert(model->strings()[node.payload]);
      any = any || (node.op == Op::sig && node.payload == model::builtin::string);
    }
  }
  const auto add = [&](const std::string& literal) {
    strings_.literals.push_back(literal);
    strings_.formulas.push_back(someString(frame_.extension().nodes(), literal));
  };
  for (const std::string& literal : literals) add(literal);
  if (!any) return;
  std::string other = "\"other\"";
  while (literals.contains(other)) other.insert(1, "an");
  add(other);
  // If no instance can have the additional string, for example because of a fact, leaves the string out.
  if (relations().hasInstance()) return;
  strings_.literals.pop_back();
  strings_.formulas.pop_back();
  relations_.reset();
}

Relations& ChangeRelations::relationsIn(std::unique_ptr<Relations>& known, const model::Scope& scope, double share) {
  if (!known) {
    comparison::RelationOptions how{.scope = frame_.scopeFor(scope),
                                    .proof = options_.proof,
                                    .also = strings_.formulas,
                                    .refute = options_.proofs && &known == &relations_};
    how.proof.limits.seconds *= share;
    known = std::make_unique<Relations>(frame_.extension(), how);
  }
  return *known;
}

bool ChangeRelations::isLate(Change& change) const {
  if (!options_.proof.whole.exhausted()) return false;
  change.why = notInTime;
  return true;
}

void ChangeRelations::relate(Change& change, Formulas formulas, const Subject& subject) {
  if (isLate(change)) return;
  formulas.besideFirst = change.kind == Change::Kind::function ? constraints_.newer : constraints_.older;
  formulas.besideSecond = constraints_.newer;
  RelationResult related = relations().relate(formulas);
  if (related.byFirst) witnesses_.add(change, *related.byFirst, Witness::AcceptedBy::older, formulas, subject, relations());
  if (related.bySecond) witnesses_.add(change, *related.bySecond, Witness::AcceptedBy::newer, formulas, subject, relations());
  if (scopes_.larger && (related.noneByFirst || related.noneBySecond)) relateInLarger(change, related, formulas, subject);
  change.relation = comparison::relationOf(related);
  change.why = related.why;
  if (change.relation == Relation::unknown && isLate(change)) return;
  if (change.relation == Relation::same) change.allScopes = std::move(related.allScopes);
  keepProofs(change, related);
}

void keepProofs(Change& change, RelationResult& related) {
  if (related.refutedByFirst && !related.byFirst)
    change.proofs.push_back({Witness::AcceptedBy::older, std::move(*related.refutedByFirst)});
  if (related.refutedBySecond && !related.bySecond && change.kind != Change::Kind::function)
    change.proofs.push_back({Witness::AcceptedBy::newer, std::move(*related.refutedBySecond)});
  if (!related.unchecked.empty()) change.notes.push_back(related.unchecked);
}

/// Compares in the scope `Scopes::larger` as well. If the usual scope has no instance that only the older version accepts, looks
/// for such an instance in the larger scope. Likewise for instances that only the newer version accepts.
void ChangeRelations::relateInLarger(Change& change, RelationResult& related, Formulas formulas, const Subject& subject) {
  formulas.byFirst = related.noneByFirst;
  formulas.bySecond = related.noneBySecond;
  Relations& larger = relationsIn(larger_, *scopes_.larger, shareForLarger);
  RelationResult more = larger.relate(formulas);
  if (more.byFirst) witnesses_.add(change, *more.byFirst, Witness::AcceptedBy::older, formulas, subject, larger);
  if (more.bySecond) witnesses_.add(change, *more.bySecond, Witness::AcceptedBy::newer, formulas, subject, larger);
  if ((formulas.byFirst && !more.byFirst && !more.noneByFirst) || (formulas.bySecond && !more.bySecond && !more.noneBySecond))
    change.notes.push_back(fmt::format("decided within scope {}, but not in the scope of the commands",
                                       parser::scopeText(versions_.newer, scopes_.usual)));
  if (more.byFirst) related.byFirst = std::move(more.byFirst);
  if (more.bySecond) related.bySecond = std::move(more.bySecond);
}

}  // namespace aunit::strength::versions
