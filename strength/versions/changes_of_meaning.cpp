#include "strength/versions/changes_of_meaning.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "parser/command_text.h"
#include "solver/entailment/logic.h"
#include "strength/versions/change_relations.h"
#include "strength/versions/changed_constraints.h"
#include "strength/versions/command_changes.h"
#include "strength/versions/frame.h"
#include "strength/versions/gates.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pairs.h"
#include "strength/versions/paragraph_change.h"
#include "strength/versions/parameters.h"
#include "strength/versions/projection.h"
#include "strength/versions/scopes_of_versions.h"
#include "strength/versions/united.h"
#include "strength/versions/witnesses.h"

namespace aunit::strength::versions {

using comparison::Relation;
using comparison::RelationResult;
using namespace model;

namespace {

// Time limit, in seconds, for comparing the models with one matching. These comparisons decide which matching is the best.
constexpr double secondsForMatching = 1;
constexpr int scopeForMatching = 2;  // instances are counted in this scope to choose a matching

/// Compares the meanings of two versions of a model. The order of the data members matters: earlier ones initialise later ones.
class ModelComparison {
 public:
  ModelComparison(const parser::Loaded& older, const parser::Loaded& newer, const Matching& matching,
                  const CompareOptions& options)
      : olderFile_(older),
        newerFile_(newer),
        matching_(matching),
        options_(options),
        versions_(*older.model, *newer.model, matching),
        corresponding_(comparison::correspondence(versions_.older, versions_.newer, matching.renamings, comparison::Kinds::any)),
        pairs_(pairsOf(versions_.older, versions_.newer, corresponding_, matching.renamings)),
        frame_(versions_.older, versions_.newer, corresponding_, sameFacts()),
        scopes_(withTuples(scopesOf(versions_.older, versions_.newer, corresponding_, options.scope), versions_.newer,
                           matching.tuples)),
        witnesses_(versions_, frame_, options_.proof),
        constraints_(changedConstraintsOf(versions_, frame_, pairs_.facts)),
        relations_(versions_, frame_, scopes_, constraints_, witnesses_, options_) {}

  Comparison result() {
    comparison_.scope = parser::scopeText(versions_.newer, scopes_.usual);
    if (scopes_.larger) comparison_.larger = parser::scopeText(versions_.newer, *scopes_.larger);
    if (!options_.paragraphs) {
      model();
      if (options_.commands) commands();
      return std::move(comparison_);
    }
    signatures();
    facts();
    functions();
    assertions();
    tests();
    model();
    if (options_.commands) commands();
    return std::move(comparison_);
  }

 private:
  /// Returns, for each fact of the newer model, the fact of the older model that is equal to it; noId if there is none. Assumes
  /// that each fact of a library is equal to the fact with the same index in the older model.
  std::vector<std::uint32_t> sameFacts() {
    model::KeyComparison alike(versions_.older, versions_.newer, corresponding_);
    std::vector<std::uint32_t> same(versions_.newer.facts().size(), noId);
    for (std::uint32_t i = 0; i < same.size(); ++i)
      if (!isOwn(versions_.newer, versions_.newer.facts()[i].module)) same[i] = i;
    for (const Pair& pair : pairs_.facts)
      if (pair.older != noId && pair.newer != noId &&
          alike.expressions(versions_.older.facts()[pair.older].body, versions_.newer.facts()[pair.newer].body))
        same[pair.newer] = pair.older;
    return same;
  }

  /// Whether the matching added the signature to one of the models.
  bool isAddedSig(SigId older, SigId newer) const {
    return (older != noId && older >= versions_.plainOlder.sigs().size()) ||
           (newer != noId && newer >= versions_.plainNewer.sigs().size());
  }
  bool isAdded(const Pair& fact) const {
    return fact.newer != noId ? fact.newer >= versions_.plainNewer.facts().size()
                              : fact.older >= versions_.plainOlder.facts().size();
  }

  /// Adds a change to the result. If a comment beside the changed paragraph permits the change, notes this.
  void keep(Change change) {
    if (const auto allowance = allowanceBeside(newerFile_.sources, change.newer)) {
      change.allows = allowance->gate;
      change.allowed = allowance->reason;
    }
    comparison_.changes.push_back(std::move(change));
  }

