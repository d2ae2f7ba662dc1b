// Proofs about mutants, facts and requirements, compared with all instances of small generated models. These are enumerated by
// evaluation; only the number of atoms is bounded.

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "coverage/feasibility.h"
#include "coverage/record.h"
#include "evaluator/judge.h"
#include "solver/grounding/scope.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/equivalence.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "strength/scopes.h"
#include "suite/coverage_subject.h"
#include "tests/seeds.h"
#include "tests/strength/all_valuations.h"

namespace aunit::strength {
namespace {

using namespace model;

enum class Time : std::uint8_t { none, states };
enum class Numbers : std::uint8_t { none, wrapped, excluded };

/// Models with a few declarations of all kinds, a fact, predicates and a scope.
class Generator {
 public:
  Generator(unsigned seed, Time time) : random_(seed), time_(time) {}

  /// A model about integers of two bits.
  std::string textOfNumbers() {
    std::string text =
        fmt::format("{}sig A {{ n: {} Int }}\n", pick({"one ", "lone ", "one "}), pick({"one", "one", "lone", "set"}));
    if (chance(3)) text += fmt::format("{}sig B in A {{}}\n", pick({"lone ", ""}));
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", ofNumbers(2, "A.n"));
    text += fmt::format("pred p {{ {} }}\n", ofNumbers(2, "A.n"));
    if (chance(2)) text += fmt::format("pred q[a: A] {{ {} }}\n", ofNumbers(1, "a.n"));
    if (chance(3)) text += fmt::format("pred r[x: Int] {{ {} }}\n", ofNumbers(1, "x"));
    if (chance(4)) text += "fact { p }\n";
    if (chance(4)) text += "fact { not p }\n";
    return text + "run {} for 1 but 2 int\n";
  }

  std::string text() {
    const bool withColors = time_ == Time::none && chance(3);
    std::string text = withColors ? "enum Color { Red, Green }\n" : "";
    if (withColors) sets_ = {"Red", "Green", "Color"};
    const std::string top = pick({"", "", "", "abstract "});
    text += fmt::format("{}{}{}sig A {{ {} }}{}\n", top.empty() ? var() : "", top, multiplicity(),
                        fieldsOf("A", withColors ? 1 : 2), chance(3) ? fmt::format(" {{ {} }}", appended()) : "");
    text += fmt::format("{}{}sig B {} {{ {} }}\n", var(), multiplicity(),
                        withColors ? "extends A" : pick({"extends A", "in A", "", ""}), chance(3) ? fieldsOf("B", 1) : "");
    if (!withColors || chance(2))
      text +=
          fmt::format("{}{}sig C {} {{}}\n", var(), multiplicity(), pick({"extends A", "in A", "in B", "in A + B", "extends B"}));
    sets_.insert(sets_.end(), {"A", "B", "C"});
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", formula(2));
    if (chance(3)) text += fmt::format("fact {{ all a: A | {} }}\n", about("a"));
    text += fmt::format("pred p {{ {} }}\n", formula(2));
    if (chance(2)) text += fmt::format("pred q[a: A] {{ {} }}\n", about("a"));
    if (chance(3)) text += "fact { p }\n";
    if (withColors)
      scope_ = "1 but 0 int";
    else
      scope_ = time_ == Time::states ? "1 but 0 int, 2 steps" : pick({"2 but 0 int", "1 but 0 int, 2 A", "1 but 0 int"});
    return text + fmt::format("run {{}} for {}\n", scope_);
  }

 private:
  std::string ofNumbers(int depth, const std::string& number) {
    if (depth > 0 && chance(2))
      return fmt::format("({} {} {})", ofNumbers(depth - 1, number), pick({"and", "or", "implies", "iff"}),
                         ofNumbers(depth - 1, number));
    if (depth > 0 && chance(3)) return fmt::format("not {}", ofNumbers(depth - 1, number));
    if (depth > 0 && chance(4))
      return fmt::format("({} i: {} | {})", pick({"all", "some", "no", "lone"}), pick({"Int", number}),
                         ofNumbers(depth - 1, "i"));
    const std::string value =
        chance(2) ? number
                  : fmt::format("{}[{}, {}]", pick({"plus", "minus", "mul"}), number, chance(2) ? number : pick({"1", "0"}));
    if (chance(6)) return fmt::format("#{} {} {}", number, pick({"=", ">", "<"}), pick({"0", "1"}));
    return fmt::format("{} {} {}", value, pick({"=", "!=", "<", ">", ">=", "in"}), chance(2) ? number : pick({"0", "1"}));
  }

