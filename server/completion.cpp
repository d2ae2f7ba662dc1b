#include "server/completion.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "model/utf8.h"
#include "parser/library/library.h"

namespace aunit::server {

namespace {

// CompletionItemKind of the protocol.
constexpr int functionKind = 3, fieldKind = 5, variableKind = 6, classKind = 7, moduleKind = 9, valueKind = 12, keywordKind = 14,
              eventKind = 23;

constexpr std::array keywords = {
    "abstract", "after",   "all",        "always",    "and",      "as",      "assert", "before", "but", "check",        "disj",
    "else",     "enum",    "eventually", "exactly",   "expect",   "extends", "fact",   "for",    "fun", "historically", "iden",
    "iff",      "implies", "in",         "let",       "lone",     "module",  "no",     "none",   "not", "once",         "one",
    "open",     "or",      "pred",       "private",   "releases", "run",     "seq",    "set",    "sig", "since",        "some",
    "steps",    "sum",     "this",       "triggered", "univ",     "until",   "var",    "Int"};
constexpr std::array testKeywords = {"val",     "test",  "state",   "loop", "from",  "satisfies", "violates", "valid",
                                     "invalid", "gives", "because", "skip", "xfail", "every",     "expect",   "instances"};

/// Of a name, quotes and dollars among them.
bool isWord(char c) {
  return model::isWordPart(c) || c == '\'' || c == '"' || c == '$';
}

/// What stands in front of the cursor: the word that is being typed, the character before it, the word before that.
struct Before {
  std::string_view text;  // up to the word
  std::string_view word;
  char previous = '\0';       // the last character before the word that is no blank
  std::string_view lastWord;  // the word that ends there; empty where `previous` belongs to none

  Before(std::string_view all, std::size_t offset) {
    offset = std::min(offset, all.size());
    std::size_t begin = offset;
    while (begin > 0 && isWord(all[begin - 1])) --begin;
    word = all.substr(begin, offset - begin);
    text = all.substr(0, begin);
    std::size_t last = begin;
    while (last > 0 && std::isspace(static_cast<unsigned char>(all[last - 1])) != 0) --last;
    if (last > 0) previous = all[last - 1];
    lastWord = wordBefore(last);
  }
  /// The word that ends at an offset.
  std::string_view wordBefore(std::size_t end) const {
    std::size_t first = end;
    while (first > 0 && isWord(text[first - 1])) --first;
    return text.substr(first, end - first);
  }
};

class Items {
 public:
  void add(const std::string& name, int kind, const std::string& detail = "", int rank = 1) {
    if (name.empty() || name.find('$') != std::string::npos || !seen_.insert(name).second) return;
    Json item = {{"label", name}, {"kind", kind}, {"sortText", fmt::format("{}{}", rank, name)}};
    if (!detail.empty()) item["detail"] = detail;
    all_.push_back(std::move(item));
  }
  Json take() { return std::move(all_); }

