#include "strength/localization/constraint_signals.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "model/formulas/conjuncts.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

/// Calls `visit` for a node and all its descendants.
template <class Visit>
void forEachBelow(const Model& model, ExprId id, const Visit& visit) {
  visit(id);
  for (const ExprId child : model.children(id)) forEachBelow(model, child, visit);
  for (const model::Decl& decl : model.decls(id)) forEachBelow(model, decl.bound, visit);
}

/// Adds the predicates and functions that a formula calls, directly or through other ones, to `called`.
void addCalled(const Model& model, ExprId formula, std::set<FuncId>& called) {
  forEachBelow(model, formula, [&](ExprId id) {
    const model::Expr& e = model.expr(id);
    if (e.op == model::Op::call && called.insert(e.payload).second && model.func(e.payload).body != noId)
      addCalled(model, model.func(e.payload).body, called);
  });
}

/// Operators, signatures, fields and integers that occur in a formula.
using Words = std::set<std::pair<model::Op, std::uint32_t>>;

/// Adds the operator or name of a node. Variables, calls, `not` and `and` do not count.
void addWord(const model::Expr& e, Words& words) {
  using model::Op;
  switch (e.op) {
    case Op::variable:
    case Op::let:
    case Op::call:
    case Op::bound:
    case Op::not_:
    case Op::and_:
    case Op::true_:
    case Op::false_: return;
    case Op::field:
    case Op::sig:
    case Op::integer: words.emplace(e.op, e.payload); return;
    default: words.emplace(e.op, 0); return;
  }
}

Words wordsOf(const Model& model, ExprId id) {
  Words words;
  forEachBelow(model, id, [&](ExprId below) { addWord(model.expr(below), words); });
  return words;
}

Words namesIn(const Words& words) {
  Words names;
  for (const auto& word : words)
    if (word.first == model::Op::field || (word.first == model::Op::sig && word.second >= model::builtin::count))
      names.insert(word);
  return names;
}

double likeness(const Words& a, const Words& b) {
  const auto common = static_cast<double>(std::ranges::count_if(a, [&](const auto& word) { return b.contains(word); }));
  const double all = static_cast<double>(a.size() + b.size()) - common;
  return all > 0 ? common / all : 0;
}

class Profile {
 public:
  Profile(Evidence& evidence, const support::Budget& budget)
      : evidence_(evidence),
        model_(*evidence.loaded().model),
        evaluator_(model_, {.semantics = evidence.semantics(), .budget = &budget}),
        about_(evidence.complaints()) {
    if (!about_.empty()) return;
    for (const model::CommandId c : evidence.commands()) {
      const model::Command& command = model_.commands()[c];
      if (command.expect < 0 ? command.check : command.expect == 0) about_.emplace_back().command = c;
    }
  }

  std::vector<ConstraintSignals> signals() {
    collect();
    for (std::uint32_t i = 0; i < about_.size(); ++i) {
      if (about_[i].command == noId)
        compareSubject(about_[i]);
      else
        compareWords(about_[i]);
      findNear(about_[i]);
      for (ConstraintSignals& c : found_) c.idle |= std::ranges::find(about_[i].idle, c.conjunct) != about_[i].idle.end();
    }
    for (std::uint32_t i = 0; i < evidence_.complaints().size(); ++i) blame(i);
    return std::move(found_);
  }

 private:
  /// The formula of the failing command or test; noId if the test is about the facts only.
  ExprId formulaOf(const Complaint& complaint) const {
    if (complaint.command != noId) return model_.commands()[complaint.command].formula;
    return complaint.beside ? complaint.formula : formulaOf(complaint.test);
  }

  /// The formula of the test at index `test` in Evidence::cases().
  ExprId formulaOf(std::uint32_t test) const {
    const ExprId formula = evidence_.cases()[test].formula;
    if (formula != noId || test >= evidence_.judge().tests().size()) return formula;
    const model::CommandId command = evidence_.judge().tests()[test].test.command;
    return command == noId ? noId : model_.commands()[command].formula;
  }

  bool isAsked(FuncId function) const {
    return std::ranges::any_of(about_, [&](const Complaint& complaint) {
      if (complaint.command == noId) return false;
      const model::Command& command = model_.commands()[complaint.command];
      return command.target == model::TargetKind::predicate && command.targetId == function;
    });
  }

