#include "suite/reasons/violated_constraint.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "evaluator/reason.h"

namespace aunit::suite {

using evaluator::Broken;
using evaluator::Part;
using namespace model;

namespace {

/// Whether a formula is `body`, or a copy of `body` that an overlay has made.
bool isBody(const Model& model, ExprId formula, ExprId body) {
  if (body == noId || formula == body) return formula == body;
  const model::Span written = model.expr(body).span;
  return written.known() && model.expr(formula).span == written;
}

/// Whether a formula states exactly what a predicate or an assertion states: `p`, `run p`, `check a`.
bool asks(const Model& model, ExprId formula, Named what, std::uint32_t id) {
  const model::Expr& e = model.expr(formula);
  if (what == Named::assertion) {
    const ExprId body = model.assertions()[id].body;
    return isBody(model, formula, body) || (e.op == Op::not_ && isBody(model, model.child(formula, 0), body));
  }
  const model::Func& predicate = model.func(id);
  if (e.op == Op::call) return model.func(e.payload).label == predicate.label;
  return isBody(model, formula, predicate.body) ||
         (e.op == Op::quantSome && !predicate.params.empty() && isBody(model, model.child(formula, 0), predicate.body));
}

bool isPart(const Model& model, const evaluator::Reason& reason, const Because& because) {
  return (reason.formula != noId && asks(model, reason.formula, because.what, because.id)) ||
         std::ranges::any_of(reason.parts, [&](const evaluator::Reason& part) { return isPart(model, part, because); });
}

/// The place of the declaration that a test names after `because`.
model::Span spanOf(const Model& model, const Because& because) {
  using Kind = model::Paragraph::Kind;
  if (because.what == Named::field) return model.field(because.id).span;
  const Kind kind = because.what == Named::fact        ? Kind::fact
                    : because.what == Named::predicate ? Kind::predicate
                    : because.what == Named::assertion ? Kind::assertion
                                                       : Kind::sig;
  for (const model::Paragraph& paragraph : model.paragraphs())
    if (paragraph.kind == kind && paragraph.id == because.id) return paragraph.span;
  return {};
}

std::string fieldName(const Model& model, model::FieldId id) {
  const model::Field& field = model.field(id);
  const auto alike = std::ranges::count(model.fields(), field.name, &model::Field::name);
  return alike == 1 ? field.name : fmt::format("{} <: {}", model.sig(field.sig).name, field.name);
}

}  // namespace

std::string nameOf(const Model& model, const Because& because) {
  const auto named = [&](const std::string& name) {
    const bool isText = name.find(' ') != std::string::npos;
    return fmt::format("{0} {1}{2}{1}", words(because.what), isText ? "\"" : "", name);
  };
  switch (because.what) {
    case Named::fact: return named(model.facts()[because.id].name);
    case Named::field: return fmt::format("{} {}", words(because.what), fieldName(model, because.id));
    case Named::predicate: return named(model.func(because.id).name);
    case Named::assertion: return named(model.assertions()[because.id].name);
    case Named::sig:
    case Named::scope: return named(model.sig(because.id).name);
  }
  return {};
}

std::string ViolatedConstraints::nameOf(const Broken& broken) {
  const Model& model = *loaded_.model;
  const auto name = [&](Named what, std::uint32_t id) { return suite::nameOf(model, {what, id, {}}); };
  switch (broken.part) {
    case Part::states:
    case Part::implicit:
      if (broken.field != noId) return name(Named::field, broken.field);
      return broken.sig == noId ? "the declarations" : name(Named::sig, broken.sig);
    case Part::fact:
      if (model.facts()[broken.index].name.find('$') == std::string::npos) return name(Named::fact, broken.index);
      return "the fact at " + loaded_.sources.describe(broken.span);
    case Part::assignment: return "the values of its variables";
    case Part::size: return name(Named::scope, broken.sig);
    case Part::formula:
    case Part::watched: break;
  }
  const auto asked = askedBy(broken.formula);
  return asked ? suite::nameOf(model, *asked) : "the formula";
}

/// The predicate or assertion that states exactly the formula. If there are several: the first assertion, else the first
/// predicate.
std::optional<Because> ViolatedConstraints::askedBy(ExprId formula) {
  if (!indexed_) index();
  const Model& model = *loaded_.model;
  const model::Expr& e = model.expr(formula);
  Candidates candidates = withBody(formula);
  const auto consider = [&](const Candidates& more) { candidates.insert(candidates.end(), more.begin(), more.end()); };
  if (e.op == Op::not_ || e.op == Op::quantSome) consider(withBody(model.child(formula, 0)));
  if (e.op == Op::call)
    if (const auto called = byLabel_.find(model.func(e.payload).label); called != byLabel_.end()) consider(called->second);
  std::erase_if(candidates, [&](const Because& c) { return !asks(model, formula, c.what, c.id); });
  const auto order = [](const Because& c) { return std::pair(c.what != model::Named::assertion, c.id); };
  const auto first = std::ranges::min_element(candidates, {}, order);
  return first == candidates.end() ? std::nullopt : std::optional(*first);
}

void ViolatedConstraints::index() {
  indexed_ = true;
  const Model& model = *loaded_.model;
  for (std::uint32_t id = 0; id < model.assertions().size(); ++id)
    add(model.assertions()[id].body, {model::Named::assertion, id, {}});
  for (std::uint32_t id = 0; id < model.funcs().size(); ++id) {
    if (!model.func(id).isPredicate) continue;
    const Because predicate{model::Named::predicate, id, {}};
    add(model.func(id).body, predicate);
    byLabel_[model.func(id).label].push_back(predicate);
  }
}

void ViolatedConstraints::add(ExprId body, const Because& named) {
  if (body == noId) return;
  const model::Span written = loaded_.model->expr(body).span;
  (written.known() ? byPlace_[{written.file, written.begin, written.end}] : byBody_[body]).push_back(named);
}

ViolatedConstraints::Candidates ViolatedConstraints::withBody(ExprId body) const {
  const model::Span written = loaded_.model->expr(body).span;
  if (written.known()) {
    const auto found = byPlace_.find({written.file, written.begin, written.end});
    return found == byPlace_.end() ? Candidates() : found->second;
  }
  const auto found = byBody_.find(body);
  return found == byBody_.end() ? Candidates() : found->second;
}

bool decides(const Broken& broken, const Because& because) {
  const bool declared = broken.part == Part::states || broken.part == Part::implicit;
  switch (because.what) {
    case Named::fact: return broken.part == Part::fact && broken.index == because.id;
    case Named::sig: return declared && broken.sig == because.id;
    case Named::field: return declared && broken.field == because.id;
    case Named::scope: return broken.part == Part::size && broken.sig == because.id;
    case Named::predicate:
    case Named::assertion: break;
  }
  return false;
}

bool decides(const Model& model, const model::Instance& instance, const Broken& broken, const Because& because,
             const evaluator::Options& options, std::span<const evaluator::Binding> given) {
  if (because.what != Named::predicate && because.what != Named::assertion) return decides(broken, because);
  if (broken.formula == noId) return false;
  return asks(model, broken.formula, because.what, because.id) ||
         isPart(model, evaluator::reasonFor(model, instance, broken.formula, options, given), because);
}

bool isImpossible(const Model& model, const Test& test, const evaluator::Broken& broken) {
  if (test.kind != TestKind::violates || test.because) return false;
  if (broken.part != evaluator::Part::implicit) return broken.part == evaluator::Part::states;
  // An index beyond `implicitConstraints()` means a multiplicity constraint that an overlay has added.
  return broken.index >= model.implicitConstraints().size() ||
         model.implicitConstraints()[broken.index].kind != ImplicitKind::appendedFact;
}

bool isAmong(const Model& model, const Because& because, const std::vector<model::Span>& core) {
  const model::Span declared = spanOf(model, because);
  if (std::ranges::any_of(core, [&](model::Span span) { return contains(declared, span); })) return true;
  if (because.what != Named::predicate) return false;
  for (ExprId id = 0; id < model.exprCount(); ++id)
    if (const model::Expr& e = model.expr(id); e.op == Op::call && asks(model, id, because.what, because.id))
      if (std::ranges::any_of(core, [&](model::Span span) { return contains(span, e.span); })) return true;
  return false;
}

}  // namespace aunit::suite
