#include "parser/front_end.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "parser/allowed_warnings.h"
#include "parser/alloy/lints.h"
#include "parser/alloy/resolver.h"
#include "parser/nitpick/resolver.h"
#include "parser/program/parse.h"
#include "parser/program/translation.h"
#include "support/cancellation.h"
#include "support/files.h"
#include "support/pieces.h"

namespace aunit::parser {

namespace {

/// The data that is needed to resolve more expressions in a loaded file. Each language has a class of its own.
class Session {
 public:
  virtual ~Session() = default;
  virtual std::optional<model::ExprId> resolve(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics) = 0;
};

class AlloySession final : public Session {
 public:
  AlloySession(std::unique_ptr<alloy::Resolver> resolver, alloy::ParseOptions options)
      : resolver_(std::move(resolver)), options_(options) {}

  std::optional<model::ExprId> resolve(Loaded& loaded, std::string text, const model::Instance* atoms,
                                       model::Diagnostics& diagnostics) override {
    const model::FileId file = addSource(loaded.sources, "<expression>", std::move(text), diagnostics);
    if (file == model::noFile) return std::nullopt;
    prompts_.push_back(std::make_unique<alloy::syntax::File>());
    const alloy::syntax::ExprPtr syntax = alloy::parseExpression(loaded.sources, file, options_, diagnostics, *prompts_.back());
    if (!syntax) return std::nullopt;
    return resolver_->resolveExpression(syntax, file, atoms, diagnostics);
  }

 private:
  std::unique_ptr<alloy::Resolver> resolver_;
  alloy::ParseOptions options_;
  std::vector<std::unique_ptr<alloy::syntax::File>> prompts_;  // owns the syntax trees of the expressions given to resolve()
};

class NitpickSession final : public Session {
 public:
  explicit NitpickSession(std::unique_ptr<nitpick::Resolver> resolver) : resolver_(std::move(resolver)) {}

  std::optional<model::ExprId> resolve(Loaded&, std::string text, const model::Instance* atoms,
                                       model::Diagnostics& diagnostics) override {
    return resolver_->resolveExpression(std::move(text), atoms, diagnostics);
  }

