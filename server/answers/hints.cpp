#include "server/answers/hints.h"

#include <map>

#include <fmt/format.h>

#include "server/answers/names.h"

namespace aunit::server {

namespace {

constexpr int typeKind = 1;

std::string typeOf(const model::Model& model, model::Sort sort, model::TypeId type) {
  if (sort == model::Sort::formula) return "formula";
  if (sort == model::Sort::integer) return "Int";
  return typeText(model, type);
}

/// The types to show, by offset in the analysed file. If a macro is used several times, the model has several copies of its
/// body at the same offsets; the map has the types of the first copy.
std::map<std::uint32_t, std::string> typesIn(const model::Model& model, model::FileId own) {
  using model::Op;
  std::map<std::uint32_t, std::string> types;
  for (model::ExprId id = 0; id < model.exprCount(); ++id) {
    const model::Expr& expr = model.expr(id);
    if (expr.span.file != own) continue;
    if (expr.op == Op::let) {
      const model::Variable& variable = model.variable(expr.payload);
      if (variable.span.file == own) types.emplace(variable.span.end, typeOf(model, variable.sort, variable.type));
    }
    if (expr.op == Op::comprehension) types.emplace(expr.span.end, typeText(model, expr.type));
    if (expr.synthetic) continue;
    for (const model::Decl& decl : model.decls(id)) {
      if (decl.bound == model::noId || decl.firstVariable == model::noId) continue;
      const model::Expr& bound = model.expr(decl.bound);
      if (bound.op == Op::sig || bound.op == Op::comprehension || bound.span.file != own) continue;
      types.emplace(bound.span.end, typeText(model, model.variable(decl.firstVariable).type));
    }
  }
  return types;
}

}  // namespace

Json outcomeHints(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding) {
  Json all = Json::array();
  if (!analysis.loaded->model) return all;
  const model::FileId own = analysis.fileOf(analysis.path);
  const auto add = [&](model::Span behind, const std::string& text) {
    if (behind.file != own || text.empty()) return;
    const TextPosition at = positionOf(analysis.loaded->sources.file(own), behind.end, encoding);
    all.push_back({{"position", toJson(at)}, {"label", shortened(text)}, {"paddingLeft", true}});
  };
  for (const model::Command& command : analysis.loaded->model->commands())
    if (const auto outcome = outcomes.find(command.label); command.module == 0 && !command.ofTest && outcome != outcomes.end())
      add(command.span, outcome->second.text);
  if (tests)
    for (const TestResults::LiveTest& test : tests->tests) add(test.place, outcomeText(test));
  return all;
}

Json typeHints(const Analysis& analysis, Encoding encoding) {
  Json all = Json::array();
  const model::Model* model = analysis.model();
  const model::FileId own = analysis.fileOf(analysis.path);
  if (!model || own == model::noFile) return all;
  for (const auto& [offset, type] : typesIn(*model, own)) {
    const TextPosition at = positionOf(analysis.loaded->sources.file(own), offset, encoding);
    if (!type.empty()) all.push_back({{"position", toJson(at)}, {"label", ": " + shortened(type)}, {"kind", typeKind}});
  }
  return all;
}

}  // namespace aunit::server
