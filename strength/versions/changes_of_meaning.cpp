#include "strength/versions/changes_of_meaning.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "model/diagnostic.h"
#include "parser/command_text.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/problem.h"
#include "solver/session/answer_text.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/claims/claim.h"
#include "strength/generation/pool.h"
#include "strength/versions/frame.h"
#include "strength/versions/gates.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pairs.h"
#include "strength/versions/parameters.h"
#include "strength/versions/projection.h"
#include "strength/versions/scopes_of_versions.h"

namespace aunit::strength::versions {

using comparison::Formulas;
using comparison::Relation;
using comparison::RelationResult;
using comparison::Relations;
using namespace model;

namespace {

// Time limit for a comparison in the larger scope of the commands, as a share of the usual limit.
constexpr double shareForLarger = 0.25;
// Limit for the atoms of a signature that holds the tuples of a relation.
constexpr int mostAtomsOfTuples = 27;
// Seconds for comparing the models with one matching, when a matching is chosen.
constexpr double secondsForMatching = 1;
constexpr int scopeForMatching = 2;  // the scope for counting instances to choose a matching

/// The predicate or function of the newer model that a test can be about; noId if the test is about the facts only.
struct Subject {
  FuncId function = noId;
};

/// Compares the meanings of two versions of a model.
class ModelComparison {
 public:
  ModelComparison(const parser::Loaded& older, const parser::Loaded& newer, const Matching& matching,
                  const CompareOptions& options)
      : sourcesOfOlder_(older.sources),
        sourcesOfNewer_(newer.sources),
        plainOlder_(*older.model),
        plainNewer_(*newer.model),
        older_(matching.older ? matching.older->model() : plainOlder_),
        newer_(matching.newer ? matching.newer->model() : plainNewer_),
        testsOfOlder_(older.tests.tests),
        testsOfNewer_(newer.tests.tests),
        options_(options),
        renamings_(matching.renamings),
        corresponding_(comparison::correspondence(older_, newer_, renamings_, comparison::Kinds::any)),
        pairs_(pairsOf(older_, newer_, corresponding_, renamings_)),
        frame_(older_, newer_, corresponding_, sameFacts()),
        tuples_(matching.tuples),
        scopes_(withTuples(scopesOf(older_, newer_, corresponding_, options.scope))),
        judging_(options.proof.limits.untimed()),
        ofOlder_(older_, {.semantics = options.proof.semantics, .budget = &judging_}),
        ofNewer_(newer_, {.semantics = options.proof.semantics, .budget = &judging_}) {}

