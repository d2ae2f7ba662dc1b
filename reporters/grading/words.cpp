#include "reporters/grading/words.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reporters/drawing/graph.h"
#include "reporters/text.h"
#include "suite/text/value_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using namespace strength::grading;

struct GradingWords {
  Class verdict;
  const char *ofPredicate, *ofTests;            // for one answer
  const char *ofPredicates, *ofTestsOfSeveral;  // for several answers
};

constexpr GradingWords gradingWords[] = {
    {Class::correct, "correct", "correct", "correct", "correct"},
    {Class::under, "accepts too much", "accepts wrong models", "accept too much", "accept wrong models"},
    {Class::over, "accepts too little", "rejects right models", "accept too little", "reject right models"},
    {Class::both, "accepts too much and too little", "rejects right models and accepts wrong ones",
     "accept too much and too little", "reject right models and accept wrong ones"},
    {Class::invalid, "cannot be used", "cannot be used", "cannot be used", "cannot be used"},
    {Class::forbidden, "makes a forbidden change", "makes a forbidden change", "make a forbidden change",
     "make a forbidden change"},
    {Class::unknown, "not decided", "not decided", "not decided", "not decided"}};

constexpr std::size_t mostInWords = 12;

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == mostInWords && items.size() > mostInWords + 1) return text + fmt::format(" and {} more", items.size() - i);
    text += i == 0 ? "" : i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::vector<std::string> atomsOf(const model::TupleSet& set, const model::Universe& universe) {
  std::vector<std::string> atoms;
  set.forEach([&](std::span<const model::Atom> tuple) { atoms.push_back(universe.name(tuple[0])); });
  return atoms;
}

std::string membersInWords(const std::string& sig, const std::vector<std::string>& atoms) {
  if (atoms.size() == 1) return fmt::format("There is one atom in `{}`: {}.", sig, atoms[0]);
  return fmt::format("There are {} atoms in `{}`: {}.", atoms.size(), sig, listed(atoms));
}

std::string subsetInWords(const std::string& sig, const std::vector<std::string>& atoms) {
  return fmt::format("{} {} in `{}`.", listed(atoms), atoms.size() == 1 ? "is" : "are", sig);
}

/// The value of a field in words: "`tutors` relates P0 to P0, and P1 to P0 and P1."
std::string fieldInWords(const std::string& field, const model::TupleSet& value, const model::Universe& universe) {
  if (value.arity() != 2) return fmt::format("`{}` holds {}.", field, listed(suite::tupleTexts(value, universe)));
  std::vector<std::pair<model::Atom, std::vector<std::string>>> bySource;
  value.forEach([&](std::span<const model::Atom> tuple) {
    if (bySource.empty() || bySource.back().first != tuple[0]) bySource.push_back({tuple[0], {}});
    bySource.back().second.push_back(universe.name(tuple[1]));
  });
  std::string text;
  for (std::size_t i = 0; i < bySource.size(); ++i) {
    if (i == mostInWords) return fmt::format("`{}` relates {}, and more.", field, text);
    text += i == 0 ? "" : i + 1 == bySource.size() ? ", and " : ", ";
    text += fmt::format("{} to {}", universe.name(bySource[i].first), listed(bySource[i].second));
  }
  return fmt::format("`{}` relates {}.", field, text);
}

/// "`a`, `b` and `c`": `last` stands between the last two names, `before` precedes each name.
std::string named(const std::vector<std::string>& names, std::string_view before, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}`{}`", i == 0 ? "" : i + 1 == names.size() ? fmt::format(" {} ", last) : ", ", before, names[i]);
  return text;
}