  void signatures() {
    std::size_t own = 0;
    for (SigId id = model::builtin::count; id < versions_.plainNewer.sigs().size(); ++id)
      own += isOwn(versions_.newer, versions_.newer.sig(id).module) && !versions_.newer.sig(id).isMeta;
    for (const Frame::Declaration& declaration : frame_.declarations()) {
      Change change =
          begun(Change::Kind::signature, declaration.older == noId ? nullptr : &versions_.older.sig(declaration.older),
                declaration.newer == noId ? nullptr : &versions_.newer.sig(declaration.newer));
      change.name = declaration.name;
      if (declaration.newer != noId && declaration.newer < versions_.plainNewer.sigs().size() && own > 0) --own;
      if (isAddedSig(declaration.older, declaration.newer)) continue;
      if (change.why.empty() && !declaration.said.missing.empty())
        change.why = declaration.said.missing + " has changed";
      else if (change.why.empty())
        relations_.relate(change, {.first = frame_.all(declaration.said.older), .second = frame_.all(declaration.said.newer)});
      sayRenamed(change, declaration.older, declaration.newer);
      if (change.relation == Relation::same)
        for (const std::string& part : frame_.onlyNewer())
          if (part.starts_with("field " + declaration.name + ".")) change.notes.push_back(part + " is new");
      keep(std::move(change));
    }
    // Adds changes for renamed signatures with declarations that are otherwise unchanged.
    for (SigId older = model::builtin::count; older < corresponding_.sigs.size(); ++older) {
      const SigId newer = corresponding_.sigs[older];
      if (newer == noId || isAddedSig(older, newer) ||
          std::ranges::find(frame_.declarations(), newer, &Frame::Declaration::newer) != frame_.declarations().end())
        continue;
      Change change = begun(Change::Kind::signature, &versions_.older.sig(older), &versions_.newer.sig(newer));
      sayRenamed(change, older, newer);
      if (change.formerName.empty() && change.notes.empty()) continue;
      change.relation = Relation::same;
      --own;
      keep(std::move(change));
    }
    comparison_.unchanged += own;
  }

  /// Adds a note to the change for each renamed field of the signature.
  void sayRenamed(Change& change, SigId older, SigId newer) const {
    if (older == noId || newer == noId) return;
    for (const model::FieldId id : versions_.older.sig(older).fields) {
      const model::FieldId now = corresponding_.fields[id];
      if (now != noId && versions_.older.field(id).name != versions_.newer.field(now).name)
        change.notes.push_back(fmt::format("the former name of the field `{}` is `{}`", versions_.newer.field(now).name,
                                           versions_.older.field(id).name));
    }
  }

  /// Called for a paragraph that has the same meaning in both versions. Counts it as unchanged, or adds a change if it was
  /// renamed.
  void passOver(Change change, const auto& before, const auto& after) {
    if (isUnchanged(before, after)) {
      ++comparison_.unchanged;
      return;
    }
    change.why.clear();
    change.relation = Relation::same;
    keep(std::move(change));
  }

  /// Whether both paragraphs have the same name, or both have none.
  bool isUnchanged(const auto& before, const auto& after) const {
    return nameOf(before) == nameOf(after) ||
           (nameOf(before).find('$') != std::string::npos && nameOf(after).find('$') != std::string::npos);
  }

  void facts() {
    for (std::size_t i = 0; i < pairs_.facts.size(); ++i) {
      const Pair& pair = pairs_.facts[i];
      if (isAdded(pair)) continue;
      const model::Fact* before = pair.older == noId ? nullptr : &versions_.older.facts()[pair.older];
      const model::Fact* after = pair.newer == noId ? nullptr : &versions_.newer.facts()[pair.newer];
      Change change = begun(Change::Kind::fact, before, after);
      if (const auto& said = constraints_.facts[i]; !said) {
        passOver(std::move(change), *before, *after);
        continue;
      } else if (!said->why.empty()) {
        if (change.why.empty()) change.why = said->why;
      } else {
        change.why.clear();  // begun() sets `why` if a version lacks the fact; but here, `true` stands for the fact
        relations_.relate(change, {.first = said->older, .second = said->newer});
      }
      keep(std::move(change));
    }
  }

  void functions() {
    for (const Pair& pair : pairs_.functions) function(pair);
  }

  void function(const Pair& pair) {
    const model::Func* before = pair.older == noId ? nullptr : &versions_.older.func(pair.older);
    const model::Func* after = pair.newer == noId ? nullptr : &versions_.newer.func(pair.newer);
    Change change =
        begun((after ? after : before)->isPredicate ? Change::Kind::predicate : Change::Kind::function, before, after);
    if (before && after && frame_.alike().functions(pair.older, pair.newer)) return passOver(std::move(change), *before, *after);
    if (before && after) change.why = compareFunctions(change, *before, *after, {pair.newer});
    change.called = before && after && olderFile_.sources.text(before->span) == newerFile_.sources.text(after->span);
    keep(std::move(change));
  }