  Comparison result() {
    comparison_.scope = parser::scopeText(newer_, scopes_.usual);
    if (scopes_.larger) comparison_.larger = parser::scopeText(newer_, *scopes_.larger);
    sayAll();
    addStrings();
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
  /// The scope with an atom for each tuple of the relations that are signatures.
  model::Scope withTuples(model::Scope scope) const {
    for (const Matching::Tuples& relation : tuples_) {
      const int most = std::min(tuplesOf(relation, scope.overall), mostAtomsOfTuples);
      if (most > scope.overall)
        scope.sigs.push_back({.sig = relation.sig, .exact = false, .start = most, .end = most, .increment = 1, .span = {}});
    }
    return scope;
  }
  int tuplesOf(const Matching::Tuples& relation, int atoms) const {
    int all = 1;
    for (const std::set<SigId>& column : relation.columns) {
      int size = 0;
      for (const SigId sig : column) {
        const Multiplicity multiplicity = newer_.sig(sig).multiplicity;
        size += multiplicity == Multiplicity::one || multiplicity == Multiplicity::lone ? 1 : atoms;
      }
      all = std::min(all * size, mostAtomsOfTuples + 1);
    }
    return all;
  }
  Scopes withTuples(Scopes scopes) const {
    scopes.usual = withTuples(std::move(scopes.usual));
    if (scopes.larger) scopes.larger = withTuples(std::move(*scopes.larger));
    return scopes;
  }

  /// By fact of the newer model: the equal fact of the older model. Facts of libraries count as equal.
  std::vector<std::uint32_t> sameFacts() {
    model::KeyComparison alike(older_, newer_, corresponding_);
    std::vector<std::uint32_t> same(newer_.facts().size(), noId);
    for (std::uint32_t i = 0; i < same.size(); ++i)
      if (!isOwn(newer_, newer_.facts()[i].module)) same[i] = i;
    for (const Pair& pair : pairs_.facts)
      if (pair.older != noId && pair.newer != noId &&
          alike.expressions(older_.facts()[pair.older].body, newer_.facts()[pair.newer].body))
        same[pair.newer] = pair.older;
    return same;
  }

  /// Adds the strings of both versions to all comparisons, and another string if `String` is mentioned.
  void addStrings() {
    std::set<std::string> literals;
    bool any = false;
    for (const Model* model : {&older_, &newer_}) {
      for (ExprId id = 0; id < model->exprCount(); ++id) {
        const model::Expr& node = model->expr(id);
        if (node.op == Op::stringAtom) literals.insert(model->strings()[node.payload]);
        any = any || (node.op == Op::sig && node.payload == model::builtin::string);
      }
    }
    const auto add = [&](const std::string& literal) {
      literals_.push_back(literal);
      strings_.push_back(someString(frame_.extension().nodes(), literal));
    };
    for (const std::string& literal : literals) add(literal);
    if (!any) return;
    std::string other = "\"other\"";
    while (literals.contains(other)) other.insert(1, "an");
    add(other);
    // The constraints of both versions may exclude another string.
    if (relations().hasInstance()) return;
    literals_.pop_back();
    strings_.pop_back();
    relations_.reset();
  }

  Relations& relationsIn(std::unique_ptr<Relations>& known, const model::Scope& scope, double share) {
    if (!known) {
      comparison::RelationOptions how{.scope = frame_.scopeFor(scope),
                                      .proof = options_.proof,
                                      .also = strings_,
                                      .refute = options_.proofs && &known == &relations_};
      how.proof.limits.seconds *= share;
      known = std::make_unique<Relations>(frame_.extension(), how);
    }
    return *known;
  }
  Relations& relations() { return relationsIn(relations_, scopes_.usual, 1); }

  /// Whether the time limit is reached. If so, sets `why` of the change.
  bool isLate(Change& change) const {
    if (!options_.proof.whole.exhausted()) return false;
    change.why = notInTime;
    return true;
  }

  void relate(Change& change, Formulas formulas, const Subject& subject = {}) {
    if (isLate(change)) return;
    formulas.besideFirst = change.kind == Change::Kind::function ? newerAll_ : olderAll_;
    formulas.besideSecond = newerAll_;
    RelationResult related = relations().relate(formulas);
    if (related.byFirst) add(change, *related.byFirst, Witness::AcceptedBy::older, formulas, subject, relations());
    if (related.bySecond) add(change, *related.bySecond, Witness::AcceptedBy::newer, formulas, subject, relations());
    if (scopes_.larger && (related.noneByFirst || related.noneBySecond)) relateInLarger(change, related, formulas, subject);
    change.relation = comparison::relationOf(related);
    change.why = related.why;
    if (change.relation == Relation::unknown && isLate(change)) return;
    if (change.relation == Relation::same) change.allScopes = std::move(related.allScopes);
    keepProofs(change, related);
  }

  static void keepProofs(Change& change, RelationResult& related) {
    if (related.refutedByFirst && !related.byFirst)
      change.proofs.push_back({Witness::AcceptedBy::older, std::move(*related.refutedByFirst)});
    if (related.refutedBySecond && !related.bySecond && change.kind != Change::Kind::function)
      change.proofs.push_back({Witness::AcceptedBy::newer, std::move(*related.refutedBySecond)});
    if (!related.unchecked.empty()) change.notes.push_back(related.unchecked);
  }

  /// Searches the larger scope of the commands in the directions without a difference in the usual scope.
  void relateInLarger(Change& change, RelationResult& related, Formulas formulas, const Subject& subject) {
    formulas.byFirst = related.noneByFirst;
    formulas.bySecond = related.noneBySecond;
    Relations& larger = relationsIn(larger_, *scopes_.larger, shareForLarger);
    RelationResult more = larger.relate(formulas);
    if (more.byFirst) add(change, *more.byFirst, Witness::AcceptedBy::older, formulas, subject, larger);
    if (more.bySecond) add(change, *more.bySecond, Witness::AcceptedBy::newer, formulas, subject, larger);
    if ((formulas.byFirst && !more.byFirst && !more.noneByFirst) || (formulas.bySecond && !more.bySecond && !more.noneBySecond))
      change.notes.push_back(fmt::format("within scope {}; not decided in the scope of the commands", comparison_.scope));
    if (more.byFirst) related.byFirst = std::move(more.byFirst);
    if (more.bySecond) related.bySecond = std::move(more.bySecond);
  }

  /// An instance of the frame, as a version sees it.
  model::Instance ofVersion(const model::Instance& instance, bool old) const {
    return old ? frame_.asOlder(instance) : frame_.asNewer(instance);
  }
  bool isAccepted(const model::Instance& instance, bool old) {
    evaluator::Evaluator& evaluator = old ? ofOlder_ : ofNewer_;
    return evaluator::judge(evaluator, ofVersion(instance, old), {.constraints = evaluator::constraintsOf(evaluator.model())})
        .holds();
  }

  void add(Change& change, const comparison::DistinguishingInstance& found, Witness::AcceptedBy by, const Formulas& formulas,
           const Subject& subject, Relations& relations) {
    // For a function whose values differ, neither version accepts more. The instance shown is one of the newer version.
    const bool older = by == Witness::AcceptedBy::older && change.kind != Change::Kind::function;
    if (!isAccepted(found.instance, older)) {
      change.notes.push_back(
          fmt::format("no instance of the {} version was found that shows the difference", older ? "old" : "new"));
      return;
    }
    Witness witness;
    witness.by = by;
    witness.state = found.state;
    witness.fewest = found.fewest;
    for (const evaluator::Binding& binding : found.arguments)
      witness.arguments.push_back(fmt::format("{} = {}", frame_.extension().model().variable(binding.variable).name,
                                              text(binding.value, *found.instance.universe)));
    witness.instance = asDeclared(ofVersion(found.instance, older), older);
    const bool isShared = frame_.onlyOlder().empty() && frame_.onlyNewer().empty();
    const auto isOfBoth = [&](const model::Instance& near) {
      return isAccepted(near, older) && (!isShared || isAccepted(near, !older));
    };
    if (change.kind != Change::Kind::function)
      if (auto near = relations.nearest(formulas, found, isOfBoth)) witness.near = asDeclared(ofVersion(*near, older), older);
    witness.test = testOf(change, found, subject);
    change.witnesses.push_back(std::move(witness));
  }

  /// The instance without the declarations that the matching added.
  model::Instance asDeclared(model::Instance instance, bool older) const {
    const Model& model = older ? plainOlder_ : plainNewer_;
    for (model::State& state : instance.states) {
      state.sigs.erase(state.sigs.begin() + static_cast<std::ptrdiff_t>(model.sigs().size()), state.sigs.end());
      state.fields.erase(state.fields.begin() + static_cast<std::ptrdiff_t>(model.fields().size()), state.fields.end());
    }
    return instance;
  }
  /// Whether the matching added the signature to one of the models.
  bool isAddedSig(SigId older, SigId newer) const {
    return (older != noId && older >= plainOlder_.sigs().size()) || (newer != noId && newer >= plainNewer_.sigs().size());
  }
  bool isAdded(const Pair& fact) const {
    return fact.newer != noId ? fact.newer >= plainNewer_.facts().size() : fact.older >= plainOlder_.facts().size();
  }

  /// A test of the newer model that fails on the older one; empty if there is none.
  std::string testOf(const Change& change, const comparison::DistinguishingInstance& found, const Subject& subject) {
    if (found.instance.states.size() != 1 || (subject.function == noId && change.kind != Change::Kind::model)) return "";
    if (options_.proof.whole.exhausted()) return "";
    Claim claim;
    claim.instance = asDeclared(frame_.asNewer(found.instance), false);
    if (subject.function != noId) {
      claim.about = Claim::Topic::value;
      claim.function = subject.function;
      for (const model::VarId parameter : newer_.func(subject.function).variables) {
        const auto bound = std::ranges::find(found.arguments, parameter, &evaluator::Binding::variable);
        if (bound == found.arguments.end()) return "";
        claim.arguments.push_back(bound->value);
      }
    }
    try {
      Pool pool(plainNewer_, options_.proof);
      const auto stated = pool.stated(std::move(claim));
      if (!stated || !pool.add(*stated)) return "";
      return testText(plainNewer_, *stated,
                      {.valuation = fmt::format("changed{}", ++tests_),
                       .title = subject.function == noId ? std::string("the facts in this version")
                                                         : fmt::format("{} {} in this version", name(change.kind), change.name),
                       .tags = " @proposed"});
    } catch (const support::Exhausted&) {
      if (options_.proof.limits.stopped()) throw;
      return "";
    }
  }

  static std::string text(const model::TupleSet& value, const model::Universe& universe) {
    std::string text;
    value.forEach([&](std::span<const model::Atom> tuple) {
      if (!text.empty()) text += " + ";
      for (std::size_t i = 0; i < tuple.size(); ++i) text += (i == 0 ? "" : "->") + universe.name(tuple[i]);
    });
    return text.empty() ? "none" : text;
  }

  /// Adds a change to the result, with the permission from a comment beside its paragraph if there is one.
  void keep(Change change) {
    if (const auto allowance = allowanceBeside(sourcesOfNewer_, change.newer)) {
      change.allows = allowance->gate;
      change.allowed = allowance->reason;
    }
    comparison_.changes.push_back(std::move(change));
  }

  ExprId all(const std::vector<ExprId>& formulas) {
    frame_.extension().nodes().at({});
    return frame_.extension().nodes().list(Op::and_, formulas);
  }

  static std::string nameOf(const auto& paragraph) { return paragraph.name; }
  static std::string nameOf(const model::Command& command) {
    return fmt::format("{} {}", command.check ? "check" : "run", command.label);
  }
  /// Makes a change with all data except the comparison of meanings. One of the paragraphs may be null.
  template <class Paragraph>
  static Change begun(Change::Kind kind, const Paragraph* before, const Paragraph* after) {
    Change change;
    change.kind = kind;
    change.name = nameOf(*(after ? after : before));
    change.standing = !before ? Change::Standing::added : !after ? Change::Standing::removed : Change::Standing::changed;
    if (before && after && nameOf(*before) != change.name && nameOf(*before).find('$') == std::string::npos)
      change.formerName = nameOf(*before);
    if (before) change.older = before->span;
    if (after) change.newer = after->span;
    if (!before || !after) change.why = before ? "only the older version has it" : "only the newer version has it";
    return change;
  }

  void signatures() {
    std::size_t own = 0;
    for (SigId id = model::builtin::count; id < plainNewer_.sigs().size(); ++id)
      own += isOwn(newer_, newer_.sig(id).module) && !newer_.sig(id).isMeta;
    for (const Frame::Declaration& declaration : frame_.declarations()) {
      Change change = begun(Change::Kind::signature, declaration.older == noId ? nullptr : &older_.sig(declaration.older),
                            declaration.newer == noId ? nullptr : &newer_.sig(declaration.newer));
      change.name = declaration.name;
      if (declaration.newer != noId && declaration.newer < plainNewer_.sigs().size() && own > 0) --own;
      if (isAddedSig(declaration.older, declaration.newer)) continue;
      if (change.why.empty() && !declaration.said.missing.empty())
        change.why = declaration.said.missing + " has changed";
      else if (change.why.empty())
        relate(change, {.first = all(declaration.said.older), .second = all(declaration.said.newer)});
      sayRenamed(change, declaration.older, declaration.newer);
      if (change.relation == Relation::same)
        for (const std::string& part : frame_.onlyNewer())
          if (part.starts_with("field " + declaration.name + ".")) change.notes.push_back(part + " is new");
      keep(std::move(change));
    }
    // Renamed signatures with unchanged declarations.
    for (SigId older = model::builtin::count; older < corresponding_.sigs.size(); ++older) {
      const SigId newer = corresponding_.sigs[older];
      if (newer == noId || isAddedSig(older, newer) ||
          std::ranges::find(frame_.declarations(), newer, &Frame::Declaration::newer) != frame_.declarations().end())
        continue;
      Change change = begun(Change::Kind::signature, &older_.sig(older), &newer_.sig(newer));
      sayRenamed(change, older, newer);
      if (change.formerName.empty() && change.notes.empty()) continue;
      change.relation = Relation::same;
      --own;
      keep(std::move(change));
    }
    comparison_.unchanged += own;
  }

  /// Records the fields of a signature that had other names.
  void sayRenamed(Change& change, SigId older, SigId newer) const {
    if (older == noId || newer == noId) return;
    for (const model::FieldId id : older_.sig(older).fields) {
      const model::FieldId now = corresponding_.fields[id];
      if (now != noId && older_.field(id).name != newer_.field(now).name)
        change.notes.push_back(
            fmt::format("the former name of the field `{}` is `{}`", newer_.field(now).name, older_.field(id).name));
    }
  }

  /// Handles a paragraph with the same meaning: counts it as unchanged, or adds a change if its name differs.
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

  bool isSame(const Pair& fact) {
    return fact.older != noId && fact.newer != noId &&
           frame_.alike().expressions(older_.facts()[fact.older].body, newer_.facts()[fact.newer].body);
  }

  /// Translates into the common frame (frame.h) the constraints that only one version has, if possible.
  void sayAll() {
    for (const Pair& pair : pairs_.facts) {
      std::optional<FactTranslation>& said = saidOfFacts_.emplace_back();
      if (isSame(pair)) continue;
      const ExprId before = pair.older == noId ? noId : older_.facts()[pair.older].body;
      const ExprId after = pair.newer == noId ? noId : newer_.facts()[pair.newer].body;
      const auto copied =
          before != noId ? frame_.copier().expression(before) : std::optional(frame_.extension().nodes().truth(true));
      if (!copied) {
        missing_ = frame_.copier().missing() + " has changed";
        said = FactTranslation{.why = missing_};
        continue;
      }
      said = FactTranslation{.older = *copied, .newer = after != noId ? after : frame_.extension().nodes().truth(true)};
      saidByOlder_.push_back(said->older);
      saidByNewer_.push_back(said->newer);
    }
    for (const Frame::Declaration& declaration : frame_.declarations()) {
      std::ranges::copy(declaration.said.older, std::back_inserter(saidByOlder_));
      std::ranges::copy(declaration.said.newer, std::back_inserter(saidByNewer_));
      if (!declaration.said.missing.empty()) missing_ = declaration.said.missing + " has changed";
    }
    olderAll_ = all(saidByOlder_);
    newerAll_ = all(saidByNewer_);
  }

  void facts() {
    for (std::size_t i = 0; i < pairs_.facts.size(); ++i) {
      const Pair& pair = pairs_.facts[i];
      if (isAdded(pair)) continue;
      const model::Fact* before = pair.older == noId ? nullptr : &older_.facts()[pair.older];
      const model::Fact* after = pair.newer == noId ? nullptr : &newer_.facts()[pair.newer];
      Change change = begun(Change::Kind::fact, before, after);
      if (const auto& said = saidOfFacts_[i]; !said) {
        passOver(std::move(change), *before, *after);
        continue;
      } else if (!said->why.empty()) {
        if (change.why.empty()) change.why = said->why;
      } else {
        change.why.clear();  // a missing fact counts as true, so the existing fact is still compared
        relate(change, {.first = said->older, .second = said->newer});
      }
      keep(std::move(change));
    }
  }

  void functions() {
    for (const Pair& pair : pairs_.functions) function(pair);
  }

  void function(const Pair& pair) {
    const model::Func* before = pair.older == noId ? nullptr : &older_.func(pair.older);
    const model::Func* after = pair.newer == noId ? nullptr : &newer_.func(pair.newer);
    Change change =
        begun((after ? after : before)->isPredicate ? Change::Kind::predicate : Change::Kind::function, before, after);
    if (before && after && frame_.alike().functions(pair.older, pair.newer)) return passOver(std::move(change), *before, *after);
    if (before && after) change.why = compareFunctions(change, *before, *after, {pair.newer});
    change.called = before && after && sourcesOfOlder_.text(before->span) == sourcesOfNewer_.text(after->span);
    keep(std::move(change));
  }

  static std::string columns(const model::Expr& value) {
    if (value.sort == model::Sort::integer) return "an integer";
    return fmt::format("{} column{}", static_cast<unsigned>(value.arity), value.arity == 1 ? "" : "s");
  }

  /// Compares two predicates or functions. Returns why they cannot be compared; empty if they were compared.
  std::string compareFunctions(Change& change, const model::Func& before, const model::Func& after, const Subject& subject) {
    if (before.recursive || after.recursive) return "it calls itself";
    if (before.isPredicate != after.isPredicate) return "a predicate and a function are not compared";
    if (before.body == noId || after.body == noId) return "it has no body";
    Parameters parameters(frame_, before, after);
    if (!parameters.why().empty()) return parameters.why();
    const auto copied = frame_.copier().expression(before.body);
    if (!copied) return frame_.copier().missing() + " has changed";
    if (!parameters.note().empty()) change.notes.push_back(parameters.note());
    if (after.isPredicate) {
      relate(change,
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
      return fmt::format("its values had {} and have {}", columns(model.expr(*copied)), columns(model.expr(after.body)));
    const ExprId differ = solver::Logic(model, nodes, options_.proof.semantics).differ(*copied, after.body);
    relate(change,
           {.first = parameters.ofBoth(differ), .second = nodes.truth(false), .params = parameters.all(), .everyState = true},
           parameters.areSame() ? subject : Subject());
    if (change.relation == Relation::stronger) change.relation = Relation::neither;
    for (Witness& witness : change.witnesses) witness.by = Witness::AcceptedBy::neither;
    return change.why;
  }

  void assertions() {
    for (const Pair& pair : pairs_.assertions) {
      const model::Assertion* before = pair.older == noId ? nullptr : &older_.assertions()[pair.older];
      const model::Assertion* after = pair.newer == noId ? nullptr : &newer_.assertions()[pair.newer];
      Change change = begun(Change::Kind::assertion, before, after);
      if (before && after && frame_.alike().expressions(before->body, after->body)) {
        passOver(std::move(change), *before, *after);
        continue;
      }
      if (!before || !after) {
        change.expectationRemoved = before != nullptr;
      } else if (const auto copied = frame_.copier().expression(before->body)) {
        relate(change, {.first = *copied, .second = after->body});
      } else {
        change.why = frame_.copier().missing() + " has changed";
      }
      keep(std::move(change));
    }
  }

  static bool hasParagraphs(const Model& model) {
    const auto own = [&](const auto& paragraph) { return isOwn(model, paragraph.module); };
    return std::ranges::any_of(std::span(model.sigs()).subspan(model::builtin::count), own) ||
           std::ranges::any_of(model.facts(), own) || std::ranges::any_of(model.funcs(), own) ||
           std::ranges::any_of(model.assertions(), own) ||
           std::ranges::any_of(model.commands(), [](const model::Command& command) { return !command.isDefault; });
  }

  /// Adds changes for tests in the model's own file that only one version has, by name.
  void tests() {
    const auto has = [](const std::vector<model::Test>& tests, const std::string& name) {
      return std::ranges::find(tests, name, &model::Test::name) != tests.end();
    };
    for (const model::Test& test : testsOfNewer_)
      if (!test.continues && isOwn(newer_, test.module) && !has(testsOfOlder_, test.name))
        keep(begun<model::Test>(Change::Kind::test, nullptr, &test));
    for (const model::Test& test : testsOfOlder_) {
      if (test.continues || !isOwn(older_, test.module) || has(testsOfNewer_, test.name)) continue;
      Change change = begun<model::Test>(Change::Kind::test, &test, nullptr);
      change.expectationRemoved = true;
      keep(std::move(change));
    }
  }

  /// Compares all facts and declarations together.
  void model() {
    constraintsChanged_ = !saidByOlder_.empty() || !saidByNewer_.empty() || !missing_.empty() || !frame_.onlyNewer().empty();
    if (!constraintsChanged_) return;
    Change change;
    change.kind = Change::Kind::model;
    change.name = newer_.modules()[0].name;
    if (!hasParagraphs(newer_) && hasParagraphs(older_)) {
      change.standing = Change::Standing::removed;
      change.gone = true;
    } else if (!hasParagraphs(older_) && hasParagraphs(newer_)) {
      change.standing = Change::Standing::added;
    } else if (!frame_.onlyNewer().empty() || !frame_.onlyOlder().empty())
      project(change);
    else if (!missing_.empty())
      change.why = missing_;
    else
      relate(change, {.first = olderAll_, .second = newerAll_});
    for (const Matching::Tuples& relation : tuples_)
      if (tuplesOf(relation, scopes_.usual.overall) > mostAtomsOfTuples)
        change.notes.push_back(fmt::format("with at most {} {}", mostAtomsOfTuples, newer_.sig(relation.sig).name));
    if (options_.agreement) agree(change);
    keep(std::move(change));
  }

  /// Counts the instances that both versions accept, and that only one version accepts. Counts nothing if the versions have the
  /// same meaning. Agreement::why says why the instances cannot be counted.
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
    counting.formula = frame_.extension().nodes().list(Op::or_, {olderAll_, newerAll_});
    counting.also = strings_;
    counting.scope = [&](int atoms) {
      model::Scope scope = scopes_.usual;
      scope.overall = atoms;
      scope.sigs.clear();
      return frame_.scopeFor(withTuples(std::move(scope)));
    };
    counting.most = scopes_.usual.overall;
    counting.isPartial = options_.partly;
    counting.isOfOlder = [&](const model::Instance& instance) { return isAccepted(instance, true); };
    counting.isOfNewer = [&](const model::Instance& instance) { return isAccepted(instance, false); };
    counting.described = [&](const model::Instance& instance, bool ofOlder) {
      const Model& model = ofOlder ? plainOlder_ : plainNewer_;
      const model::Instance seen = ofVersion(instance, ofOlder);
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

  /// Removes orders of enums with changed members from the correspondence, if no formula uses them.
  static void leaveOutUnusedOrders(const Model& plainer, const Model& richer, comparison::Correspondence& corresponding) {
    for (SigId id = model::builtin::count; id < plainer.sigs().size(); ++id) {
      if (corresponding.sigs[id] == noId || !isUnusedOrder(plainer, id)) continue;
      const SigId members = plainer.modules()[plainer.sig(id).module].arguments[0], others = corresponding.sigs[members];
      if (others != noId && std::ranges::equal(plainer.sig(members).children, richer.sig(others).children, {},
                                               [&](SigId child) { return corresponding.sigs[child]; }))
        continue;
      corresponding.sigs[id] = noId;
      for (const model::FieldId field : plainer.sig(id).fields) corresponding.fields[field] = noId;
    }
  }

  /// Compares versions with different signatures or fields by the parts that both have.
  void project(Change& change) {
    if (isLate(change)) return;
    const bool more = !frame_.onlyNewer().empty();
    const bool both = more && !frame_.onlyOlder().empty();
    comparison::Renamings former;
    for (const auto& [before, after] : renamings_) former.emplace(after, before);
    auto corresponding = more ? corresponding_ : comparison::correspondence(newer_, older_, former, comparison::Kinds::any);
    std::vector<std::string> without = more ? frame_.onlyNewer() : frame_.onlyOlder();
    if (both) {
      const auto own = std::span(corresponding.sigs).subspan(model::builtin::count);
      if (std::ranges::all_of(own, [](SigId sig) { return sig == noId; })) {
        change.why = "they have no signature in common";
        return;
      }
      std::ranges::copy(frame_.onlyOlder(), std::back_inserter(without));
      std::ranges::move(comparison::leaveToVersions(older_, newer_, corresponding), std::back_inserter(without));
    }
    leaveOutUnusedOrders(more ? older_ : newer_, more ? newer_ : older_, corresponding);
    model::Scope scope = scopes_.usual;
    scope.sigs.clear();
    Projection projection(more ? older_ : newer_, more ? newer_ : older_, corresponding, scope, options_.proof, literals_,
                          options_.proofs);
    RelationResult related = projection.relate();
    const auto add = [&](const comparison::DistinguishingInstance& found, bool first) {
      Witness witness;
      witness.by = first == more ? Witness::AcceptedBy::older : Witness::AcceptedBy::newer;
      const bool older = witness.by == Witness::AcceptedBy::older;
      witness.instance = asDeclared(found.instance, older);
      witness.fewest = found.fewest;
      if (auto near = projection.nearest(related, first)) witness.near = asDeclared(std::move(*near), older);
      if (witness.by == Witness::AcceptedBy::newer) witness.test = testOf(change, found, {});
      change.witnesses.push_back(std::move(witness));
    };
    for (const bool first : {more, !more})  // witnesses of the older version come first
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
    change.notes.push_back(fmt::format("as {} {}, without {}",
                                       both   ? "both versions"
                                       : more ? "the older version"
                                              : "the newer version",
                                       both ? "see the model" : "sees the model",
                                       both ? model::inWords(without) : without.front()));
    if (scopes_.larger)
      change.notes.push_back(fmt::format("within scope {}; not compared in the scope of the commands", comparison_.scope));
  }

  void commands() {
    for (const Pair& pair : pairs_.commands) command(pair);
  }

  void command(const Pair& pair) {
    const model::Command* before = pair.older == noId ? nullptr : &older_.commands()[pair.older];
    const model::Command* after = pair.newer == noId ? nullptr : &newer_.commands()[pair.newer];
    Change change = begun(Change::Kind::command, before, after);
    if (!before || !after) {
      change.expectationRemoved = before && (before->check || before->expect >= 0);
      keep(std::move(change));
      return;
    }
    const std::string scopeBefore = scopeTextOfOlder(before->scope), scopeAfter = parser::scopeText(newer_, after->scope);
    change.scopeChanged = scopeBefore != scopeAfter;
    if (change.scopeChanged) change.notes.push_back(fmt::format("scope \"{}\" became \"{}\"", scopeBefore, scopeAfter));
    if (before->expect != after->expect) {
      change.expectationRemoved = before->expect >= 0;
      const auto said = [](int expect) { return expect < 0 ? std::string("no expectation") : fmt::format("expect {}", expect); };
      change.notes.push_back(fmt::format("{} became {}", said(before->expect), said(after->expect)));
    }
    const bool alike = before->formula == noId || after->formula == noId
                           ? before->formula == after->formula
                           : frame_.alike().expressions(before->formula, after->formula);
    if (alike && !constraintsChanged_ && change.notes.empty()) {
      ++comparison_.unchanged;
      return;
    }
    change.relation = Relation::same;
    if (!alike || constraintsChanged_ || change.scopeChanged) verdicts(change, pair);
    if (change.relation == Relation::same && change.notes.empty()) {
      ++comparison_.unchanged;
      return;
    }
    keep(std::move(change));
  }

  /// The text of a scope of the older version. Uses the names of the newer version if it has all signatures of the scope, else
  /// the names of the older version.
  std::string scopeTextOfOlder(model::Scope scope) const {
    const model::Scope asWritten = scope;
    for (model::SigScope& of : scope.sigs)
      if ((of.sig = corresponding_.sigs[of.sig]) == noId) return parser::scopeText(older_, asWritten);
    return parser::scopeText(newer_, scope);
  }

  void verdicts(Change& change, const Pair& pair) {
    const auto ask = [&](const Model& model, std::uint32_t command) {
      return answered(solver::Search(model, solver::problemOf(model, command), solverOptions(options_.proof))
                          .next(support::Budget(options_.proof.limits)));
    };
    const solver::Result before = ask(plainOlder_, pair.older), after = ask(plainNewer_, pair.newer);
    if (options_.proof.limits.stopped()) throw support::Exhausted("stopped");
    const auto decided = [](const solver::Result& result) {
      return result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable;
    };
    if (!decided(before) || !decided(after)) {
      change.relation = Relation::unknown;
      change.why = decided(before) ? after.message : before.message;
      return;
    }
    if (before.verdict == after.verdict) return;
    change.verdictChanged = true;
    change.relation = before.verdict == solver::Verdict::satisfiable ? Relation::stronger : Relation::weaker;
    const bool check = newer_.commands()[pair.newer].check;
    const auto said = [&](const solver::Result& result) {
      const bool found = result.verdict == solver::Verdict::satisfiable;
      return std::string(found ? "" : "no ") + (check ? "counterexample" : "instance");
    };
    change.verdictBefore = said(before);
    change.verdictAfter = said(after);
    change.notes.push_back(fmt::format("{} became {}", change.verdictBefore, change.verdictAfter));
  }

  const model::SourceMap &sourcesOfOlder_, &sourcesOfNewer_;
  const Model &plainOlder_, &plainNewer_;  // as they were loaded
  const Model &older_, &newer_;            // with the declarations that the matching added
  const std::vector<model::Test>&testsOfOlder_, &testsOfNewer_;
  const CompareOptions options_;
  const comparison::Renamings renamings_;
  const comparison::Correspondence corresponding_;
  const Pairs pairs_;
  Frame frame_;
  const std::vector<Matching::Tuples> tuples_;
  const Scopes scopes_;
  std::unique_ptr<Relations> relations_, larger_;
  std::size_t tests_ = 0;  // number of suggested tests
  const support::Budget judging_;
  evaluator::Evaluator ofOlder_, ofNewer_;  // each version alone
  struct FactTranslation {
    ExprId older = noId, newer = noId;
    std::string why{};  // why the older fact cannot be translated
  };
  std::vector<std::optional<FactTranslation>> saidOfFacts_;  // by pair; nothing if both facts are equal
  std::vector<ExprId> saidByOlder_, saidByNewer_;            // facts and declarations that differ
  ExprId olderAll_ = noId, newerAll_ = noId;                 // the conjunctions of `saidByOlder_` and `saidByNewer_`
  std::vector<std::string> literals_;                        // strings of both versions, and another one if they mention `String`
  std::vector<ExprId> strings_;                              // formulas that mention these strings
  std::string missing_;
  bool constraintsChanged_ = false;
  Comparison comparison_;
};

}  // namespace

namespace {

/// The first of the matchings with which the models agree on most instances of a small scope.
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
