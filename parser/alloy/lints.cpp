#include "parser/alloy/lints.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/one_line.h"
#include "parser/alloy/formula_lints.h"
#include "parser/alloy/time_lints.h"

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
    addTimeLints(
        model_, [this](const model::Span& span) { return isWritten(span); }, diagnostics_);
    for (const model::Fact& fact : model_.facts()) reach(fact.body, everywhere_);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints()) reach(constraint.formula, everywhere_);
    const std::vector<model::Command>& commands = model_.commands();
    if (std::ranges::all_of(commands, &model::Command::isDefault) && tests.tests.empty())
      for (const model::Assertion& assertion : model_.assertions())
        if (assertion.module == 0)
          diagnostics_.warning("unchecked", assertion.nameSpan, fmt::format("no command checks `{}`", assertion.name));
    for (const model::Command& command : commands) {
      if (command.isDefault) continue;
      ++round_;
      look(command, command.scope);
    }
    int widthOfRound = -1;
    for (const model::Test& test : tests.tests) {
      if (test.valuation == model::noId || test.command != model::noId) continue;
      const model::Valuation& valuation = tests.valuations[test.valuation];
      if (!valuation.file.empty()) continue;  // its integers have the bit width of the file
      const int bitwidth = valuation.integers.bitwidth < 0 ? defaultBitwidth : valuation.integers.bitwidth;
      // Successive tests with the same bit width are one round: a predicate that several of them use is visited only once.
      if (std::exchange(widthOfRound, bitwidth) != bitwidth) ++round_;
      look(test, bitwidth);
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

  // Language reference 9: an abstract signature without children behaves as if it were not abstract.
  void abstractWithoutChildren(const model::Sig& sig) {
    if (!sig.isAbstract || sig.isMeta || !sig.children.empty() || !isWritten(sig.span)) return;
    model::Diagnostic& warning = diagnostics_.warning(
        "abstract", sig.span,
        fmt::format("no signature extends \"{0}\", so `abstract` has no effect: \"{0}\" itself can have atoms", sig.name));
    const auto subset = std::ranges::find_if(model_.sigs(), [&](const model::Sig& other) {
      return other.subset && !other.parents.empty() && &model_.sig(other.parents.front()) == &sig;
    });
    if (subset != model_.sigs().end())
      warning.hints.push_back(
          fmt::format("`{}` is declared as a subset (`in {}`): did you mean `extends {}`?", subset->name, sig.name, sig.name));
  }

  // Language reference 10.3: `A -> lone B -> one C` is `A -> lone (B -> one C)`: it limits pairs.
  void nestedMultiplicity(ExprId id) {
    const model::Expr& arrow = model_.expr(id);
    if (arrow.op != Op::product || arrow.rightMultiplicity == Multiplicity::set || !isWritten(arrow.span)) return;
    const model::Expr& right = model_.expr(model_.child(id, 1));
    const std::string_view text = sources_.text(right.span);
    if (right.op != Op::product || text.starts_with("(")) return;
    diagnostics_
        .warning("arrow", arrow.span,
                 fmt::format("the multiplicity before `{}` limits the number of tuples of this product, not of their first atoms",
                             text))
        .hints.push_back("Arrows associate to the right. If this limit is what you mean, put the right side in parentheses.");
  }

  void look(const model::Command& command, const model::Scope& scope) {
    Findings own;
    reach(command.formula, own);
    const int bitwidth = scope.bitwidth < 0 ? defaultBitwidth : scope.bitwidth;
    for (Findings* findings : {&everywhere_, &own}) {
      for (const ExprId number : findings->numbers)
        wideNumber(bitwidth, command.label, model_.expr(number), "`{} int` in the command's scope is enough.");
      for (const ExprId size : findings->sizes) smallScope(scope, command.label, size);
    }
    const model::Span otherState = everywhere_.otherState.known() ? everywhere_.otherState : own.otherState;
    if (!command.temporal && !command.isDefault && otherState.known()) hiddenTime(command, otherState);
  }

  /// Checks a test that is about a valuation and names no command. `bitwidth`: the bit width that the valuation states, or the
  /// default if it states none.
  void look(const model::Test& test, int bitwidth) {
    Findings own;
    reach(test.formula, own);
    for (Findings* findings : {&everywhere_, &own})
      for (const ExprId number : findings->numbers)
        wideNumber(bitwidth, test.name, model_.expr(number), "`{0} int` is enough: write `val ... for {0} int {{ ... }}`.");
  }

  // Language reference 13.1: a command is not solved over traces if only called predicates and functions are temporal.
  void hiddenTime(const model::Command& command, const model::Span& otherState) {
    model::Diagnostic& warning = diagnostics_.warning(
        "time", command.span,
        fmt::format("\"{}\" is solved for one state only, although a called predicate or function refers to other states",
                    command.label));
    warning.related.push_back({otherState, "here"});
    warning.hints.push_back(
        "A command has traces if the model has a `var`, or if a fact or the command itself has a temporal operator.");
  }

  // Language reference 11: too large numbers wrap around.
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

  // Language reference 12: the scope allows fewer atoms than a comparison such as `#A = 5` requires.
  void smallScope(const model::Scope& scope, const std::string& where, ExprId comparison) {
    const model::Expr& e = model_.expr(comparison);
    const bool isLeft = model_.expr(model_.child(comparison, 0)).op == Op::cardinality;
    const ExprId set = model_.child(model_.child(comparison, isLeft ? 0 : 1), 0);
    const auto number = static_cast<std::int32_t>(model_.expr(model_.child(comparison, isLeft ? 1 : 0)).payload);
    const SigId sig = signatureOf(set);
    const int most = mostAtoms(scope, sig);
    const bool isStrict = e.op == (isLeft ? Op::greater : Op::less);
    const bool isAtLeast = e.op == Op::integerEqual || e.op == (isLeft ? Op::greaterEqual : Op::lessEqual);
    const int needed = isStrict ? number + 1 : number;
    const model::Span& literal = model_.expr(model_.child(comparison, isLeft ? 1 : 0)).span;
    const bool isKnown = warnedNumbers_.contains({literal.file, literal.begin});  // the number has a warning already
    if (most < 0 || !(isStrict || isAtLeast) || needed <= most || isKnown || !isWritten(e.span) ||
        !warnedNumbers_.emplace(e.span.file, e.span.begin).second)
      return;
    const std::string& name = model_.sig(sig).name;
    diagnostics_
        .warning("scope", e.span,
                 fmt::format("`{}` is never true in \"{}\": its scope allows at most {} of `{}`",
                             onOneLine(sources_.text(e.span)), where, most, name))
        .hints.push_back(fmt::format("`but {} {}` in the command's scope is enough.", needed, name));
  }

  /// Returns how many atoms the scope allows in a signature; -1 if this function cannot tell.
  int mostAtoms(const model::Scope& scope, SigId id) const {
    const model::Sig& sig = model_.sig(id);
    for (const model::SigScope& own : scope.sigs)
      if (own.sig == id) return own.end > own.start ? -1 : own.start;
    constexpr int usual = 3;
    if (sig.builtin || !model_.isTopLevel(id) || !sig.children.empty() || sig.multiplicity != Multiplicity::set) return -1;
    return scope.overall >= 0 ? scope.overall : scope.sigs.empty() ? usual : -1;
  }

  struct Findings {
    model::Span otherState;       // span of the first temporal operator or prime
    std::vector<ExprId> numbers;  // integer literals
    std::vector<ExprId> sizes;    // comparisons of the number of a signature's atoms with a literal
  };

  /// Returns the only signature in the type of a set; noId if there are several.
  SigId signatureOf(ExprId set) const {
    const auto& products = model_.type(model_.expr(set).type).products;
    return products.size() == 1 && products.front().size() == 1 ? products.front().front() : model::noId;
  }

  /// Whether a comparison relates the size of a signature to a literal, such as `#A = 5`.
  bool isSize(ExprId comparison) const {
    const ExprId left = model_.child(comparison, 0), right = model_.child(comparison, 1);
    const auto isCount = [&](ExprId id) {
      return model_.expr(id).op == Op::cardinality && signatureOf(model_.child(id, 0)) != model::noId;
    };
    const auto isLiteral = [&](ExprId id) { return model_.expr(id).op == Op::integer; };
    return (isCount(left) && isLiteral(right)) || (isCount(right) && isLiteral(left));
  }

  /// Collects the findings in a formula and in the bodies that it calls. Skips nodes that it has already seen for `everywhere_`
  /// or in this round. A round is for one command, or for successive tests with the same bit width.
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
      if (e.op >= Op::integerEqual && e.op <= Op::greaterEqual && !e.negated && isSize(id)) findings.sizes.push_back(id);
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
  Findings everywhere_;  // findings in facts and declarations, which affect all commands
  std::uint32_t round_ = forAll;
  std::vector<std::uint32_t> seenIn_ = std::vector<std::uint32_t>(model_.exprCount());  // by expression: last round that saw it
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