  static std::string columns(const model::Expr& value) {
    if (value.sort == model::Sort::integer) return "an integer";
    return fmt::format("{} column{}", static_cast<unsigned>(value.arity), value.arity == 1 ? "" : "s");
  }

  /// Compares two versions of a predicate or function. Returns why they cannot be compared; empty if they can.
  std::string compareFunctions(Change& change, const model::Func& before, const model::Func& after, const Subject& subject) {
    if (before.recursive || after.recursive) return "it calls itself";
    if (before.isPredicate != after.isPredicate)
      return "one version is a predicate and the other is a function, so they are not compared";
    if (before.body == noId || after.body == noId) return "it has no body";
    Parameters parameters(frame_, before, after);
    if (!parameters.why().empty()) return parameters.why();
    const auto copied = frame_.copier().expression(before.body);
    if (!copied) return frame_.copier().missing() + " has changed";
    if (!parameters.note().empty()) change.notes.push_back(parameters.note());
    if (after.isPredicate) {
      relations_.relate(change,
                        {.first = parameters.ofOlder(*copied),
                         .second = parameters.ofNewer(after.body),
                         .params = parameters.shared(),
                         .everyState = true},
                        parameters.areSame() ? subject : Subject());
      return change.why;
    }
    model::Nodes& nodes = frame_.extension().nodes();
    nodes.at({});
    const Model& model = frame_.extension().model();
    if (model.expr(*copied).arity != model.expr(after.body).arity || model.expr(*copied).sort != model.expr(after.body).sort)
      return fmt::format("the type of the function's value has changed from {} to {}", columns(model.expr(*copied)),
                         columns(model.expr(after.body)));
    const ExprId differ = solver::Logic(model, nodes, options_.proof.semantics).differ(*copied, after.body);
    relations_.relate(
        change,
        {.first = parameters.ofBoth(differ), .second = nodes.truth(false), .params = parameters.all(), .everyState = true},
        parameters.areSame() ? subject : Subject());
    if (change.relation == Relation::stronger) change.relation = Relation::neither;
    for (Witness& witness : change.witnesses) witness.by = Witness::AcceptedBy::neither;
    return change.why;
  }

  void assertions() {
    for (const Pair& pair : pairs_.assertions) {
      const model::Assertion* before = pair.older == noId ? nullptr : &versions_.older.assertions()[pair.older];
      const model::Assertion* after = pair.newer == noId ? nullptr : &versions_.newer.assertions()[pair.newer];
      Change change = begun(Change::Kind::assertion, before, after);
      if (before && after && frame_.alike().expressions(before->body, after->body)) {
        passOver(std::move(change), *before, *after);
        continue;
      }
      if (!before || !after) {
        change.expectationRemoved = before != nullptr;
      } else if (const auto copied = frame_.copier().expression(before->body)) {
        relations_.relate(change, {.first = *copied, .second = after->body});
      } else {
        change.why = frame_.copier().missing() + " has changed";
      }
      keep(std::move(change));
    }
  }

  /// Adds a change for each test in the model's own file that only one version has. Tests are identified by name.
  void tests() {
    const auto has = [](const std::vector<model::Test>& tests, const std::string& name) {
      return std::ranges::find(tests, name, &model::Test::name) != tests.end();
    };
    for (const model::Test& test : newerFile_.tests.tests)
      if (!test.continues && isOwn(versions_.newer, test.module) && !has(olderFile_.tests.tests, test.name))
        keep(begun<model::Test>(Change::Kind::test, nullptr, &test));
    for (const model::Test& test : olderFile_.tests.tests) {
      if (test.continues || !isOwn(versions_.older, test.module) || has(newerFile_.tests.tests, test.name)) continue;
      Change change = begun<model::Test>(Change::Kind::test, &test, nullptr);
      change.expectationRemoved = true;
      keep(std::move(change));
    }
  }

  /// Compares all facts and declarations together.
  void model() {
    if (!constraints_.any) return;
    Change change;
    change.kind = Change::Kind::model;
    change.name = versions_.newer.modules()[0].name;
    if (!hasParagraphs(versions_.newer) && hasParagraphs(versions_.older)) {
      change.standing = Change::Standing::removed;
      change.gone = true;
    } else if (!hasParagraphs(versions_.older) && hasParagraphs(versions_.newer)) {
      change.standing = Change::Standing::added;
    } else if (!frame_.onlyNewer().empty() || !frame_.onlyOlder().empty())
      project(change);
    else if (!constraints_.missing.empty())
      change.why = constraints_.missing;
    else
      relations_.relate(change, {.first = constraints_.older, .second = constraints_.newer});
    for (const Matching::Tuples& relation : matching_.tuples)
      if (tuplesOf(versions_.newer, relation, scopes_.usual.overall) > mostAtomsOfTuples)
        change.notes.push_back(
            fmt::format("compared with at most {} atoms of {}", mostAtomsOfTuples, versions_.newer.sig(relation.sig).name));
    if (options_.agreement) agree(change);
    keep(std::move(change));
  }

