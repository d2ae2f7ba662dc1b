#include "parser/alloy/lints.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/formula_lints.h"

namespace aunit::parser::alloy {

using namespace model;

namespace {

constexpr int defaultBitwidth = 4;

class Lints {
 public:
  Lints(const model::Model& model, const model::SourceMap& sources, model::Diagnostics& diagnostics)
      : model_(model), sources_(sources), diagnostics_(diagnostics) {
    for (const model::Module& module : model.modules())
      if (module.library) library_.insert(module.file);
  }

  void run(const model::Tests& tests) {
    for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id) abstractWithoutChildren(model_.sig(id));
    for (ExprId id = 0; id < model_.exprCount(); ++id) nestedMultiplicity(id);
    addFormulaLints(
        model_, sources_, [this](const model::Span& span) { return isWritten(span); }, diagnostics_);
    for (const model::Fact& fact : model_.facts()) reach(fact.body, everywhere_);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) reach(constraint.formula, everywhere_);
    for (const model::Command& command : model_.commands()) {
      if (command.isDefault) continue;
      ++round_;
      look(command, command.scope);
    }
    ++round_;
    for (const model::Test& test : tests.tests) {
      if (test.valuation == model::noId || test.command != model::noId) continue;
      const model::Valuation& valuation = tests.valuations[test.valuation];
      if (valuation.file.empty()) look(test, valuation);  // a file has integers of its own
    }
  }

  void run(const model::Command& command, const model::Scope& scope) {
    for (const model::Fact& fact : model_.facts()) reach(fact.body, everywhere_);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) reach(constraint.formula, everywhere_);
    ++round_;
    look(command, scope);
  }

 private:
  bool isWritten(const model::Span& span) const { return span.known() && !library_.count(span.file); }

  // 9: it behaves like any other signature.
  void abstractWithoutChildren(const model::Sig& sig) {
    if (!sig.isAbstract || sig.isMeta || !sig.children.empty() || !isWritten(sig.span)) return;
    diagnostics_.warning("abstract", sig.span,
                         fmt::format("no signature extends the abstract \"{}\": it may have atoms all the same", sig.name));
  }

  // 10.3: A -> lone B -> one C is A -> lone (B -> one C).
  void nestedMultiplicity(ExprId id) {
    const model::Expr& arrow = model_.expr(id);
    if (arrow.op != Op::product || arrow.rightMultiplicity == Multiplicity::set || !isWritten(arrow.span)) return;
    const model::Expr& right = model_.expr(model_.child(id, 1));
    const std::string_view text = sources_.text(right.span);
    if (right.op != Op::product || text.starts_with("(")) return;
    diagnostics_
        .warning("arrow", arrow.span,
                 fmt::format("the multiplicity in front of `{}` is about its tuples, not about their first atoms", text))
        .hints.push_back("Arrows associate to the right; with the right side in parentheses it is clear that this is meant.");
  }

  void look(const model::Command& command, const model::Scope& scope) {
    Findings own;
    reach(command.formula, own);
    const int bitwidth = scope.bitwidth < 0 ? defaultBitwidth : scope.bitwidth;
    for (Findings* findings : {&everywhere_, &own})
      for (const ExprId number : findings->numbers)
        wideNumber(bitwidth, command.label, model_.expr(number), "`{} int` in its scope would be enough.");
    const model::Span otherState = everywhere_.otherState.known() ? everywhere_.otherState : own.otherState;
    if (!command.temporal && !command.isDefault && otherState.known()) hiddenTime(command, otherState);
  }

  /// A test of a valuation without a command has the integers that the valuation states, or else the usual ones.
  void look(const model::Test& test, const model::Valuation& valuation) {
    Findings own;
    reach(test.formula, own);
    for (Findings* findings : {&everywhere_, &own})
      for (const ExprId number : findings->numbers)
        wideNumber(valuation.integers.bitwidth < 0 ? defaultBitwidth : valuation.integers.bitwidth, test.name,
                   model_.expr(number), "`{0} int` is enough: `val ... for {0} int {{ ... }}`.");
  }

  // 13.1: whether a command has traces is not seen in what it calls.
  void hiddenTime(const model::Command& command, const model::Span& otherState) {
    model::Diagnostic& warning = diagnostics_.warning(
        "time", command.span, fmt::format("\"{}\" has a single state, though what it calls speaks of others", command.label));
    warning.related.push_back({otherState, "here"});
    warning.hints.push_back(
        "A command has traces where something is `var`, or where a fact or the command itself holds a temporal operator.");
  }

  // 11: numbers wrap around.
  void wideNumber(int bitwidth, const std::string& where, const model::Expr& e, const char* remedy) {
    const auto number = static_cast<std::int32_t>(e.payload);
    const auto fits = [number](int bits) {
      return number >= -(std::int64_t{1} << (bits - 1)) && number < std::int64_t{1} << (bits - 1);
    };
    if (bitwidth < 1 || bitwidth > 31 || fits(bitwidth) || !isWritten(e.span) ||
        !warnedNumbers_.emplace(e.span.file, e.span.begin).second)
      return;
    int enough = bitwidth;
    while (!fits(enough)) ++enough;
    diagnostics_
        .warning("bitwidth", e.span,
                 fmt::format("{} does not fit the {} bits that integers have in \"{}\"", number, bitwidth, where))
        .hints.push_back(fmt::format(fmt::runtime(remedy), enough));
  }

  struct Findings {
    model::Span otherState;       // the first temporal operator or prime
    std::vector<ExprId> numbers;  // literals
  };

  /// Collects the findings in a formula and in what it calls, except parts seen in this round or on behalf of all commands.
  void reach(ExprId formula, Findings& findings) {
    std::vector<ExprId> open{formula};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (id == model::noId || seenIn_[id] == forAll || seenIn_[id] == round_) continue;
      seenIn_[id] = round_;
      const model::Expr& e = model_.expr(id);
      const bool isOfOtherStates = model::isTemporal(e.op) || e.op == Op::prime;
      if (isOfOtherStates && !e.synthetic && !findings.otherState.known()) findings.otherState = e.span;
      if (e.op == Op::integer) findings.numbers.push_back(id);
      if (e.op == Op::call) open.push_back(model_.func(e.payload).body);
      for (const ExprId child : model_.children(id)) open.push_back(child);
      for (const model::Decl& decl : model_.decls(id)) open.push_back(decl.bound);
    }
  }

  const model::Model& model_;
  const model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  std::set<model::FileId> library_;
  std::set<std::pair<model::FileId, std::uint32_t>> warnedNumbers_;
  static constexpr std::uint32_t forAll = 1;
  Findings everywhere_;  // in facts and declarations, on which all commands depend
  std::uint32_t round_ = forAll;
  std::vector<std::uint32_t> seenIn_ = std::vector<std::uint32_t>(model_.exprCount());  // by expression: the last round
};

}  // namespace

void addLints(const model::Model& model, const model::Tests& tests, const model::SourceMap& sources,
              model::Diagnostics& diagnostics) {
  Lints(model, sources, diagnostics).run(tests);
}

void addCommandLints(const model::Model& model, const model::Command& command, const model::Scope& scope,
                     const model::SourceMap& sources, model::Diagnostics& diagnostics) {
  Lints(model, sources, diagnostics).run(command, scope);
}

}  // namespace aunit::parser::alloy
