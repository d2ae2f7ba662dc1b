// From places in the generated text back to places in the program, and from traces of the model back to states.
#include <algorithm>
#include <unordered_map>

#include "parser/program/translation.h"

namespace aunit::parser::program {

namespace {

/// Origins as the tree that they form by nesting.
class OriginTree {
 public:
  explicit OriginTree(const Translation& translation)
      : origins_(translation.origins), parents_(origins_.size(), noId), innermost_(translation.text.size(), noId) {
    std::ranges::sort(origins_,
                      [](const Origin& a, const Origin& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    for (std::uint32_t i = 0; i < origins_.size(); ++i) {
      parents_[i] = origins_[i].begin < innermost_.size() ? innermost_[origins_[i].begin] : noId;
      std::fill(innermost_.begin() + origins_[i].begin, innermost_.begin() + origins_[i].end, i);
    }
  }

  /// The place of the smallest origin around a stretch of text; `exact` when it is that stretch itself.
  model::Span find(model::Span generated, bool& exact) const {
    exact = false;
    if (generated.begin >= innermost_.size()) return {};
    std::uint32_t i = innermost_[generated.begin];
    while (i != noId && (origins_[i].end < generated.end || origins_[i].begin > generated.begin)) i = parents_[i];
    if (i == noId) return {};
    exact = origins_[i].begin == generated.begin && origins_[i].end == generated.end;
    return origins_[i].span;
  }

 private:
  std::vector<Origin> origins_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> innermost_;  // by byte of the text
};

}  // namespace

void relocate(const Program& program, const Translation& translation, model::FileId generated, model::Model& model,
              model::Tests& tests) {
  const OriginTree tree(translation);
  const auto move = [&](model::Span& span) {
    bool exact = false;
    if (span.file == generated) span = tree.find(span, exact);
    return exact;
  };
  for (model::ExprId id = 0; id < model.exprCount(); ++id) {
    model::Expr& e = model.mutableExpr(id);
    if (e.span.file == generated && !move(e.span)) e.synthetic = true;
  }
  for (model::Sig& sig : model.mutableSigs()) move(sig.span);
  for (model::Field& field : model.mutableFields()) move(field.span);
  for (model::Func& func : model.mutableFuncs()) {
    move(func.span);
    move(func.nameSpan);
  }
  for (model::Fact& fact : model.mutableFacts()) move(fact.span);
  for (model::Assertion& assertion : model.mutableAssertions()) move(assertion.span);
  for (model::ImplicitConstraint& constraint : model.mutableImplicitConstraints()) move(constraint.span);
  for (model::Paragraph& paragraph : model.mutableParagraphs()) move(paragraph.span);
  for (model::Command& command : model.mutableCommands()) {
    move(command.span);
    move(command.scope.span);
    for (model::SigScope& scope : command.scope.sigs) move(scope.span);
  }
  for (std::size_t i = 0; i < tests.valuations.size(); ++i) {
    model::Valuation& valuation = tests.valuations[i];
    valuation.name = program.valuations[i].name;
    valuation.tags = program.valuations[i].tags;
    move(valuation.span);
    move(valuation.nameSpan);
    move(valuation.common.span);
    move(valuation.loopSpan);
    for (model::ValuationState& state : valuation.states) {
      move(state.span);
      for (model::Assignment& assignment : state.assignments) {
        move(assignment.span);
        for (model::NamedTuple& tuple : assignment.tuples)
          for (model::AtomName& atom : tuple) move(atom.span);
      }
    }
  }
  for (std::size_t i = 0; i < tests.tests.size(); ++i) {
    model::Test& test = tests.tests[i];
    test.tags = program.tests[i].tags;
    move(test.span);
    move(test.nameSpan);
    // All commands have the bit width that the program needs; a test without a command of its own is judged with it, too.
    if (test.command == model::noId && !translation.commands.empty()) test.command = 0;
  }
}

std::vector<State> statesOf(const Program& program, const Translation& translation, const model::Model& model,
                            const model::Instance& instance) {
  std::unordered_map<std::string, model::FieldId> fields;
  for (model::FieldId f = 0; f < model.fields().size(); ++f) fields[model.field(f).name] = f;
  // An atom of a signature with one atom carries its name, with or without a number behind it.
  const auto indexOf = [](std::string atom, const std::vector<std::string>& names) {
    atom = atom.substr(0, atom.find('$'));
    return static_cast<std::int64_t>(std::ranges::find(names, atom) - names.begin());
  };
  std::vector<State> states;
  for (const model::State& s : instance.states) {
    State state;
    const auto atomIn = [&](const std::string& field) {
      model::Atom atom = 0;
      s.fields[fields.at(field)].forEach([&](std::span<const model::Atom> tuple) { atom = tuple[1]; });
      return atom;
    };
    for (VariableId v = 0; v < program.variables.size(); ++v) {
      const Domain& domain = program.variables[v].domain;
      const model::Atom atom = atomIn(translation.variables[v]);
      if (domain.sort == Sort::integer)
        state.values.push_back(instance.universe->intValue(atom));
      else if (domain.sort == Sort::boolean)
        state.values.push_back(instance.universe->name(atom).starts_with("True"));
      else
        state.values.push_back(indexOf(instance.universe->name(atom), translation.members[domain.enumeration]));
    }
    for (ProcessId p = 0; p < program.processes.size(); ++p)
      state.locations.push_back(
          static_cast<LocationId>(indexOf(instance.universe->name(atomIn(translation.processes[p])), translation.locations[p])));
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace aunit::parser::program