  /// Counts the instances that both versions accept, and those that only one version accepts. Counts nothing if the versions have
  /// the same meaning. If the instances cannot be counted, Agreement::why says why.
  void agree(Change& change) {
    Agreement& agreement = comparison_.agreement.emplace();
    if (change.relation == Relation::same) return;
    if (change.relation == Relation::unknown || change.relation == Relation::sameShared || !change.why.empty() ||
        !frame_.onlyNewer().empty() || !frame_.onlyOlder().empty()) {
      agreement.why = "the declarations of the models differ";
      return;
    }
    if (frame_.extension().model().hasMutable()) {
      agreement.why = "traces are not counted";
      return;
    }
    CountingQuestion counting;
    counting.formula = frame_.extension().nodes().list(Op::or_, {constraints_.older, constraints_.newer});
    counting.also = relations_.strings().formulas;
    counting.scope = [&](int atoms) {
      model::Scope scope = scopes_.usual;
      scope.overall = atoms;
      scope.sigs.clear();
      return frame_.scopeFor(withTuples(std::move(scope), versions_.newer, matching_.tuples));
    };
    counting.most = scopes_.usual.overall;
    counting.isPartial = options_.partly;
    counting.isOfOlder = [&](const model::Instance& instance) { return witnesses_.isAccepted(instance, true); };
    counting.isOfNewer = [&](const model::Instance& instance) { return witnesses_.isAccepted(instance, false); };
    counting.described = [&](const model::Instance& instance, bool ofOlder) {
      const Model& model = ofOlder ? versions_.plainOlder : versions_.plainNewer;
      const model::Instance seen = witnesses_.ofVersion(instance, ofOlder);
      std::vector<model::TupleSet> relations;
      for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
        if (!model.sig(id).isMeta) relations.push_back(seen.states[0].sigs[id]);
      for (model::FieldId id = 0; id < model.fields().size(); ++id)
        if (!model.field(id).isMeta) relations.push_back(seen.states[0].fields[id]);
      return relations;
    };
    agreement = agreementIn(frame_.extension().model(), counting, options_.proof);
    if (options_.paragraphs && agreement.onlyOlder + agreement.onlyNewer != 0) change.notes.push_back(inWords(agreement));
  }

  /// Compares versions that have different signatures or fields. Compares only the values of the signatures and fields that both
  /// have.
  void project(Change& change) {
    if (relations_.isLate(change)) return;
    const bool more = !frame_.onlyNewer().empty();
    const bool both = more && !frame_.onlyOlder().empty();
    comparison::Renamings former;
    for (const auto& [before, after] : matching_.renamings) former.emplace(after, before);
    auto corresponding =
        more ? corresponding_ : comparison::correspondence(versions_.newer, versions_.older, former, comparison::Kinds::any);
    std::vector<std::string> without = more ? frame_.onlyNewer() : frame_.onlyOlder();
    if (both) {
      const auto own = std::span(corresponding.sigs).subspan(model::builtin::count);
      if (std::ranges::all_of(own, [](SigId sig) { return sig == noId; })) {
        change.why = "the versions have no signature in common";
        return;
      }
      std::ranges::copy(frame_.onlyOlder(), std::back_inserter(without));
      std::ranges::move(comparison::leaveToVersions(versions_.older, versions_.newer, corresponding),
                        std::back_inserter(without));
    }
    leaveOutUnusedOrders(more ? versions_.older : versions_.newer, more ? versions_.newer : versions_.older, corresponding);
    model::Scope scope = scopes_.usual;
    scope.sigs.clear();
    Projection projection(more ? versions_.older : versions_.newer, more ? versions_.newer : versions_.older, corresponding,
                          scope, options_.proof, relations_.strings().literals, options_.proofs);
    RelationResult related = projection.relate();
    const auto add = [&](const comparison::DistinguishingInstance& found, bool first) {
      Witness witness;
      witness.by = first == more ? Witness::AcceptedBy::older : Witness::AcceptedBy::newer;
      const bool older = witness.by == Witness::AcceptedBy::older;
      witness.instance = witnesses_.asDeclared(found.instance, older);
      witness.fewest = found.fewest;
      if (auto near = projection.nearest(related, first)) witness.near = witnesses_.asDeclared(std::move(*near), older);
      if (witness.by == Witness::AcceptedBy::newer) witness.test = witnesses_.testOf(change, found, {});
      change.witnesses.push_back(std::move(witness));
    };
    for (const bool first : {more, !more})  // the witness that the older version accepts comes first
      if (const auto& found = first ? related.byFirst : related.bySecond) add(*found, first);
    if (!more) {
      std::swap(related.byFirst, related.bySecond);
      std::swap(related.noneByFirst, related.noneBySecond);
      std::swap(related.refutedByFirst, related.refutedBySecond);
    }
    change.relation = comparison::relationOf(related);
    if (change.relation == Relation::same) change.relation = Relation::sameShared;
    change.gone = !frame_.onlyOlder().empty();
    change.why = related.why;
    keepProofs(change, related);
    change.notes.push_back(fmt::format("compared without {}, which {}", model::inWords(without),
                                       both   ? "the versions do not share"
                                       : more ? "only the newer version declares"
                                              : "only the older version declares"));
    if (scopes_.larger)
      change.notes.push_back(
          fmt::format("compared in scope {} only, not in the larger scope of the commands", comparison_.scope));
  }

