#include "tests/strength/structure.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace aunit::strength::testing_ {

using namespace model;

namespace {

class StructureWriter {
 public:
  explicit StructureWriter(const Model& model) : model_(model) {}

  std::string formula(ExprId id) {
    bound_.clear();
    return id == noId ? "-" : of(id);
  }
  /// An implicit constraint, in which a quantifier over a `one` signature is left out.
  std::string implicit(ExprId id) {
    bound_.clear();
    only_ = noId;
    const Expr& e = model_.expr(id);
    if (e.op == Op::always && !model_.expr(model_.child(id, 0)).variable)
      return implicit(model_.child(id, 0));  // for all states or one
    if (e.op == Op::always) return fmt::format("({} {})", static_cast<int>(e.op), implicit(model_.child(id, 0)));
    if (e.op != Op::quantAll || model_.decls(id).size() != 1) return of(id);
    const model::Decl& decl = model_.decls(id)[0];
    const Expr& over = model_.expr(decl.bound);
    if (over.op != Op::sig || model_.sig(over.payload).multiplicity != Multiplicity::one || decl.variableCount != 1)
      return of(id);
    if (model_.variable(decl.firstVariable).kind != model::VarKind::receiver) return of(id);
    only_ = decl.firstVariable;
    onlySig_ = over.payload;
    const std::string text = of(model_.child(id, 0));
    only_ = noId;
    return text;
  }
  std::string function(const model::Func& f, ExprId body) {
    bound_.clear();
    std::string text = f.label;
    for (const model::Decl& decl : f.params) text += " " + declaration(decl);
    return text + " = " + (body == noId ? "-" : of(body));
  }

 private:
  std::string declaration(const model::Decl& decl) {
    std::string text =
        fmt::format("[{}{}", decl.disjoint && decl.variableCount > 1 ? "disj " : "", static_cast<int>(decl.multiplicity));
    text += " " + of(decl.bound);
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) bound_.push_back(decl.firstVariable + i);
    return text + fmt::format(" *{}]", decl.variableCount);
  }

  void flatten(Op op, ExprId id, std::vector<std::string>& out) {
    const Expr& e = model_.expr(id);
    if (e.op != op) {
      std::string text = of(id);
      if (text != (op == Op::and_ ? "true" : "false")) out.push_back(std::move(text));
      return;
    }
    for (const ExprId child : model_.children(id)) flatten(op, child, out);
  }

  std::string of(ExprId id) {
    const Expr& e = model_.expr(id);
    switch (e.op) {
      case Op::true_: return "true";
      case Op::false_: return "false";
      case Op::sig: return model_.sig(e.payload).label;
      case Op::field: return "." + model_.field(e.payload).label;
      case Op::variable: {
        if (e.payload == only_) return model_.sig(onlySig_).label;
        const auto at = std::find(bound_.rbegin(), bound_.rend(), e.payload);
        return at == bound_.rend() ? "?" + model_.variable(e.payload).name : fmt::format("v{}", bound_.rend() - at);
      }
      case Op::integer: return std::to_string(static_cast<std::int32_t>(e.payload));
      case Op::stringAtom:
      case Op::atom:
      case Op::skolem: return model_.strings()[e.payload];
      case Op::and_:
      case Op::or_: {
        std::vector<std::string> parts;
        flatten(e.op, id, parts);
        if (parts.empty()) return e.op == Op::and_ ? "true" : "false";
        if (parts.size() == 1) return parts[0];
        return fmt::format("({} {})", e.op == Op::and_ ? "and" : "or", fmt::join(parts, " "));
      }
      case Op::bound:
        if (e.rightMultiplicity == Multiplicity::set) return of(model_.child(id, 0));
        break;
      case Op::no:
      case Op::some:
        if (const Expr& set = model_.expr(model_.child(id, 0)); set.op == Op::sig && set.payload == model::builtin::none)
          return e.op == Op::no ? "true" : "false";
        break;
      case Op::sumOf:
        if (const Expr& atom = model_.expr(model_.child(id, 0)); atom.op == Op::integerAtom)
          return of(model_.child(model_.child(id, 0), 0));
        break;
      case Op::domainRestriction: {
        const Expr &left = model_.expr(model_.child(id, 0)), &right = model_.expr(model_.child(id, 1));
        if (left.op == Op::sig && right.op == Op::field && model_.field(right.payload).sig == left.payload)
          return of(model_.child(id, 1));
        break;
      }
      default: break;
    }
    const std::size_t outer = bound_.size();
    std::string text = fmt::format("({}{}", e.negated ? "!" : "", static_cast<int>(e.op));
    if (e.op == Op::bound || e.op == Op::product)
      text += fmt::format("/{}{}", static_cast<int>(e.leftMultiplicity), static_cast<int>(e.rightMultiplicity));
    if (e.op == Op::call) text += " " + model_.func(e.payload).label;
    for (const model::Decl& decl : model_.decls(id)) text += " " + declaration(decl);
    for (std::uint32_t i = 0; i < e.childCount; ++i) {
      if (e.op == Op::let && i == 1) bound_.push_back(e.payload);
      text += " " + of(model_.child(id, i));
    }
    bound_.resize(outer);
    return text + ")";
  }