  bool chance(unsigned oneIn) { return random_() % oneIn == 0; }
  std::string pick(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }
  int pick(unsigned below) { return static_cast<int>(random_() % below); }
  std::string var() { return time_ == Time::states && !chance(3) ? "var " : ""; }
  std::string multiplicity() { return pick({"", "", "", "lone ", "one ", "some "}); }

  /// A set expression over the declarations so far; it may name later signatures, too.
  std::string bound(int depth) {
    std::vector<std::string> names = {"A", "B", "C"};
    names.insert(names.end(), sets_.begin(), sets_.end());
    names.insert(names.end(), fields_.begin(), fields_.end());
    if (depth == 0) return pick(names);
    return fmt::format("({} {} {})", bound(depth - 1), pick({"&", "+", "-", "&"}), bound(0));
  }

  std::string fieldsOf(const std::string& sig, unsigned most) {
    std::string fields;
    const auto count = static_cast<unsigned>(1 + random_() % most);
    fields_.clear();
    for (unsigned i = 0; i < count; ++i) {
      const std::string name = fmt::format("{}{}", sig == "A" ? pick({"f", "g"}) + std::to_string(i) : "f", i == 0 ? "0" : "");
      fields += fmt::format("{}{}{}{}: ", fields.empty() ? "" : ", ", var(), chance(6) ? "disj " : "", name);
      if (time_ == Time::none && chance(5)) {
        const auto m = [&] { return pick({"", "", "one ", "lone ", "some "}); };
        fields += fmt::format("{} {}-> {}{}", bound(0), m(), m(), bound(pick(2)));
      } else {
        fields +=
            fmt::format("{}{}{}", chance(6) ? "disj " : "", pick({"set ", "set ", "one ", "lone ", "some ", ""}), bound(pick(3)));
        fields_.push_back(name);
      }
      unary_.push_back(fmt::format("{} <: {}", sig, name));
    }
    const std::vector<std::string> own = std::exchange(fields_, {});
    appended_ = own;
    return fields;
  }

  std::string appended() {
    if (appended_.empty()) return pick({"some this", "this in A"});
    return fmt::format("{} {}", pick({"some", "lone", "no"}), pick(appended_));
  }

  std::string set() {
    if (chance(2) && !unary_.empty()) return fmt::format("A.({})", pick(unary_));
    return chance(4) ? fmt::format("({} {} {})", pick(sets_), pick({"&", "+", "-"}), pick(sets_)) : pick(sets_);
  }
  std::string formula(int depth) {
    if (time_ == Time::states && chance(3))
      return fmt::format("{} ({})", pick({"always", "eventually", "after"}), formula(depth - 1));
    if (depth > 0 && chance(2))
      return fmt::format("({} {} {})", formula(depth - 1), pick({"and", "or", "implies"}), formula(depth - 1));
    if (chance(2)) return fmt::format("{} {}", pick({"some", "no", "lone", "one"}), set());
    return fmt::format("{} {} {}", set(), pick({"in", "=", "!="}), set());
  }
  std::string about(const std::string& variable) {
    if (!unary_.empty() && chance(2)) return fmt::format("{} {}.({})", pick({"some", "no", "lone"}), variable, pick(unary_));
    return fmt::format("{} {} {}", variable, pick({"in", "not in"}), set());
  }