 private:
  std::unique_ptr<nitpick::Resolver> resolver_;
};

std::function<void(const Loaded&)>& loadListener() {
  static std::function<void(const Loaded&)> listener;
  return listener;
}

std::optional<std::string> readDisk(const std::string& path) {
  std::string ignored;
  return support::readFile(path, ignored);
}

void finish(Loaded& loaded, bool good, std::unique_ptr<model::Model> built, std::shared_ptr<Session> session) {
  loaded.diagnostics.sort();
  if (!good) return;
  loaded.model = std::move(built);
  loaded.session = std::move(session);
}

/// Returns the path of the `--model` file, which the root file opens. Empty if the root file at `path` is the `--model` file.
std::string modelFor(const std::string& path, const LoadOptions& options) {
  std::error_code ignored;
  const bool itself = path == options.modelPath || std::filesystem::equivalent(path, options.modelPath, ignored);
  return itself ? "" : options.modelPath;
}

/// Loads a root file of Alloy. Reads each file as `dialect` if possible. If the model or its tests have errors, returns the
/// versions to try next: those in which some file would be read differently.
std::vector<alloy::Dialect> loadAlloy(Loaded& loaded, const std::string& path, std::string text, const LoadOptions& options,
                                      const std::string& given, alloy::Dialect dialect) {
  alloy::ParseOptions parseOptions{
      .dialect = dialect, .insist = options.alloy5, .strictOpen = options.strictOpen, .given = given, .uses = options.uses};
  const model::FileId file = addSource(loaded.sources, path, std::move(text), loaded.diagnostics);
  if (file == model::noFile) return {};
  auto built = std::make_unique<model::Model>();
  auto resolver = std::make_unique<alloy::Resolver>(*built, loaded.sources, loaded.diagnostics, parseOptions,
                                                    options.readFile ? options.readFile : readDisk);
  const bool good = resolver->resolve(path, file, modelFor(path, options), loaded.tests);
  loaded.uses = resolver->uses();
  const std::map<model::FileId, alloy::Dialect> dialects = resolver->dialects();
  loaded.dialects.resize(loaded.sources.size());
  for (const auto& [id, read] : dialects) loaded.dialects[id] = alloy::nameOf(read);
  std::vector<alloy::Dialect> others;
  if (!options.alloy5 && loaded.diagnostics.hasErrors()) {
    for (const alloy::Dialect other : {alloy::Dialect::alloy61, alloy::Dialect::electrum})
      if (resolver->mayBeRead(other)) others.push_back(other);
    // Alloy 5 allows primes in names. If no file was read as Alloy 5 or older, no file declares such names, so Alloy 5 is not
    // tried.
    const bool hasOlder = std::ranges::any_of(dialects, [](const auto& read) { return read.second >= alloy::Dialect::alloy5; });
    if (hasOlder && resolver->mayBeRead(alloy::Dialect::alloy5)) others.push_back(alloy::Dialect::alloy5);
  }
  if (!good && resolver->hasDeclarations()) loaded.draft = std::move(built);
  if (const auto own = dialects.find(file); own != dialects.end()) parseOptions.dialect = own->second;
  finish(loaded, good, std::move(built), std::make_shared<AlloySession>(std::move(resolver), parseOptions));
  return others;
}

/// Whether the text begins with a JSON object or list. No model begins so.
bool beginsAsJson(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::size_t second = text.find_first_not_of(" \t\r\n", 1);
  return second != std::string_view::npos && std::string_view("\"{}[]").find(text[second]) != std::string_view::npos;
}

/// Whether the text may contain a paragraph of Alloy: it contains `{`, `/*` or `--`, or a line begins with the first word of a
/// kind of paragraph.
bool mayHaveParagraphs(std::string_view text) {
  for (const std::string_view mark : {"{", "/*", "--"})
    if (text.find(mark) != std::string_view::npos) return true;
  constexpr std::string_view words[] = {"module", "open", "sig", "abstract", "one",  "lone",   "some", "var",  "private",
                                        "fact",   "pred", "fun", "let",      "enum", "assert", "run",  "check"};
  return std::ranges::any_of(support::lines(text), [&](std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r[("));
    return std::ranges::find(words, word) != std::end(words);
  });
}

/// If the content `bytes` of a file cannot be a model, returns what the file is: "a PDF", "binary"; otherwise null.
const char* otherThanAlloy(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  const std::string_view text = first == std::string_view::npos ? "" : bytes.substr(first);
  if (bytes.starts_with("\x1f\x8b")) return "compressed (gzip), perhaps an .als file of Ableton Live";
  if (bytes.starts_with("PK\x03\x04")) return "an archive (zip)";
  if (text.starts_with('<')) return "XML or HTML";
  if (text.starts_with("%PDF")) return "a PDF";
  if (text.starts_with("#!")) return "a script";
  if (bytes.find('\0') != std::string_view::npos) return "binary";
  if (beginsAsJson(text)) return "JSON";
  return text.empty() || mayHaveParagraphs(text)
             ? nullptr
             : "text without any Alloy paragraph (sig, fact, pred, fun, assert, run, check ...)";
}

/// Loads a root file of Alloy. If there are errors, tries to read all files as older versions, and uses the first reading without
/// errors. Even if the root file parses as Alloy 6, an older version can be needed: the root file may use names that are
/// declared in an opened file of an older version.
void loadAlloy(std::unique_ptr<Loaded>& loaded, const std::string& path, std::string text, const LoadOptions& options,
               const std::string& given) {
  const alloy::Dialect first = options.alloy5 ? alloy::Dialect::alloy5 : alloy::Dialect::alloy6;
  const char* const otherContent = otherThanAlloy(text);  // called here, because `text` is moved below
  for (const alloy::Dialect other : loadAlloy(*loaded, path, std::move(text), options, given, first)) {
    auto again = std::make_unique<Loaded>();
    loadAlloy(*again, path, loaded->sources.file(0).document(), options, given, other);
    if (!again->ok()) continue;
    loaded = std::move(again);
    return;
  }
  if (loaded->ok() || !otherContent) return;
  loaded = std::make_unique<Loaded>();
  loaded->diagnostics.error("not-alloy", {}, fmt::format("{} is not an Alloy model: it is {}", path, otherContent));
}

void loadNitpick(Loaded& loaded, const std::string& path, std::string text, const LoadOptions& options) {
  const model::FileId file = addSource(loaded.sources, path, std::move(text), loaded.diagnostics);
  if (file == model::noFile) return;
  auto built = std::make_unique<model::Model>();
  auto resolver = std::make_unique<nitpick::Resolver>(*built, loaded.sources, loaded.diagnostics,
                                                      options.readFile ? options.readFile : readDisk);
  const bool good = resolver->resolve(path, file, modelFor(path, options), loaded.tests);
  if (options.uses) loaded.uses = resolver->uses();
  finish(loaded, good, std::move(built), std::make_shared<NitpickSession>(std::move(resolver)));
}

void loadProgram(Loaded& loaded, const std::string& path, std::string text, const LoadOptions& options) {
  const model::FileId file = addSource(loaded.sources, path, std::move(text), loaded.diagnostics);
  if (file == model::noFile) return;
  UseCollector uses(options.uses);
  auto program = program::parse(loaded.sources, file, loaded.diagnostics, uses);
  loaded.uses = uses.finish();
  if (!program) return finish(loaded, false, nullptr, nullptr);
  auto built = std::make_unique<model::Model>();
  auto resolver = std::make_unique<alloy::Resolver>(*built, loaded.sources, loaded.diagnostics, alloy::ParseOptions(),
                                                    options.readFile ? options.readFile : readDisk);
  if (!resolver->resolveLibrary(path, file)) throw std::logic_error("the library does not resolve");
  try {
    auto translation = program::translate(*program, *built, loaded.tests);
    loaded.program =
        std::make_shared<program::LoadedProgram>(program::LoadedProgram{std::move(*program), std::move(translation)});
  } catch (const program::ModelTooLarge&) {
    loaded.diagnostics
        .error("limit", {file, 0, 0}, fmt::format("the model of this program has more than {} expressions", program::mostNodes))
        .hints.push_back(fmt::format("It has {} variables and {} processes. "
                                     "Each statement needs a formula for each variable and each process.",
                                     program->variables.size(), program->processes.size()));
    return;
  }
  resolver->adopt();
  finish(loaded, true, std::move(built), std::make_shared<AlloySession>(std::move(resolver), alloy::ParseOptions()));
}

}  // namespace

Language languageOf(std::string_view path) {
  return path.ends_with(".prog") ? Language::program : path.ends_with(".np") ? Language::nitpick : Language::alloy;
}

std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options) {
  return load(path, options, "");
}

std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options, const std::string& given) {
  std::string reason;
  auto text = options.readFile ? options.readFile(path) : support::readFile(path, reason);
  if (text) return loadText(path, std::move(*text), options, given);
  auto loaded = std::make_unique<Loaded>();
  loaded->diagnostics.error("file", {}, fmt::format("cannot read {}{}{}", path, reason.empty() ? "" : ": ", reason));
  return loaded;
}

std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options) {
  return loadText(path, std::move(text), options, "");
}

