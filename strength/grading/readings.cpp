#include "strength/grading/readings.h"

#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/formulas/copier.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

std::string errorsOf(const parser::Loaded& answer) {
  std::vector<model::Diagnostic> errors;
  for (const model::Diagnostic& one : answer.diagnostics.all())
    if (one.severity == model::Severity::error && errors.size() < 10) errors.push_back(one);
  return errors.empty() ? "the answer cannot be read" : model::render(errors, answer.sources, false);
}

/// Says why an answer has no Reading, in words for the person who wrote the answer.
std::string inWords(const model::Untranslatable& error) {
  using Kind = model::Untranslatable::Kind;
  switch (error.kind) {
    case Kind::sig: return fmt::format("the signature `{}` is not part of the exercise", error.name);
    case Kind::field: return fmt::format("the field `{}` is not part of the exercise", error.name);
    case Kind::string: return fmt::format("the string {} is not part of the exercise", error.name);
    case Kind::variable: return "a variable is used outside the expression that declares it";
    case Kind::type: return "this mentions a signature that is not part of the exercise";
    case Kind::recursion: return fmt::format("`{}` calls itself", error.name);
    case Kind::size: return "this predicate is too large";
    case Kind::depth: return "this formula is nested too deeply";
  }
  return error.what();
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
    : right_(right),
      predicate_(predicate),
      permissions_(std::move(permissions)),
      extension_(right),
      itself_(model::Correspondence::identity(right)) {
  const Func& function = right.func(predicate);
  Keys keys(right, right, itself_, numbers_, model::Calls::writtenOut);
  for (const model::VarId variable : function.variables) keys.let(variable, variable);
  byKey_.emplace(keys.of(function.body), 0);
  readings_.push_back({.body = function.body, .undecided = {}});
}

std::optional<std::uint32_t> Readings::read(const parser::Loaded& answer, ReadingError& reason) {
  reason = {};
  if (!answer.ok()) {
    reason.why = errorsOf(answer);
    return std::nullopt;
  }
  try {
    if (const auto objection = objectionTo(*answer.model, right_, permissions_, numbers_)) {
      reason.forbidden = true;
      reason.why = renderedObjection(answer, objection->message, objection->span);
      return std::nullopt;
    }
    return readingOf(*answer.model);
  } catch (const Objection& objection) {
    reason.why = renderedObjection(answer, objection.message, objection.span);
  } catch (const model::Untranslatable& error) {
    reason.why = renderedObjection(answer, inWords(error), error.span);
  }
  return std::nullopt;
}

std::uint32_t Readings::readingOf(const Model& answer) {
  const std::string& name = right_.func(predicate_).name;
  const FuncId found = predicateNamed(answer, name);
  if (found == noId) throw Objection{fmt::format("there is no predicate `{}`, or more than one", name), {}};
  const Func& said = answer.func(found);
  if (said.recursive) throw Objection{fmt::format("`{}` calls itself", name), said.nameSpan};
  const model::Correspondence corresponding = comparison::correspondence(answer, right_);
  Keys keys(answer, right_, corresponding, numbers_, model::Calls::writtenOut);
  match(said, keys);
  const std::uint32_t key = keys.of(said.body);
  if (const auto known = byKey_.find(key); known != byKey_.end()) return known->second;
  model::Copier copier(answer, extension_, corresponding, model::Calls::writtenOut);
  for (std::size_t i = 0; i < said.variables.size(); ++i) copier.stand(said.variables[i], predicate().variables[i]);
  readings_.push_back({.body = copier.of(said.body), .undecided = {}});
  byKey_.emplace(key, size() - 1);
  return size() - 1;
}

/// Maps the parameters of the answer's predicate to those of the right predicate. Throws an Objection if their declarations
/// differ.
void Readings::match(const Func& said, Keys& keys) {
  const Func& wanted = right_.func(predicate_);
  const auto differ = [&] {
    throw Objection{fmt::format("the parameters of {} differ from those of the exercise", said.name), said.nameSpan};
  };
  if (said.variables.size() != wanted.variables.size() || said.params.size() != wanted.params.size()) differ();
  Keys ofRight(right_, right_, itself_, numbers_, model::Calls::writtenOut);
  std::size_t next = 0;
  for (std::size_t i = 0; i < said.params.size(); ++i) {
    const Decl &one = said.params[i], &other = wanted.params[i];
    const bool same = one.variableCount == other.variableCount && one.multiplicity == other.multiplicity &&
                      one.disjoint == other.disjoint && !one.illFormed && keys.of(one.bound) == ofRight.of(other.bound);
    if (!same) differ();
    for (std::uint32_t k = 0; k < one.variableCount; ++k, ++next) {
      keys.let(said.variables[next], wanted.variables[next]);
      ofRight.let(wanted.variables[next], wanted.variables[next]);
    }
  }
}

}  // namespace aunit::strength::grading