  std::mt19937 random_;
  Time time_;
  std::string scope_;
  std::vector<std::string> sets_;      // usable in formulas
  std::vector<std::string> fields_;    // of the current signature
  std::vector<std::string> appended_;  // the same, usable in its fact
  std::vector<std::string> unary_;     // all fields, with unique names
};

struct Family {
  const char* name;
  Time time;
  unsigned seeds, used;  // number of seeds; least number of them that give usable models
  Numbers numbers = Numbers::none;
};
std::ostream& operator<<(std::ostream& out, const Family& family) {
  return out << family.name;
}

class VerdictsOracle : public testing::TestWithParam<Family> {
 protected:
  /// Calls check() for each model that is small enough.
  void forEachModel(const std::function<void()>& check) {
    const unsigned seeds = tests::seedsOr(GetParam().seeds);
    unsigned used = 0;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      Generator generator(seed, GetParam().time);
      const std::string text = GetParam().numbers == Numbers::none ? generator.text() : generator.textOfNumbers();
      loaded_ = parser::loadText("generated.aunit", text);
      if (!loaded_->ok()) continue;
      if (model().hasMutable() != (GetParam().time == Time::states)) continue;
      scopes_ = scopesOf(*loaded_, {});
      if (scopes_.size() != 1) continue;
      instances_.clear();
      bool few = true;
      for (int states = 1; few && states <= (model().hasMutable() ? 2 : 1); ++states)
        few = testing_::forEachValuation(model(), scopes_[0], states, [&](const model::Instance& instance) {
          if (!evaluator::checkStates(model(), instance)) instances_.push_back(instance);
          return true;
        });
      if (!few) continue;
      ++used;
      valuations_ = instances_;
      std::erase_if(instances_, std::not_fn(withinScope()));
      SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
      check();
      if (HasFatalFailure()) return;
    }
    if (seeds >= GetParam().seeds) {
      EXPECT_GE(used, GetParam().used);
    }
  }

  Model& model() { return *loaded_->model; }
  static model::Semantics semantics() { return {.noOverflow = GetParam().numbers == Numbers::excluded}; }
  static evaluator::Options how() { return {.semantics = semantics()}; }

  /// The atoms that a parameter can be.
  std::vector<Atom> argumentsOf(const model::Func& function, const model::Instance& instance) {
    const model::SigId sig = model().expr(function.params[0].bound).payload;
    if (sig != model::builtin::integers) return instance.states[0].sigs[sig].atoms();
    std::vector<Atom> all;
    for (Atom a = instance.universe->firstInt(); a < instance.universe->size(); ++a) all.push_back(a);
    return all;
  }

  /// Whether an instance has sizes that the scope allows; the sizes of some signatures follow from others (language reference
  /// 15).
  std::function<bool(const model::Instance&)> withinScope() {
    std::vector<evaluator::Constraint> sizes;
    append(sizes, solver::deriveSizes(model(), scopes_[0], model().hasMutable()));
    return [this, sizes](const model::Instance& instance) {
      return std::ranges::none_of(
          sizes, [&](const evaluator::Constraint& size) { return evaluator::checkSize(model(), instance, size).has_value(); });
    };
  }
  /// Like withinScope(), for a mutant that changes a multiplicity and thus the implied sizes.
  std::function<bool(const model::Instance&)> withinScope(const Mutant& mutant) {
    if (mutant.edit != Edit::sigMultiplicity) return [](const model::Instance&) { return true; };
    model::Multiplicity& own = model().mutableSigs()[mutant.sig].multiplicity;
    const model::Multiplicity was = std::exchange(own, model::Multiplicity::set);
    const auto within = withinScope();
    own = was;
    return within;
  }

  /// Constraints that are required in addition, and that a change does not affect.
  struct RequiredConstraints {
    std::vector<ExprId> always, before, after;
  };

