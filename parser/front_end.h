// The door of the parser layer: files to a resolved model and its tests, whatever the language.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/instance.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"
#include "parser/uses.h"

namespace aunit::parser {

namespace program {
struct LoadedProgram;  // parser/program/translation.h
}

struct LoadOptions {
  bool alloy5 = false;
  /// `--model FILE`: opened by the root file, unless it is that, as if it said so (its private names visible to `.aunit` files);
  /// empty: none.
  std::string modelPath;
  /// Reads a file for `open`; the default reads the disk. Returns nothing when it is not there.
  std::function<std::optional<std::string>(const std::string& path)> readFile;
};

/// One root file with everything it opens. `model` is null when it did not resolve; `diagnostics` says why. Errors in valuations
/// and tests leave the model whole: they are among `diagnostics`, and in `tests` with those that they spoil.
struct Loaded {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  std::unique_ptr<model::Model> model;
  /// Of an Alloy model that did not resolve what is known of it: signatures, fields, functions with their parameters; expressions
  /// that are in error are noId. To be read by people's tools, of no use to engines. Null where hardly anything is known.
  std::unique_ptr<model::Model> draft;
  model::Tests tests;
  std::vector<NameUse> uses;                              // in no order; of what could be resolved when there are errors
  std::shared_ptr<const program::LoadedProgram> program;  // of .prog files
  std::shared_ptr<void> session;                          // names and scopes for `resolveExpression`
  bool ok() const { return model && !diagnostics.hasErrors(); }
};

enum class Language : std::uint8_t { alloy, nitpick, program };
/// By a file's name: .np is Nitpick, .prog a parallel program, everything else Alloy.
Language languageOf(std::string_view path);

/// Loads by file name: .als, .md, .aunit as Alloy, .np as Nitpick, .prog as parallel programs.
std::unique_ptr<Loaded> load(const std::string& path, const LoadOptions& options = {});
/// The same for a text that is not on disk; `path` only names it.
std::unique_ptr<Loaded> loadText(const std::string& path, std::string text, const LoadOptions& options = {});

/// Resolves an expression as the reference's evaluator does (mode 1, against the root module; atoms of `atoms` and skolems are
/// global names; 16.8). Appends to `loaded.model`. Errors go to `diagnostics`.
std::optional<model::ExprId> resolveExpression(Loaded& loaded, std::string text, const model::Instance* atoms,
                                               model::Diagnostics& diagnostics);

}  // namespace aunit::parser
