#include "strength/grading/readings.h"

#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

std::string errorsOf(const parser::Loaded& answer) {
  std::vector<model::Diagnostic> errors;
  for (const model::Diagnostic& one : answer.diagnostics.all())
    if (one.severity == model::Severity::error && errors.size() < 10) errors.push_back(one);
  return errors.empty() ? "it cannot be read" : model::render(errors, answer.sources, false);
}

}  // namespace

std::string renderedObjection(const parser::Loaded& answer, const std::string& message, model::Span span) {
  if (!span.known()) return fmt::format("{}: error: {}\n", answer.sources.file(0).path(), message);
  model::Diagnostic diagnostic;
  diagnostic.code = "answer";
  diagnostic.message = message;
  diagnostic.span = span;
  return model::render(diagnostic, answer.sources, false);
}

FuncId predicateNamed(const Model& model, const std::string& name) {
  FuncId found = noId;
  for (FuncId f = 0; f < model.funcs().size(); ++f) {
    const Func& function = model.func(f);
    if (function.module != 0 || !function.isPredicate || function.name != name) continue;
    if (found != noId) return noId;
    found = f;
  }
  return found;
}

Readings::Readings(const Model& right, FuncId predicate, Permissions permissions)
    : right_(right), predicate_(predicate), permissions_(std::move(permissions)), extension_(right) {
  const Func& function = right.func(predicate);
  Adoption adoption(right, right, structures_);
  for (const model::VarId variable : function.variables) adoption.let(variable, variable);
  byStructure_.emplace(adoption.structureOf(function.body), 0);
  readings_.push_back({.body = function.body, .undecided = {}});
}

std::optional<std::uint32_t> Readings::read(const parser::Loaded& answer, Unreadable& reason) {
  reason = {};
  if (!answer.ok()) {
    reason.why = errorsOf(answer);
    return std::nullopt;
  }
  try {
    if (const auto objection = objectionTo(*answer.model, right_, permissions_, structures_)) {
      reason.forbidden = true;
      reason.why = renderedObjection(answer, objection->message, objection->span);
      return std::nullopt;
    }
    return readingOf(*answer.model);
  } catch (const NotAdoptable& error) {
    reason.why = renderedObjection(answer, error.what(), error.span);
    return std::nullopt;
  }
}

std::uint32_t Readings::readingOf(const Model& answer) {
  const std::string& name = right_.func(predicate_).name;
  const FuncId found = predicateNamed(answer, name);
  if (found == noId) throw NotAdoptable(fmt::format("there is no predicate {}, or more than one", name), {});
  const Func& said = answer.func(found);
  if (said.recursive) throw NotAdoptable(fmt::format("{} calls itself", name), said.nameSpan);
  Adoption adoption(answer, right_, structures_);
  match(said, adoption);
  const std::uint32_t structure = adoption.structureOf(said.body);
  if (const auto known = byStructure_.find(structure); known != byStructure_.end()) return known->second;
  readings_.push_back({.body = adoption.copy(said.body, extension_.growing()), .undecided = {}});
  byStructure_.emplace(structure, size() - 1);
  return size() - 1;
}

/// Lets the answer's parameters stand for those of the right predicate. Their declarations must be the same.
void Readings::match(const Func& said, Adoption& adoption) {
  const Func& wanted = right_.func(predicate_);
  const auto differ = [&] {
    throw NotAdoptable(fmt::format("the parameters of {} are not those of the exercise", said.name), said.nameSpan);
  };
  if (said.variables.size() != wanted.variables.size() || said.params.size() != wanted.params.size()) differ();
  Adoption ofRight(right_, right_, structures_);
  std::size_t next = 0;
  for (std::size_t i = 0; i < said.params.size(); ++i) {
    const Decl &one = said.params[i], &other = wanted.params[i];
    const bool same = one.variableCount == other.variableCount && one.multiplicity == other.multiplicity &&
                      one.disjoint == other.disjoint && !one.illFormed &&
                      adoption.structureOf(one.bound) == ofRight.structureOf(other.bound);
    if (!same) differ();
    for (std::uint32_t k = 0; k < one.variableCount; ++k, ++next) {
      adoption.let(said.variables[next], wanted.variables[next]);
      ofRight.let(wanted.variables[next], wanted.variables[next]);
    }
  }
}

}  // namespace aunit::strength::grading