  std::unique_ptr<parser::Loaded> loaded_;
  std::vector<model::Scope> scopes_;
  std::vector<model::Instance> valuations_;  // all of them, whether facts and declarations hold or not
  std::vector<model::Instance> instances_;   // the valuations within the scope
};

bool all(evaluator::Evaluator& evaluator, const std::vector<ExprId>& formulas) {
  return std::ranges::all_of(formulas, [&](ExprId formula) { return evaluator.holds(formula); });
}

TEST_P(VerdictsOracle, EquivalentIsWhatNoInstanceTellsApart) {
  std::size_t equivalent = 0, different = 0;
  forEachModel([&] {
    const std::vector<Mutant> mutants = mutantsOf(model(), {OperatorSet::all, suite::modelUnderTest(*loaded_, {})});
    Comparer comparer(model(), scopes_, {.semantics = semantics()});
    evaluator::Evaluator evaluator(model(), how());
    for (const Mutant& mutant : mutants) {
      const Comparison comparison = comparer.compare({&mutant, 1});
      model::Overlay overlay(model());
      ASSERT_TRUE(apply(mutant, overlay));
      RequiredConstraints required;
      const auto add = [&](ExprId was, ExprId now) {
        if (was == now) return required.always.push_back(was);
        required.before.push_back(was);
        if (now != model::noId) required.after.push_back(now);
      };
      for (std::uint32_t i = 0; i < model().implicitConstraints().size(); ++i)
        add(model().implicitConstraints()[i].formula, overlay.nowImplicit(i));
      for (const model::Fact& fact : model().facts()) add(fact.body, overlay.now(fact.body));
      if (overlay.added() != model::noId) required.after.push_back(overlay.added());
      const model::Paragraph& paragraph = model().paragraphs()[mutant.paragraph];
      const bool ofPredicate = paragraph.kind == model::Paragraph::Kind::predicate;
      // Calls of the predicate: plain, negated, and in quantifiers over its parameter.
      std::vector<std::pair<ExprId, ExprId>> called, quantified;
      if (ofPredicate) {
        model::Nodes& make = overlay.nodes();
        make.at({});
        const ExprId body = model().func(paragraph.id).body, now = overlay.now(body);
        called = {{body, now}, {make.unary(Op::not_, body), make.unary(Op::not_, now)}};
        const std::vector<model::Decl> params = model().func(paragraph.id).params;
        for (const auto& [before, after] : called)
          for (const Op op : {Op::quantAll, Op::quantSome, Op::quantNo})
            if (!params.empty()) quantified.emplace_back(make.quantified(op, params, before), make.quantified(op, params, after));
      }
      const auto differsQuantified = [&](const model::Instance& instance) {
        evaluator.bind(instance);
        return all(evaluator, required.always) && all(evaluator, required.before) &&
               std::ranges::any_of(
                   quantified, [&](const auto& forms) { return evaluator.holds(forms.first) != evaluator.holds(forms.second); });
      };
      evaluator.setMark();
      const auto tells = [&](const model::Instance& instance) {
        evaluator.bind(instance);
        if (!all(evaluator, required.always)) return false;
        const bool before = all(evaluator, required.before);
        if (before != all(evaluator, required.after)) return true;
        if (!before || !ofPredicate) return false;
        const model::Func& function = model().func(paragraph.id);
        const auto differs = [&] {
          return std::ranges::any_of(
              called, [&](const auto& forms) { return evaluator.holds(forms.first) != evaluator.holds(forms.second); });
        };
        if (function.variables.empty()) return differs();
        for (const Atom a : argumentsOf(function, instance)) {
          TupleSet argument(instance.universe->size(), 1);
          argument.insert({&a, 1});
          evaluator.assign(function.variables[0], argument);
          if (differs()) return true;
        }
        return false;
      };
      const bool ofSizes = mutant.edit == Edit::sigMultiplicity;
      const std::vector<model::Instance>& candidates = ofSizes ? valuations_ : instances_;
      const auto isWithin = withinScope(mutant);
      const auto noneOf = [&](const auto& shows) {
        return std::ranges::none_of(candidates, [&](const model::Instance& i) { return isWithin(i) && shows(i); });
      };
      const bool same = noneOf(tells);
      const bool sameQuantified = !same || quantified.empty() || noneOf(differsQuantified);
      evaluator.rollback();
      overlay.rollback();
      const std::optional<Replacement> text = replacementOf(mutant, model(), loaded_->sources);
      // In quantifiers over integers, values may differ that do not affect the quantified formula.
      const bool mayDiffer = semantics().noOverflow && !quantified.empty();
      EXPECT_EQ(comparison.equivalence, same && sameQuantified && !(mayDiffer && comparison.equivalence == Equivalence::different)
                                            ? Equivalence::equivalent
                                            : Equivalence::different)
          << name(mutant.by) << " at " << loaded_->sources.describe(text->span) << ": " << loaded_->sources.text(text->span)
          << " becomes " << text->text;
      ++(same ? equivalent : different);
    }
  });
  EXPECT_GT(equivalent, 0u);
  EXPECT_GT(different, 0u);
}

TEST_P(VerdictsOracle, WhatHoldsByDeclarationHoldsInAllInstancesOfTheDeclarations) {
  std::size_t arid = 0, others = 0;
  forEachModel([&] {
    Comparer comparer(model(), scopes_, {.semantics = semantics()});
    evaluator::Evaluator evaluator(model(), how());
    for (std::uint32_t fact = 0; fact < model().facts().size(); ++fact) {
      const auto breaks = [&](const model::Instance& instance) {
        evaluator.bind(instance);
        const auto holds = [&](const model::ImplicitConstraint& c) { return evaluator.holds(c.formula); };
        return std::ranges::all_of(model().implicitConstraints(), holds) && !evaluator.holds(model().facts()[fact].body);
      };
      const bool expected = std::ranges::none_of(instances_, breaks);
      EXPECT_EQ(comparer.holdsByDeclaration(fact), expected) << loaded_->sources.text(model().facts()[fact].span);
      ++(expected ? arid : others);
    }
  });
  EXPECT_GT(arid, 0u);
  EXPECT_GT(others, 0u);
}

TEST_P(VerdictsOracle, InfeasibleIsWhatNoInstanceOfTheDeclarationsMeets) {
  std::size_t infeasible = 0, feasible = 0;
  forEachModel([&] {
    const suite::CoverageSubject subject = suite::coverageSubject(*loaded_, {}, false, false, false);
    const coverage::Requirements& requirements = subject.requirements.requirements;
    coverage::Bits met(requirements.count()), ofDeclarations(requirements.count());
    coverage::Recorder recorder(model(), subject.requirements, {.semantics = semantics()});
    evaluator::Evaluator evaluator(model(), how());
    bool isPlain = true;  // no facts after signatures
    for (const model::ImplicitConstraint& c : model().implicitConstraints())
      isPlain = isPlain && (c.kind != model::ImplicitKind::appendedFact || model().modules()[model().sig(c.sig).module].library);
    for (const model::Instance& instance : instances_) {
      evaluator.bind(instance);
      const auto holds = [&](const model::ImplicitConstraint& c) { return evaluator.holds(c.formula); };
      if (!std::ranges::all_of(model().implicitConstraints(), holds)) continue;
      evaluator::Question question{.constraints = evaluator::constraintsOf(model())};
      const auto watch = [&](ExprId formula) { evaluator::append(question.constraints, evaluator::Part::watched, {{formula}}); };
      for (const model::Func& function : model().funcs())
        if (function.module == 0 && function.variables.empty() && function.body != model::noId) watch(function.body);
      met |= recorder.judge(instance, question).record.met;
      for (const model::Func& function : model().funcs()) {
        if (function.module != 0 || function.variables.size() != 1) continue;
        for (const Atom a : argumentsOf(function, instance)) {
          TupleSet argument(instance.universe->size(), 1);
          argument.insert({&a, 1});
          evaluator::Question one{.constraints = {}, .given = {{function.variables[0], argument}}};
          evaluator::append(one.constraints, evaluator::Part::watched, {{function.body}});
          met |= recorder.judge(instance, one).record.met;
        }
      }
    }
    for (const coverage::Subject& s : requirements.subjects)
      if (s.kind == coverage::SubjectKind::implicit)
        for (std::uint32_t i = 0; i < s.requirementCount(); ++i) ofDeclarations.set(s.first + i);
    coverage::Bits every(requirements.count());
    for (std::size_t i = 0; i < requirements.count(); ++i) every.set(i);
    const coverage::Bits proved =
        coverage::Feasibility(model(), subject.requirements, {.semantics = semantics(), .limits = {.seconds = 10}})
            .infeasible(every);
    // A formula that may overflow is not proved, since its value may differ below a negation.
    const bool isDecided = isPlain && !semantics().noOverflow;
    for (std::size_t i = 0; i < requirements.count(); ++i) {
      if (ofDeclarations.test(i)) continue;
      const coverage::Subject& s = requirements.subjects[requirements.subjectOf(static_cast<coverage::RequirementId>(i))];
      EXPECT_FALSE(proved.test(i) && met.test(i)) << s.text << " " << i - s.first;
      EXPECT_FALSE(isDecided && !proved.test(i) && !met.test(i)) << s.text << " " << i - s.first;
      ++(proved.test(i) ? infeasible : feasible);
    }
  });
  EXPECT_GT(infeasible, 0u);
  EXPECT_GT(feasible, 0u);
}

INSTANTIATE_TEST_SUITE_P(Generated, VerdictsOracle,
                         testing::Values(Family{"declarations", Time::none, 60, 10}, Family{"traces", Time::states, 30, 2},
                                         Family{"numbers", Time::none, 40, 20, Numbers::wrapped},
                                         Family{"numbersWithoutOverflow", Time::none, 80, 40, Numbers::excluded}),
                         [](const auto& family) { return family.param.name; });

}  // namespace
}  // namespace aunit::strength
