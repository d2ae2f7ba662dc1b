#include "parser/front_end.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "parser/alloy/resolver.h"

namespace aunit::parser {

namespace {

struct Session {
  explicit Session(std::unique_ptr<alloy::Resolver> r) : resolver(std::move(r)) {}
  std::unique_ptr<alloy::Resolver> resolver;
  alloy::ParseOptions options;
  std::vector<std::unique_ptr<alloy::syntax::File>> prompts;  // own the syntax of expressions resolved later
};

std::optional<std::string> readDisk(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream text;
  if (!(text << in.rdbuf()) && in.peek() != std::ifstream::traits_type::eof()) return std::nullopt;
  return std::move(text).str();
}

void loadAlloy(Loaded& loaded, const std::string& path, std::string text, const LoadOptions& options) {
  alloy::ParseOptions parseOptions;
  parseOptions.alloy5 = options.alloy5;
  const model::FileId file = alloy::addSource(loaded.sources, path, std::move(text), loaded.diagnostics);
  if (file == model::noFile) return;
  auto built = std::make_unique<model::Model>();
  auto session = std::make_shared<Session>(
      std::make_unique<alloy::Resolver>(*built, loaded.sources, loaded.diagnostics, parseOptions, options.readFile ? options.readFile : readDisk));
  session->options = parseOptions;
  const bool good = session->resolver->resolve(path, file, options.modelPath, loaded.tests);
  loaded.diagnostics.sort();
  if (!good) return;
  loaded.model = std::move(built);
  loaded.session = std::move(session);
}

}  // namespace

std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options) {
  const auto text = options.readFile ? options.readFile(path) : readDisk(path);
  if (text) return loadText(path, *text, options);
  auto loaded = std::make_unique<Loaded>();
  loaded->diagnostics.error("file", {}, fmt::format("cannot read {}", path));
  return loaded;
}

std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options) {
  auto loaded = std::make_unique<Loaded>();
  loadAlloy(*loaded, path, std::move(text), options);
  return loaded;
}

std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms, model::Diagnostics& diagnostics) {
  const auto session = std::static_pointer_cast<Session>(loaded.session);
  if (!session) {
    diagnostics.error("session", {}, "this model takes no expressions");
    return std::nullopt;
  }
  const model::FileId file = alloy::addSource(loaded.sources, "<expression>", std::move(text), diagnostics);
  if (file == model::noFile) return std::nullopt;
  session->prompts.push_back(std::make_unique<alloy::syntax::File>());
  const alloy::syntax::ExprPtr syntax = alloy::parseExpression(loaded.sources, file, session->options, diagnostics, *session->prompts.back());
  if (!syntax) return std::nullopt;
  return session->resolver->resolveExpression(syntax, atoms, diagnostics);
}

}  // namespace aunit::parser
