#include "strength/claims/title.h"

#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/judge.h"
#include "evaluator/reason.h"
#include "suite/text/reason_text.h"
#include "suite/text/value_text.h"
#include "support/utf8.h"

namespace aunit::strength {

using model::Instance;
using model::Model;

namespace {

constexpr std::size_t longestFormula = 70, longestCall = 40;  // limits for the text of a formula and of a call, in code points

enum class Detail { tuples, counts, atoms };

/// The contents of the first state: "2 Node, link = N0->N1, no Edge", "2 Node, 1 link, no Edge", "2 Node, no Edge". If there are
/// several states, their number follows.
std::string contents(const Model& model, const Instance& instance, Detail detail) {
  const model::State& state = instance.states[0];
  const auto isLibrary = [&](model::SigId id) { return model.modules()[model.sig(id).module].library; };
  std::vector<std::string> there, missing;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.isMeta || sig.isEnum || isLibrary(id)) continue;
    const std::size_t atoms = state.sigs[id].size();
    const bool topLevel = !sig.subset && sig.parents[0] == model::builtin::univ;
    if (atoms == 0 && topLevel) missing.push_back("no " + sig.name);
    const bool usual = sig.multiplicity == model::Multiplicity::one && atoms == 1;
    if (atoms != 0 && !usual && sig.children.empty()) there.push_back(fmt::format("{} {}", atoms, sig.name));
  }
  for (model::FieldId id = 0; detail != Detail::atoms && id < model.fields().size(); ++id) {
    const model::Field& field = model.field(id);
    if (field.isMeta || isLibrary(field.sig) || state.fields[id].empty()) continue;
    there.push_back(
        detail == Detail::tuples
            ? fmt::format("{} = {}", field.name, fmt::join(suite::tupleTexts(state.fields[id], *instance.universe), " + "))
            : fmt::format("{} {}", state.fields[id].size(), field.name));
  }
  for (std::string& none : missing) there.push_back(std::move(none));
  if (instance.states.size() > 1) there.push_back(fmt::format("{} states", instance.states.size()));
  return there.empty() ? "nothing at all" : fmt::format("{}", fmt::join(there, ", "));
}

/// The most detailed contents that are short enough to read.
std::string contents(const Model& model, const Instance& instance) {
  for (const Detail detail : {Detail::tuples, Detail::counts})
    if (std::string text = contents(model, instance, detail); support::codePoints(text) <= longestFormula) return text;
  return contents(model, instance, Detail::atoms);
}

/// Returns a reason as text: "`lone n.link` is false with n = N0". Returns nothing if the text is too long, or if the formula
/// holds and no single part of it is the reason.
std::optional<std::string> because(const parser::Loaded& loaded, const Instance& instance, const evaluator::Reason& whole) {
  const evaluator::Reason reason = evaluator::innermost(whole);
  if (reason.actual && reason.formula == whole.formula) return std::nullopt;
  const suite::ReasonText text = suite::textOf(loaded, instance, reason);
  if (text.formula.empty() || !text.parts.empty() || support::codePoints(text.formula) > longestFormula) return std::nullopt;
  std::string out = fmt::format("`{}` is {}", text.formula, text.actual);
  if (text.state >= 0) out += fmt::format(" in state {}", text.state);
  std::vector<std::string> bound;
  for (const suite::NamedValue& value : text.bound)
    if (!value.value.starts_with('{')) bound.push_back(value.name + " = " + value.value);  // omits sets, which may be long
  if (!bound.empty()) out += fmt::format(" with {}", fmt::join(bound, ", "));
  return out;
}

/// Says which constraint the instance violates first.
std::optional<std::string> broken(const parser::Loaded& loaded, const Instance& instance, const evaluator::Options& options) {
  const Model& model = *loaded.model;
  evaluator::Evaluator evaluator(model, options);
  const evaluator::Question facts{.constraints = evaluator::constraintsOf(model)};
  const evaluator::Verdict verdict = evaluator::judge(evaluator, instance, facts);
  if (!verdict.broken) return std::nullopt;
  const evaluator::Broken& first = *verdict.broken;
  if (first.part == evaluator::Part::fact) {
    const auto why = because(loaded, instance, evaluator::reasonFor(model, instance, first.formula, options));
    if (why) return why;
  }
  const std::string seen = contents(model, instance);
  const auto declared = [&](model::ImplicitKind kind) {
    return first.part == evaluator::Part::implicit && model.implicitConstraints()[first.index].kind == kind;
  };
  if (declared(model::ImplicitKind::fieldBound)) {
    const model::Field& field = model.field(first.field);
    return fmt::format("{} is not {}: {}", field.name, loaded.sources.text(model.expr(field.bound).span), seen);
  }
  if (declared(model::ImplicitKind::sigMultiplicity)) {
    const std::size_t atoms = instance.states[0].sigs[first.sig].size();
    return fmt::format("{} has {} atom{}", model.sig(first.sig).name, atoms, atoms == 1 ? "" : "s");
  }
  return fmt::format("{}: {}", first.message, seen);
}

}  // namespace

std::string titleOf(const parser::Loaded& loaded, const Claim& claim, const evaluator::Options& options) {
  const Model& model = *loaded.model;
  const Instance instance = named(model, claim);
  const std::string seen = contents(model, instance);
  const auto* truth = std::get_if<bool>(&claim.value);
  if (claim.about != Claim::Topic::value && !*truth)
    if (const auto why = broken(loaded, instance, options)) return "invalid: " + *why;
  if (claim.assertion != model::noId)
    return fmt::format("{} counterexample to {}: {}", *truth ? "a" : "no", model.assertions()[claim.assertion].name, seen);
  if (claim.function == model::noId) return (*truth ? "valid: " : "invalid: ") + seen;
  const model::Func& function = model.func(claim.function);
  std::string call = formulaText(model, claim, *instance.universe);
  if (support::codePoints(call) > longestCall) call = function.name;
  if (!truth) return fmt::format("{}: {}", call, seen);
  if (support::codePoints(callText(model, claim, *instance.universe)) <= longestCall)
    call = callText(model, claim, *instance.universe);
  std::vector<evaluator::Binding> given;
  for (std::size_t i = 0; i < claim.arguments.size(); ++i) given.push_back({function.variables[i], claim.arguments[i]});
  const auto why = because(loaded, instance, evaluator::reasonFor(model, instance, function.body, options, given));
  return fmt::format("{} {}: {}", call, *truth ? "holds" : "fails", why.value_or(seen));
}

}  // namespace aunit::strength