 private:
  std::set<std::string> seen_;
  Json all_ = Json::array();
};

std::string parametersOf(const model::Model& model, const model::Func& function) {
  std::string text;
  for (const model::VarId id : function.variables) {
    const model::Variable& variable = model.variable(id);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", variable.name, typeText(model, variable.type));
  }
  return text.empty() ? "" : fmt::format("[{}]", text);
}

bool isVisible(const model::Model& model, model::ModuleId module) {
  return module < model.modules().size() && (!model.modules()[module].library || model.modules()[module].named || module == 0);
}

/// The last columns of what a name stands for; what can be joined with a field begins there. Empty: not known.
std::vector<model::SigId> lastColumns(const model::Model& model, std::string_view name) {
  std::vector<model::SigId> columns;
  const auto add = [&](model::TypeId type) {
    if (type < model.types().size())
      for (const model::Product& product : model.type(type).products) columns.push_back(product.back());
  };
  for (model::SigId id = 0; id < model.sigs().size(); ++id)
    if (model.sig(id).name == name) columns.push_back(id);
  for (const model::Field& field : model.fields())
    if (field.name == name) add(field.type);
  for (const model::Variable& variable : model.variables())
    if (variable.name == name) add(variable.type);
  return columns;
}

void addFields(Items& items, const model::Model& model, const std::vector<model::SigId>& of) {
  for (const model::Field& field : model.fields()) {
    if (field.isMeta || !isVisible(model, model.sig(field.sig).module)) continue;
    const bool fits = std::ranges::any_of(
        of, [&](model::SigId sig) { return model.isSubsig(sig, field.sig) || model.isSubsig(field.sig, sig); });
    items.add(field.name, fieldKind, typeText(model, field.type), fits ? 0 : 2);
  }
}

void addDeclared(Items& items, const model::Model& model, bool formulasOnly) {
  if (!formulasOnly) {
    for (const model::Sig& sig : model.sigs())
      if (!sig.builtin && !sig.isMeta && isVisible(model, sig.module))
        items.add(sig.name, classKind, sig.isEnum ? "enum" : "sig");
    addFields(items, model, {});
  }
  for (const model::Func& function : model.funcs())
    if (isVisible(model, function.module) && (function.isPredicate || !formulasOnly))
      items.add(function.name, functionKind, (function.isPredicate ? "pred" : "fun") + parametersOf(model, function));
}

void addModules(Items& items, const std::string& path) {
  for (const std::string_view name : parser::libraryModuleNames()) items.add(std::string(name), moduleKind, "library");
  namespace fs = std::filesystem;
  std::error_code error;
  for (fs::directory_iterator entry(fs::path(path).parent_path(), error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& file = entry->path();
    if ((file.extension() == ".als" || file.extension() == ".aunit") && file.string() != path)
      items.add(file.stem().string(), moduleKind, file.filename().string(), 0);
  }
}

}  // namespace

Json completions(const Cursor& cursor, const Analysis* earlier) {
  Items items;
  if (cursor.file == model::noFile) return items.take();
  const Analysis& analysis = cursor.analysis.model() || !earlier ? cursor.analysis : *earlier;
  const model::Model* model = analysis.model();
  const std::string& text = cursor.analysis.loaded->sources.file(cursor.file).text();
  const Before before(text, cursor.offset);
  if (before.lastWord == "open" ||
      (before.previous == '/' && before.text.find("open ", before.text.rfind('\n') + 1) != std::string_view::npos)) {
    addModules(items, cursor.analysis.path);
    return items.take();
  }
  if (before.previous == '.') {
    if (!model) return items.take();
    std::size_t end = before.text.find_last_not_of(" \t\r\n");  // the dot
    while (end > 0 && std::isspace(static_cast<unsigned char>(before.text[end - 1])) != 0) --end;
    addFields(items, *model, lastColumns(*model, before.wordBefore(end)));
    for (const model::Func& function : model->funcs())
      if (isVisible(*model, function.module) && !function.params.empty())
        items.add(function.name, functionKind, (function.isPredicate ? "pred" : "fun") + parametersOf(*model, function), 3);
    return items.take();
  }
  const bool ofTests = cursor.analysis.path.ends_with(".aunit");
  const bool formula = before.lastWord == "satisfies" || before.lastWord == "violates" || before.lastWord == "run";
  // Variables of the paragraph around the cursor.
  const std::size_t paragraph = std::max(before.text.rfind("\n}") + 1, std::size_t{0});
  for (const Analysis* each : {&cursor.analysis, &analysis})
    for (const parser::NameUse& name : each->uses.in(each->fileOf(cursor.analysis.path)))
      if (name.isDeclaration() && name.kind == parser::NameKind::variable && name.use.begin >= paragraph &&
          name.use.begin < cursor.offset)
        items.add(std::string(each->loaded->sources.text(name.use)), variableKind, typeText(*each, name), 0);
  if (model) {
    addDeclared(items, *model, formula);
    if (before.lastWord == "check" || formula)
      for (const model::Assertion& assertion : model->assertions())
        if (isVisible(*model, assertion.module)) items.add(assertion.name, functionKind, "assert", 0);
    if (ofTests)
      for (const auto* commands : {&model->commands(), &model->openedCommands()})
        for (const model::Command& command : *commands)
          if (!command.ofTest && !command.isDefault) items.add(command.label, eventKind, command.check ? "check" : "run");
  }
  if (ofTests)
    for (const model::Valuation& valuation : analysis.loaded->tests.valuations) {
      items.add(valuation.name, valueKind, "val");
      // Atoms that the valuations speak of.
      for (const model::Assignment& assignment : valuation.common.assignments)
        for (const model::NamedTuple& tuple : assignment.tuples)
          for (const model::AtomName& atom : tuple) items.add(atom.text, valueKind, "atom", 2);
    }
  for (const char* keyword : keywords) items.add(keyword, keywordKind, "", 4);
  if (ofTests)
    for (const char* keyword : testKeywords) items.add(keyword, keywordKind, "", 4);
  return items.take();
}

Json signatureHelp(const Cursor& cursor) {
  const model::Model* model = cursor.analysis.model();
  if (!model || cursor.file == model::noFile) return nullptr;
  const std::string_view text = cursor.analysis.loaded->sources.file(cursor.file).text();
  int depth = 0;
  std::size_t argument = 0;
  for (std::size_t at = std::min<std::size_t>(cursor.offset, text.size()); at > 0; --at) {
    const char c = text[at - 1];
    if (c == ']' || c == ')' || c == '}') ++depth;
    if ((c == '[' || c == '(' || c == '{') && depth-- == 0) {
      if (c != '[') return nullptr;
      std::size_t end = at - 1, begin = 0;
      while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
      begin = end;
      while (begin > 0 && isWord(text[begin - 1])) --begin;
      const std::string_view name = text.substr(begin, end - begin);
      Json signatures = Json::array();
      for (const model::Func& function : model->funcs()) {
        if (function.name != name || function.variables.empty()) continue;
        Json parameters = Json::array();
        for (const model::VarId id : function.variables)
          parameters.push_back(
              {{"label", fmt::format("{}: {}", model->variable(id).name, typeText(*model, model->variable(id).type))}});
        signatures.push_back({{"label", function.name + parametersOf(*model, function)}, {"parameters", parameters}});
      }
      if (signatures.empty()) return nullptr;
      return {{"signatures", signatures}, {"activeSignature", 0}, {"activeParameter", argument}};
    }
    if (c == ',' && depth == 0) ++argument;
  }
  return nullptr;
}

}  // namespace aunit::server