  void collect() {
    std::set<FuncId> called;
    for (const Complaint& complaint : about_)
      if (const ExprId formula = formulaOf(complaint); formula != noId) addCalled(model_, formula, called);
    const std::set<FuncId> measures = this->measures();
    const coverage::ExtractOptions subject = evidence_.subject();
    using Kind = model::Paragraph::Kind;
    for (std::uint32_t p = 0; p < model_.paragraphs().size(); ++p) {
      const model::Paragraph& paragraph = model_.paragraphs()[p];
      if (model_.modules()[paragraph.module].library || subject.isWithout(paragraph.module)) continue;
      ConstraintSignals found;
      found.paragraph = p;
      ExprId body = noId;
      if (paragraph.kind == Kind::fact) {
        body = model_.facts()[paragraph.id].body;
      } else if (isFunction(paragraph) && std::ranges::find(subject.tests, paragraph.id) == subject.tests.end()) {
        found.function = paragraph.id;
        found.asked = isAsked(paragraph.id);
        found.measure = measures.contains(paragraph.id);
        if (found.asked || called.contains(paragraph.id)) body = model_.func(paragraph.id).body;
      }
      if (body == noId) continue;
      if (paragraph.kind == Kind::function) {
        found.root = found.conjunct = body;
        put(found);
        continue;
      }
      for (const ExprId conjunct : model::conjunctsOf(model_, body)) {
        found.root = found.conjunct = conjunct;
        put(found);
        putParts(conjunct, found);
      }
    }
  }

  static bool isFunction(const model::Paragraph& paragraph) {
    return paragraph.kind == model::Paragraph::Kind::predicate || paragraph.kind == model::Paragraph::Kind::function;
  }

  void put(const ConstraintSignals& found) {
    if (model_.expr(found.root).span.known()) found_.push_back(found);
  }

  /// Adds the conjuncts of `id` as further constraints. Looks for conjuncts in the body of an `all` quantifier, too.
  void putParts(ExprId id, ConstraintSignals found) {
    const model::Expr& e = model_.expr(id);
    if (e.op == model::Op::quantAll) return putParts(model_.child(id, 0), found);
    if (e.op != model::Op::and_ || id == found.conjunct) return;
    for (const ExprId part : model_.children(id)) {
      found.root = part;
      put(found);
      putParts(part, found);
    }
  }

