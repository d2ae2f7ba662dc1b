#include "server/answers/completion.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "parser/library/library.h"
#include "server/answers/completion_context.h"
#include "support/files.h"
#include "support/pieces.h"
#include "support/utf8.h"

namespace aunit::server {

namespace {

// CompletionItemKind of the protocol.
constexpr int functionKind = 3, fieldKind = 5, variableKind = 6, classKind = 7, moduleKind = 9, valueKind = 12, keywordKind = 14,
              eventKind = 23;

constexpr std::array paragraphWords = {"abstract", "assert", "check", "enum",    "fact", "fun", "let",  "lone", "module",
                                       "one",      "open",   "pred",  "private", "run",  "sig", "some", "var"};
constexpr std::array testParagraphWords = {"test", "val"};
constexpr std::array scopeWords = {"but", "exactly", "expect", "int", "seq", "steps"};
constexpr std::array valuationWords = {"loop", "no", "none", "state"};
constexpr std::array statementWords = {"because", "check", "every",     "expect", "gives",    "instances",
                                       "invalid", "run",   "satisfies", "valid",  "violates", "without"};
constexpr std::array markWords = {"extends", "from", "skip", "xfail"};
constexpr std::array formulaWords = {"after",      "all",     "always",    "and",      "before", "but",          "disj",  "else",
                                     "eventually", "exactly", "expect",    "extends",  "for",    "historically", "iden",  "iff",
                                     "implies",    "in",      "Int",       "let",      "lone",   "no",           "none",  "not",
                                     "once",       "one",     "or",        "releases", "seq",    "set",          "since", "some",
                                     "sum",        "this",    "triggered", "univ",     "until",  "var"};
constexpr std::array schemaWords = {"and",  "const", "dom", "Id",  "in",  "inj",  "fdom", "fun", "not", "one",
                                    "open", "or",    "ran", "set", "sur", "test", "tot",  "Un",  "val"};
constexpr std::array programWords = {
    "after",  "all",  "always", "and",     "at",      "await",    "bool",        "const", "deadlock", "else",  "eventually",
    "expect", "fair", "false",  "for",     "goto",    "holds",    "if",          "iff",   "implies",  "in",    "invariant",
    "no",     "not",  "or",     "process", "program", "property", "proposition", "skip",  "some",     "steps", "test",
    "then",   "true", "type",   "until",   "val",     "var",      "violated",    "while"};

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
  const std::string text = support::joined(function.variables, ", ", [&](const model::VarId id) {
    return model.variable(id).name + ": " + typeText(model, model.variable(id).type);
  });
  return text.empty() ? "" : fmt::format("[{}]", text);
}

bool isVisible(const model::Model& model, model::ModuleId module) {
  return module < model.modules().size() && (!model.modules()[module].library || model.modules()[module].named || module == 0);
}

/// Whether to offer a signature. Private signatures of library modules are not offered.
bool isOffered(const model::Model& model, const model::Sig& sig) {
  if (sig.builtin || sig.isMeta || !isVisible(model, sig.module)) return false;
  return !sig.isPrivate || !model.modules()[sig.module].library;
}

/// The signatures in the last column of the expression before a dot (for `~f`: in the first column of `f`). Empty if unknown. A
/// field fits if its first column is one of these signatures.
std::vector<model::SigId> columnsBeforeDot(const Analysis& analysis, const CompletionContext& context) {
  const model::Model& model = *analysis.model();
  const std::string_view name = context.joined;
  std::vector<model::SigId> columns;
  const auto add = [&](model::TypeId type) {
    if (type < model.types().size())
      for (const model::Product& product : model.type(type).products)
        columns.push_back(context.transposed ? product.front() : product.back());
  };
  for (model::SigId id = 0; id < model.sigs().size(); ++id)
    if (model.sig(id).name == name) columns.push_back(id);
  for (const model::Field& field : model.fields())
    if (field.name == name) add(field.type);
  for (const model::Func& function : model.funcs())
    if (function.name == name && function.result != model::noId) add(model.expr(function.result).type);
  for (const model::Valuation& valuation : analysis.loaded->tests.valuations)
    for (const model::Assignment& assignment : valuation.common.assignments)
      for (const model::NamedTuple& tuple : assignment.tuples)
        if (assignment.sig && tuple.size() == 1 && tuple[0].text == name) columns.push_back(*assignment.sig);
  // If several variables have the name, those of the paragraph at the cursor take precedence.
  std::vector<const model::Variable*> variables, near;
  const model::FileId own = analysis.fileOf(analysis.path);
  for (const model::Variable& variable : model.variables()) {
    if (variable.name != name) continue;
    variables.push_back(&variable);
    if (variable.span.file == own && variable.span.begin >= context.paragraph) near.push_back(&variable);
  }
  for (const model::Variable* variable : near.empty() ? variables : near) add(variable->type);
  return columns;
}

void addFields(Items& items, const model::Model& model, const std::vector<model::SigId>& of) {
  for (const model::Field& field : model.fields()) {
    if (field.isMeta || !isOffered(model, model.sig(field.sig))) continue;
    const bool fits = std::ranges::any_of(
        of, [&](model::SigId sig) { return model.isSubsig(sig, field.sig) || model.isSubsig(field.sig, sig); });
    items.add(field.name, fieldKind, typeText(model, field.type), fits ? 0 : 2);
  }
}

void addSignatures(Items& items, const model::Model& model) {
  for (const model::Sig& sig : model.sigs())
    if (isOffered(model, sig)) items.add(sig.name, classKind, sig.isEnum ? "enum" : "sig");
}

/// Adds the atoms that valuations name.
void addAtoms(Items& items, const Analysis& analysis, int rank) {
  const auto addTo = [&](const model::ValuationState& state) {
    for (const model::Assignment& assignment : state.assignments)
      for (const model::NamedTuple& tuple : assignment.tuples)
        for (const model::AtomName& atom : tuple) items.add(atom.text, valueKind, "atom", rank);
  };
  for (const model::Valuation& valuation : analysis.loaded->tests.valuations) {
    addTo(valuation.common);
    for (const model::ValuationState& state : valuation.states) addTo(state);
  }
}

void addDeclared(Items& items, const model::Model& model, bool formulasOnly) {
  if (!formulasOnly) {
    addSignatures(items, model);
    addFields(items, model, {});
  }
  for (const model::Func& function : model.funcs())
    if (isVisible(model, function.module) && (function.isPredicate || !formulasOnly))
      items.add(function.name, functionKind, (function.isPredicate ? "pred" : "fun") + parametersOf(model, function));
}

void addModules(Items& items, const std::string& path) {
  for (const std::string_view name : parser::libraryModuleNames()) items.add(std::string(name), moduleKind, "library");
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  std::string unread;
  auto reader = support::FolderReader::open(folder.generic_string(), unread);
  while (const auto name = reader ? reader->next() : std::nullopt) {
    const fs::path file = folder / *name;
    if ((file.extension() == ".als" || file.extension() == ".aunit") && file.generic_string() != path)
      items.add(file.stem().generic_string(), moduleKind, file.filename().generic_string(), 0);
  }
}

}  // namespace

