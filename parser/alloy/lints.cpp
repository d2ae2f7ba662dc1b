#include "parser/alloy/lints.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace aunit::parser::alloy {

using model::Command;
using model::ExprId;
using model::Multiplicity;
using model::Op;

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
    for (const Command& command : model_.commands()) {
      if (command.isDefault) continue;
      look(command);
    }
    std::vector<bool> seen(model_.exprCount());
    for (const model::Test& test : tests.tests)
      if (test.valuation != model::noId && test.command == model::noId) look(test, seen);
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

  void look(const Command& command) {
    model::Span otherState;
    std::vector<bool> seen(model_.exprCount());
    reach(command.formula, seen, [&](const model::Expr& e) {
      if (!otherState.known() && (model::isTemporal(e.op) || e.op == Op::prime)) otherState = e.span;
      if (e.op == Op::integer)
        wideNumber(command.scope.bitwidth < 0 ? defaultBitwidth : command.scope.bitwidth, command.label, e,
                   "`{} int` in its scope would be enough.");
    });
    if (!command.temporal && otherState.known()) hiddenTime(command, otherState);
  }

  /// A test of a valuation without a command has the usual integers.
  void look(const model::Test& test, std::vector<bool>& seen) {
    reach(test.formula, seen, [&](const model::Expr& e) {
      if (e.op == Op::integer)
        wideNumber(defaultBitwidth, test.name, e, "`{0} int` is enough: `satisfies run {{ ... }} for 3 but {0} int`.");
    });
  }

  // 13.1: whether a command has traces is not seen in what it calls.
  void hiddenTime(const Command& command, const model::Span& otherState) {
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

  /// Visits all that a command or test depends on and that was not seen before: facts, declarations, its formula, and what these
  /// call.
  template <typename Visit>
  void reach(ExprId formula, std::vector<bool>& seen, Visit visit) const {
    std::vector<ExprId> open{formula};
    for (const model::Fact& fact : model_.facts()) open.push_back(fact.body);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) open.push_back(constraint.formula);
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      if (id == model::noId || seen[id]) continue;
      seen[id] = true;
      const model::Expr& e = model_.expr(id);
      visit(e);
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
};

}  // namespace

void addLints(const model::Model& model, const model::Tests& tests, const model::SourceMap& sources,
              model::Diagnostics& diagnostics) {
  Lints(model, sources, diagnostics).run(tests);
}

}  // namespace aunit::parser::alloy