/// The relations of a state: all in the first state, only changed relations in later states. Empty relations share one line.
std::string stateInWords(const model::Model& model, const model::Instance& instance, std::size_t state) {
  const model::State& now = instance.states[state];
  const model::State* before = state == 0 ? nullptr : &instance.states[state - 1];
  std::string text;
  const auto say = [&](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
  std::vector<std::string> absent, without, empty;
  for (model::SigId id = 0; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.builtin || sig.isMeta || isBookkeeping(model, id)) continue;
    if (before && before->sigs[id] == now.sigs[id]) continue;
    const auto atoms = atomsOf(now.sigs[id], *instance.universe);
    const bool part = !model.isTopLevel(id);
    if (atoms.empty())
      (part ? without : absent).push_back(sig.name);
    else
      say(part ? subsetInWords(sig.name, atoms) : membersInWords(sig.name, atoms));
  }
  if (!absent.empty()) say(fmt::format("There is {}.", named(absent, "no ", "and")));
  if (!without.empty()) say(fmt::format("{} {} empty.", named(without, "", "and"), without.size() == 1 ? "is" : "are"));
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const model::Field& field = model.field(id);
    if (field.isMeta || isBookkeeping(model, field.sig)) continue;
    if (before && before->fields[id] == now.fields[id]) continue;
    if (now.fields[id].empty())
      empty.push_back(field.name);
    else
      say(fieldInWords(field.name, now.fields[id], *instance.universe));
  }
  if (!empty.empty()) say(fmt::format("{} {} empty.", named(empty, "", "and"), empty.size() == 1 ? "is" : "are"));
  return text.empty() ? "Nothing changes." : text;
}

}  // namespace

const char* wordsFor(Class verdict, Exercise::Kind kind, std::size_t answers) {
  const GradingWords& words = *std::ranges::find(gradingWords, verdict, &GradingWords::verdict);
  const bool ofTests = kind == Exercise::Kind::tests;
  if (answers == 1) return ofTests ? words.ofTests : words.ofPredicate;
  return ofTests ? words.ofTestsOfSeveral : words.ofPredicates;
}

std::string situationInWords(const model::Model& model, const ShownSituation& situation) {
  const model::Instance& instance = situation.instance;
  std::string text;
  if (instance.states.size() == 1) {
    text = stateInWords(model, instance, 0);
  } else {
    for (std::size_t s = 0; s < instance.states.size(); ++s)
      text += fmt::format("{}{}: {}", s == 0 ? "" : " ", s == 0 ? "At first" : fmt::format("State {}", s),
                          stateInWords(model, instance, s));
    text += fmt::format(" Then it continues with {}.",
                        instance.loop == 0 ? "the first state" : fmt::format("state {}", instance.loop));
  }
  for (const auto& [name, value] : situation.arguments) {
    const std::vector<std::string> tuples = suite::tupleTexts(value, *instance.universe);
    text += fmt::format(" `{}` is {}.", name, tuples.empty() ? "empty" : listed(tuples));
  }
  return text;
}

std::string judgedWrongly(bool accepted) {
  return accepted ? "Your predicate accepts this situation. It should not."
                  : "Your predicate rejects this situation. It should not.";
}

std::string asSentence(const std::string& hint) {
  std::string text = support::oneLine(hint);
  if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos) text += '.';
  return text;
}

std::string nextStep(const ExerciseReport& exercise, const AnswerReport& answer) {
  const bool tests = exercise.exercise.kind == Exercise::Kind::tests;
  switch (answer.verdict) {
    case Class::correct: return {};
    case Class::under:
      return tests ? "Think of a mistake that a modeller could make in this model, and write a test that notices it."
                   : "Find the condition that your predicate lacks, and add it: the situation must no longer be accepted.";
    case Class::over:
      return tests ? "Look at the tests that a right model does not pass: they demand something that the exercise does not."
                   : "Find the condition of your predicate that the exercise does not ask for, and weaken it: the situation must "
                     "be "
                     "accepted.";
    case Class::both:
      return tests ? "First fix the tests that a right model does not pass, then look for mistakes that no test notices."
                   : "Take one situation at a time: first the wrong one that your predicate accepts, then the right one that it "
                     "rejects.";
    case Class::invalid: return "Fix the problem that the message above names, then hand in your answer.";
    case Class::forbidden: return "Take back the change that the message above names, and write the answer where it belongs.";
    case Class::unknown: return "Write your answer in a simpler way: judging it took too long.";
  }
  return {};
}

}  // namespace aunit::reporters