  void commands() {
    for (const Pair& pair : pairs_.commands)
      if (auto change = changeOfCommand(pair, versions_, frame_, constraints_.any, options_.proof))
        keep(std::move(*change));
      else
        ++comparison_.unchanged;
  }

  const parser::Loaded &olderFile_, &newerFile_;
  const Matching& matching_;
  const CompareOptions options_;
  const Versions versions_;
  const comparison::Correspondence corresponding_;
  const Pairs pairs_;
  Frame frame_;
  const Scopes scopes_;
  Witnesses witnesses_;
  const ChangedConstraints constraints_;
  ChangeRelations relations_;
  Comparison comparison_;
};

}  // namespace

namespace {

/// Returns the matching with which both models accept the largest share of the instances of a small scope. If several matchings
/// have the same share, returns the first of them.
std::vector<Matching>::iterator mostAgreeing(const parser::Loaded& older, const parser::Loaded& newer,
                                             std::vector<Matching>& matchings, bool byShape, CompareOptions quick) {
  quick.agreement = quick.partly = true;
  quick.scope = std::min(quick.scope.value_or(scopeForMatching), scopeForMatching);
  const auto isAllowed = [&](const Matching& one) { return byShape || !one.isByShape; };
  auto best = std::ranges::find_if(matchings, isAllowed);
  if (std::ranges::count_if(matchings, isAllowed) < 2) return best;
  double most = -1;
  for (auto matching = best; matching != matchings.end(); ++matching) {
    if (!isAllowed(*matching)) continue;
    const Comparison wholes = ModelComparison(older, newer, *matching, quick).result();
    const bool isSame = wholes.changes.empty() || wholes.changes.front().relation == Relation::same;
    const double share = isSame ? 1 : wholes.agreement && wholes.agreement->scope != 0 ? wholes.agreement->share() : -1;
    if (share <= most) continue;
    most = share;
    best = matching;
  }
  return best;
}

}  // namespace

Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options) {
  std::vector<Matching> matchings = matchingsOf(*older.model, *newer.model, options.matches);
  auto chosen = matchings.begin();
  if (matchings.size() > 1) {
    CompareOptions quick = options;
    quick.proof.allScopes = 0;
    quick.paragraphs = quick.commands = quick.agreement = false;
    if (quick.proof.limits.seconds <= 0 || quick.proof.limits.seconds > secondsForMatching)
      quick.proof.limits.seconds = secondsForMatching;
    chosen = std::ranges::find_if(matchings, [&](const Matching& matching) {
      const Comparison wholes = ModelComparison(older, newer, matching, quick).result();
      return wholes.changes.empty() || wholes.changes.front().relation == Relation::same;
    });
    if (chosen == matchings.end()) {
      chosen = mostAgreeing(older, newer, matchings, options.byShape, quick);
    } else {
      for (Match& match : chosen->matches)
        if (match.reason != "given" && !match.reason.starts_with("by name")) match.reason += " and by meaning";
    }
  }
  Comparison result = ModelComparison(older, newer, *chosen, options).result();
  result.matches = std::move(chosen->matches);
  return result;
}

}  // namespace aunit::strength::versions