  const Model& model_;
  std::vector<VarId> bound_;
  VarId only_ = noId;  // the variable that stands for the only atom of `onlySig_`
  model::SigId onlySig_ = noId;
};

/// Whether to skip a constraint, because it depends on the order of signatures in the text, or is about values of the only atom
/// of a signature.
bool isVoid(const Model& model, const model::ImplicitConstraint& constraint) {
  return constraint.sig == model::builtin::univ ||
         (constraint.kind == model::ImplicitKind::disjointValues && model.sig(constraint.sig).multiplicity == Multiplicity::one);
}

std::vector<std::string> structure(const Model& model, const std::function<ExprId(ExprId)>& now,
                                   const std::function<ExprId(std::uint32_t)>& implicit, ExprId added, std::size_t functions) {
  StructureWriter write(model);
  std::vector<std::string> lines;
  const auto formula = [&](ExprId id) { return write.formula(id == noId ? noId : now(id)); };
  for (model::SigId s = model::builtin::count; s < model.sigs().size(); ++s) {
    const model::Sig& sig = model.sig(s);
    std::string line =
        fmt::format("sig {} {}{}{}{}", sig.label, static_cast<int>(sig.multiplicity), sig.isAbstract, sig.isVar, sig.subsetExact);
    for (const model::SigId parent : sig.parents) line += " " + model.sig(parent).label;
    lines.push_back(line);
  }
  for (const model::Field& f : model.fields()) lines.push_back(fmt::format("field {} {}{}", f.label, f.isVar, f.defined));
  for (std::size_t f = 0; f < functions; ++f) {
    const model::Func function = model.funcs()[f];
    lines.push_back("fun " + write.function(function, function.body == noId ? noId : now(function.body)));
  }
  for (const model::Fact& fact : model.facts())
    if (!fact.name.empty()) lines.push_back(fmt::format("fact {} {}", fact.name, formula(fact.body)));
  for (const model::Assertion& assertion : model.assertions())
    lines.push_back(fmt::format("assert {} {}", assertion.label, formula(assertion.body)));
  for (const model::Command& command : model.commands())
    lines.push_back(fmt::format("command {} {}", command.label, formula(command.formula)));
  for (std::uint32_t i = 0; i < model.implicitConstraints().size(); ++i)
    if (const ExprId id = implicit(i); id != noId && !isVoid(model, model.implicitConstraints()[i]))
      lines.push_back("implicit " + write.implicit(id));
  if (added != noId) lines.push_back("implicit " + write.formula(added));
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()),
              lines.end());  // in an overlay, a recursive function has two forms; both become the same line
  return lines;
}

}  // namespace

std::vector<std::string> structureOf(const Model& model) {
  return structure(
      model, [](ExprId id) { return id; }, [&](std::uint32_t i) { return model.implicitConstraints()[i].formula; }, noId,
      model.funcs().size());
}

std::vector<std::string> structureOf(model::Overlay& overlay) {
  const std::size_t functions = overlay.model().funcs().size();
  return structure(
      overlay.model(), [&](ExprId id) { return overlay.now(id); }, [&](std::uint32_t i) { return overlay.nowImplicit(i); },
      overlay.added(), functions);
}

std::string difference(const std::vector<std::string>& judged, const std::vector<std::string>& shown) {
  std::vector<std::string> only[2];
  std::ranges::set_difference(judged, shown, std::back_inserter(only[0]));
  std::ranges::set_difference(shown, judged, std::back_inserter(only[1]));
  std::string text;
  for (const auto& [side, lines] : {std::pair("judged", &only[0]), std::pair("shown ", &only[1])})
    for (std::size_t i = 0; i < lines->size() && i < 3; ++i) text += fmt::format("{}: {}\n", side, (*lines)[i]);
  return text;
}

void expectReadBack(const std::vector<std::string>& judged, const parser::Loaded& loaded, const std::string& path,
                    const parser::LoadOptions& how, const std::vector<Replacement>& edits) {
  std::string what = path;
  for (const Replacement& edit : edits)
    what += fmt::format("\nat {}: {} becomes {}", loaded.sources.describe(edit.span), loaded.sources.text(edit.span), edit.text);
  const auto shown = edited(loaded, path, how, edits);
  if (shown->model)
    EXPECT_EQ(difference(judged, structureOf(*shown->model)), "") << what;
  else
    ADD_FAILURE() << what << "\n" << model::render(shown->diagnostics.errorsSince(0), shown->sources, false);
}

}  // namespace aunit::strength::testing_