std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options,
                                 const std::string& given) {
  const support::Budget budget(options.limits);
  std::optional<support::Cancellation> cancellation;  // if not set, the caller's cancellation stays active
  if (options.limits.any()) cancellation.emplace(budget);
  auto loaded = std::make_unique<Loaded>();
  try {
    switch (languageOf(path)) {
      case Language::program: loadProgram(*loaded, path, std::move(text), options); break;
      case Language::nitpick: loadNitpick(*loaded, path, std::move(text), options); break;
      case Language::alloy: loadAlloy(loaded, path, std::move(text), options, given); break;
    }
  } catch (const support::Exhausted& end) {
    if (!cancellation) throw;
    loaded = std::make_unique<Loaded>();
    loaded->diagnostics.error("limit", {}, fmt::format("{} is not loaded: {}", path, end.what()));
  }
  if (!given.empty() && languageOf(path) != Language::alloy)
    loaded->diagnostics.error("valuation", {}, fmt::format("--val: {} is not an Alloy model", path));
  loaded->allowed = options.allowed;
  loaded->diagnostics = withoutAllowed(std::move(loaded->diagnostics), loaded->sources, options.allowed);
  if (loadListener()) loadListener()(*loaded);
  return loaded;
}

void listenToLoads(std::function<void(const Loaded&)> listener) {
  loadListener() = std::move(listener);
}

std::unique_ptr<Loaded> copyOf(const Loaded& loaded) {
  return std::make_unique<Loaded>(Loaded{.sources = loaded.sources,
                                         .diagnostics = loaded.diagnostics,
                                         .model = loaded.model ? std::make_unique<model::Model>(*loaded.model) : nullptr,
                                         .draft = {},
                                         .tests = loaded.tests,
                                         .dialects = loaded.dialects,
                                         .allowed = loaded.allowed,
                                         .uses = loaded.uses,
                                         .program = loaded.program,
                                         .session = nullptr});
}

model::Diagnostics warningsOn(const Loaded& loaded, model::CommandId command, const model::Scope& scope) {
  model::Diagnostics warnings;
  const model::FileId root = loaded.model->modules().front().file;
  if (languageOf(loaded.sources.file(root).path()) == Language::alloy)
    alloy::addCommandLints(*loaded.model, loaded.model->commands()[command], scope, loaded.sources, warnings);
  return withoutAllowed(std::move(warnings), loaded.sources, loaded.allowed);
}

std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics) {
  const auto session = std::static_pointer_cast<Session>(loaded.session);
  if (!session) return diagnostics.fail("session", {}, "expressions cannot be evaluated in this model");
  return session->resolve(loaded, std::move(text), atoms, diagnostics);
}

}  // namespace aunit::parser