Json completions(const Cursor& cursor, const Analysis* earlier) {
  Items items;
  if (cursor.file == model::noFile) return items.take();
  const Analysis& analysis = cursor.analysis.model() || !earlier ? cursor.analysis : *earlier;
  const model::Model* model = analysis.model();
  const std::string& path = cursor.analysis.path;
  const CompletionContext context = completionContextAt(cursor.analysis.loaded->sources.file(cursor.file).text(), cursor.offset);
  const parser::Language language = parser::languageOf(path);
  const bool isAlloy = language == parser::Language::alloy, ofTests = path.ends_with(".aunit");
  const Place place = isAlloy ? context.place : Place::formula;
  const auto addKeywords = [&](const auto& words) {
    for (const char* word : words) items.add(word, keywordKind, "", 4);
  };
  switch (place) {
    case Place::opened: addModules(items, path); return items.take();
    case Place::paragraph:
      addKeywords(paragraphWords);
      if (ofTests) addKeywords(testParagraphWords);
      return items.take();
    case Place::joined:
      if (!model) return items.take();
      addFields(items, *model, columnsBeforeDot(analysis, context));
      for (const model::Func& function : model->funcs())
        if (isVisible(*model, function.module) && !function.params.empty())
          items.add(function.name, functionKind, (function.isPredicate ? "pred" : "fun") + parametersOf(*model, function), 3);
      return items.take();
    case Place::scope:
      if (model) addSignatures(items, *model);
      addKeywords(scopeWords);
      return items.take();
    case Place::valuation:
      addAtoms(items, analysis, 0);
      if (model) addSignatures(items, *model);
      if (model) addFields(items, *model, {});
      addKeywords(valuationWords);
      return items.take();
    case Place::statement:
    case Place::formula: break;
  }
  const bool formula = context.before == "satisfies" || context.before == "violates" || context.before == "run";
  // Adds the variables that the paragraph declares before the cursor.
  for (const Analysis* each : {&cursor.analysis, &analysis})
    for (const parser::NameUse& name : each->uses.in(each->fileOf(path)))
      if (name.isDeclaration() && name.kind == parser::NameKind::variable && name.use.begin >= context.paragraph &&
          name.use.begin < cursor.offset)
        items.add(std::string(each->loaded->sources.text(name.use)), variableKind, typeText(*each, name), 0);
  if (model) {
    addDeclared(items, *model, formula);
    if (context.before == "check" || formula)
      for (const model::Assertion& assertion : model->assertions())
        if (isVisible(*model, assertion.module)) items.add(assertion.name, functionKind, "assert", 0);
    if (ofTests)
      for (const auto* commands : {&model->commands(), &model->openedCommands()})
        for (const model::Command& command : *commands)
          if (!command.ofTest && !command.isDefault) items.add(command.label, eventKind, command.check ? "check" : "run");
  }
  if (place == Place::statement || ofTests || !isAlloy) {
    for (const model::Valuation& valuation : analysis.loaded->tests.valuations)
      items.add(valuation.name, valueKind, "val", place == Place::statement ? 0 : 1);
    addAtoms(items, analysis, 2);
  }
  switch (language) {
    case parser::Language::alloy:
      if (place == Place::statement) addKeywords(statementWords);
      if (ofTests) addKeywords(markWords);
      addKeywords(formulaWords);
      break;
    case parser::Language::nitpick:
      addKeywords(schemaWords);
      addKeywords(valuationWords);
      addKeywords(statementWords);
      break;
    case parser::Language::program: addKeywords(programWords); break;
  }
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
      while (begin > 0 && support::isWordPart(text[begin - 1])) --begin;
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