  /// Returns the functions that state an expectation: predicates and functions that only failing checks call. If these checks
  /// call no other functions, returns only those that stand on the right of `<=>` or `=`, and never on the left.
  std::set<FuncId> measures() const {
    std::set<FuncId> called, spoken;
    std::vector<ExprId> checks;
    for (const Complaint& complaint : about_) {
      if (complaint.command == noId || complaint.wanted) continue;
      checks.push_back(formulaOf(complaint));
      addCalled(model_, checks.back(), called);
    }
    std::erase_if(called, [&](FuncId f) { return model_.modules()[model_.func(f).module].library; });
    const auto listen = [&](ExprId formula) {
      if (formula == noId) return;
      forEachBelow(model_, formula, [&](ExprId id) {
        const model::Expr& e = model_.expr(id);
        if (e.op == model::Op::call && called.contains(e.payload)) spoken.insert(e.payload);
      });
    };
    for (const model::Fact& fact : model_.facts()) listen(fact.body);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) listen(constraint.formula);
    for (const model::Command& command : model_.commands())
      if (!command.check && command.expect != 0) listen(command.formula);
    std::vector<bool> heard(model_.funcs().size());
    for (bool more = true; std::exchange(more, false);)
      for (FuncId f = 0; f < model_.funcs().size(); ++f) {
        if (heard[f] || (called.contains(f) && !spoken.contains(f)) || isAssertion(f)) continue;
        heard[f] = more = true;
        listen(model_.func(f).body);
      }
    std::set<FuncId> silent = called;
    std::erase_if(silent, [&](FuncId f) { return spoken.contains(f); });
    if (!spoken.empty()) return silent;
    std::set<FuncId> left, right;
    for (const ExprId check : checks)
      forEachBelow(model_, check, [&](ExprId id) {
        const model::Expr& e = model_.expr(id);
        if (e.op != model::Op::iff && e.op != model::Op::equal && e.op != model::Op::integerEqual) return;
        addCalled(model_, model_.child(id, 0), left);
        addCalled(model_, model_.child(id, 1), right);
      });
    if (left.empty()) return {};
    std::erase_if(right, [&](FuncId f) { return left.contains(f); });
    return right;
  }

  /// Whether the predicate's body equals the body of an assertion.
  bool isAssertion(FuncId function) const {
    const ExprId body = model_.func(function).body;
    return body != noId && std::ranges::any_of(model_.assertions(), [&](const model::Assertion& assertion) {
             return assertion.body != noId && model_.shape(assertion.body) == model_.shape(body);
           });
  }

  void findNear(const Complaint& complaint) {
    std::set<FuncId> known;
    const auto calledIn = [&](ExprId formula) {
      std::vector<FuncId> called;
      forEachBelow(model_, formula, [&](ExprId id) {
        if (model_.expr(id).op == model::Op::call && known.insert(model_.expr(id).payload).second)
          called.push_back(model_.expr(id).payload);
      });
      return called;
    };
    if (formulaOf(complaint) == noId) return;
    double near = 1;
    for (std::vector<FuncId> level = calledIn(formulaOf(complaint)); !level.empty(); near /= 2) {
      std::vector<FuncId> next;
      for (const FuncId function : level) {
        for (ConstraintSignals& c : found_)
          if (c.function == function) c.nearness = std::max(c.nearness, near);
        if (model_.func(function).body == noId) continue;
        const std::vector<FuncId> more = calledIn(model_.func(function).body);
        next.insert(next.end(), more.begin(), more.end());
      }
      level = std::move(next);
    }
  }

  /// Sets `kinship` to 1 for constraints of the predicates that a failing test calls. If the test calls no
  /// predicate, sets it for constraints of facts.
  void compareSubject(const Complaint& complaint) {
    std::set<FuncId> called;
    if (const ExprId formula = formulaOf(complaint); formula != noId) addCalled(model_, formula, called);
    for (ConstraintSignals& c : found_)
      if (called.empty() ? c.function == noId : called.contains(c.function)) c.kinship = 1;
  }

  void compareWords(const Complaint& complaint) {
    std::vector<Words> said;
    std::set<FuncId> named;
    const ExprId formula = formulaOf(complaint);
    forEachBelow(model_, formula, [&](ExprId id) {
      const model::Expr& e = model_.expr(id);
      if (e.op == model::Op::call) named.insert(e.payload);
      if (e.sort == model::Sort::formula) said.push_back(wordsOf(model_, id));
    });
    for (ConstraintSignals& c : found_) {
      if (c.asked) continue;  // a failing command runs the predicate of `c`, so `kinship` would be 1
      if (named.contains(c.function)) c.kinship = 1;
      const Words own = wordsOf(model_, c.root);
      double like = 0;
      for (const Words& words : said) like = std::max(like, likeness(own, words));
      c.kinship = std::max(c.kinship, (like + likeness(namesIn(own), namesIn(said.front()))) / 2);
    }
  }

  /// Distributes one point of blame for each wrongly rejected case of the complaint. The constraints that are false in
  /// the case share the point.
  void blame(std::uint32_t complaint) {
    double count = 0;
    std::vector<double> shares(found_.size());
    for (std::uint32_t c = 0; c < evidence_.cases().size(); ++c) {
      const Case& one = evidence_.cases()[c];
      if (one.complaint != complaint || !one.wanted || one.holds || !evidence_.takesPart(c)) continue;
      const std::vector<std::size_t> broken = one.origin == Origin::test ? brokenIn(c) : blockersOf(one);
      ++count;
      for (const std::size_t i : broken) shares[i] += 1 / static_cast<double>(broken.size());
    }
    if (count == 0) return;
    double share = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (isWhole(i)) share = shares[i];  // the parts of a whole constraint follow it in `found_`, and get its share
      found_[i].blocks += share / count / static_cast<double>(evidence_.complaints().size());
    }
  }

  bool isWhole(std::size_t constraint) const { return found_[constraint].root == found_[constraint].conjunct; }

  std::vector<std::size_t> blockersOf(const Case& one) const {
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (isWhole(i) && std::ranges::find(one.blocked, found_[i].conjunct) != one.blocked.end()) broken.push_back(i);
    return broken;
  }

  /// Returns the constraints that are false in a test's valuation. Omits predicates with parameters, because their arguments are
  /// unknown here.
  std::vector<std::size_t> brokenIn(std::uint32_t test) {
    std::set<FuncId> called;
    if (const ExprId formula = formulaOf(test); formula != noId) addCalled(model_, formula, called);
    std::vector<std::size_t> broken;
    evaluator_.bind(*evidence_.judge().instanceOf(test));
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const FuncId function = found_[i].function;
      if (model_.expr(found_[i].root).sort != model::Sort::formula || !isWhole(i)) continue;
      if (function != noId && (!called.contains(function) || !model_.func(function).params.empty())) continue;
      try {
        if (!evaluator_.holds(found_[i].root)) broken.push_back(i);
      } catch (const evaluator::EvaluationError&) {
        // A constraint without a value is not blamed.
      }
    }
    return broken;
  }

  Evidence& evidence_;
  const Model& model_;
  evaluator::Evaluator evaluator_;
  std::vector<Complaint> about_;  // the complaints; if there are none, the checks that hold, as if they failed
  std::vector<ConstraintSignals> found_;
};

}  // namespace

std::vector<ConstraintSignals> constraintSignals(Evidence& evidence, const support::Budget& budget) {
  return Profile(evidence, budget).signals();
}

}  // namespace aunit::strength
