#include "tests/nitpick/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <stdexcept>

#include "parser/nitpick/parse.h"
#include "parser/source_text.h"

namespace aunit::parser::nitpick {

std::unique_ptr<Loaded> loadNitpick(const std::string& text) {
  return loadText("test.np", text);
}

namespace {

std::string describe(const model::Diagnostics& diagnostics, const model::SourceMap& sources) {
  std::string out;
  for (const model::Diagnostic& d : diagnostics.all()) {
    const model::Position at = d.span.known() ? sources.begin(d.span) : model::Position{};
    if (!out.empty()) out += '\n';
    out += fmt::format("{}:{} {}", at.line, at.column, d.message);
    for (const std::string& hint : d.hints) out += " / " + hint;
  }
  return out;
}

std::string show(const syntax::Expr& e) {
  static const char* const names[] = {"",   "",   "'", "dom", "ran", "fdom", "fun", "inj", "sur", "tot", "one", "~",  "+",
                                      "*",  ".",  ";", "<:",  "<;",  ">:",   ">;",  "(+)", "&",   "U",   "\\",  "->", "set",
                                      "Un", "Id", "=", "!=",  "<=",  "<",    "in",  "!:",  "not", "and", "or",  "=>", "<=>"};
  std::string out = e.kind == syntax::Kind::name || e.kind == syntax::Kind::call ? e.text : names[static_cast<int>(e.kind)];
  if (e.children.empty() && e.kind != syntax::Kind::setLiteral && e.kind != syntax::Kind::call) return out;
  for (const syntax::ExprPtr child : e.children) out += " " + show(*child);
  return "(" + out + ")";
}

}  // namespace

std::string messages(const Loaded& loaded) {
  return describe(loaded.diagnostics, loaded.sources);
}

std::string errorsOf(const std::string& text) {
  const auto loaded = loadNitpick(text);
  EXPECT_EQ(loaded->ok(), loaded->diagnostics.all().empty());
  return messages(*loaded);
}

std::string reading(const std::string& expression) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  syntax::File holder;
  const model::FileId file = addSource(sources, "prompt", expression, diagnostics);
  const syntax::ExprPtr e = parseExpression(sources, file, diagnostics, holder);
  return e ? show(*e) : describe(diagnostics, sources);
}

model::ExprId claimBody(const Loaded& loaded, const std::string& name) {
  for (const model::Assertion& a : loaded.model->assertions())
    if (a.name == name) return a.body;
  throw std::invalid_argument("no claim " + name);
}

model::ExprId schemaBody(const Loaded& loaded, const std::string& name) {
  for (const model::Func& f : loaded.model->funcs())
    if (f.name == name) return f.body;
  throw std::invalid_argument("no schema " + name);
}

model::ExprId resolved(Loaded& loaded, const std::string& text, const model::Instance& instance) {
  model::Diagnostics diagnostics;
  const auto id = resolveExpression(loaded, text, &instance, diagnostics);
  if (!id) throw std::invalid_argument(text + ": " + describe(diagnostics, loaded.sources));
  return *id;
}

model::Instance blankInstance(const Loaded& loaded, const std::vector<std::pair<std::string, int>>& types, std::size_t states) {
  const model::Model& model = *loaded.model;
  std::vector<std::string> atoms;
  for (const auto& [type, count] : types)
    for (int i = 0; i < count; ++i) atoms.push_back(fmt::format("{}{}", static_cast<char>(std::tolower(type[0])), i));
  model::Instance instance;
  instance.universe = std::make_shared<model::Universe>(atoms, std::vector<std::string>{}, 0);
  const std::uint32_t size = instance.universe->size();
  model::State state;
  for (const model::Sig& sig : model.sigs()) {
    state.sigs.emplace_back(size, 1);
    for (const auto& [type, count] : types)
      if (sig.name == type)
        for (int i = 0; i < count; ++i)
          state.sigs.back().insert(std::vector<model::Atom>{
              *instance.universe->find(fmt::format("{}{}", static_cast<char>(std::tolower(type[0])), i))});
  }
  for (const model::Field& field : model.fields()) state.fields.emplace_back(size, field.arity);
  instance.states.assign(states, state);
  instance.loop = static_cast<std::uint32_t>(states - 1);
  return instance;
}

model::TupleSet& valueOf(const Loaded& loaded, model::Instance& instance, const std::string& variable, std::size_t state) {
  const model::Model& model = *loaded.model;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.sig(id).name == variable) return instance.states[state].sigs[id];
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (model.field(id).name == variable) return instance.states[state].fields[id];
  throw std::invalid_argument("no variable " + variable);
}

}  // namespace aunit::parser::nitpick
