// All modules that a root file opens, linked and merged (language reference 6). Knows which names each module sees.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "parser/alloy/parse.h"
#include "parser/alloy/syntax/syntax.h"
#include "parser/uses.h"

namespace aunit::parser::alloy {

struct ModuleInstance;

/// Returns the range of the last part of a qualified name.
inline model::Range lastPart(model::Range range, std::string_view name) {
  const std::size_t length = name.size() - (name.rfind('/') + 1);
  return {range.end - static_cast<std::uint32_t>(length), range.end};
}

/// A macro: a paragraph `let m[x, y] ...`.
struct MacroDefinition {
  const ModuleInstance* home = nullptr;
  const syntax::Macro* syntax = nullptr;
};

struct OpenLink {
  std::string alias;
  std::string target;  // as written: "util/ordering"
  model::Span targetSpan, aliasSpan;
  std::vector<syntax::Name> arguments;
  bool isPrivate = false;
  /// Whether the module is opened without an `open` in the text: for an enum or a `seq`, or because every file opens it
  /// (util/integer).
  bool automatic = false;
  model::Span span;
  ModuleInstance* module = nullptr;  // null until linked
};

/// One module, opened with particular arguments.
struct ModuleInstance {
  model::ModuleId id = 0;
  const syntax::File* file = nullptr;
  model::FileId source = model::noFile;  // the module's text: byte ranges in the tree `file` are offsets in this text
  std::string filePath;                  // path on disk, or a library name such as "util/ordering"
  std::string name;                      // name in its `module` line; empty if there is none
  bool library = false;
  bool seesPrivate = false;  // an .aunit file sees the private names of the modules that it opens
  const ModuleInstance* openedBy = nullptr;
  std::deque<OpenLink> opens;
  std::unordered_map<std::string, model::SigId> sigs;
  std::unordered_map<std::string, support::ShortList<model::FuncId>> functions;
  model::FuncId firstFunction = 0;  // id of file->funcs[0]; the next functions of file->funcs have the next ids
  std::unordered_map<std::string, MacroDefinition> macros;
  std::unordered_map<std::string, model::AssertionId> assertions;
  /// The argument of a parameter, and the span of the parameter in the module's header.
  struct Parameter {
    model::SigId sig = model::noId;
    model::Span span;
  };
  std::unordered_map<std::string, Parameter> parameters;
  /// Returns the span of the name in the `module` line; without one, the beginning of the file.
  model::Span declaration() const { return file->hasHeader ? at(file->header.name.span) : model::Span{source, 0, 0}; }
  model::Span at(model::Range range) const { return range.in(source); }

  /// The module itself, and all modules whose declarations it may name without a qualifier, nearest first.
  std::vector<const ModuleInstance*> nameable;
};

class World {
 public:
  using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

  World(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, UseCollector& uses, ParseOptions options,
        ReadFile readFile);

  /// Parses the root and all modules that it opens, declares signatures (names and flags only), links the modules, and merges
  /// them. Returns false after an error. A paragraph or module that could not be read does not count as an error, because the
  /// rest of the model is usable.
  bool load(const std::string& path, model::FileId file, const std::string& modelPath);
  /// Loads an empty root, which opens only the modules that every file opens.
  bool loadNothing(const std::string& path, model::FileId file);

  ModuleInstance& root() { return *instances_.front(); }
  const std::deque<std::unique_ptr<ModuleInstance>>& instances() const { return instances_; }
  /// Returns, for each file except library files, the version of the language in which the parser read it.
  std::map<model::FileId, Dialect> dialects() const;
  bool usesDollar() const { return usesDollar_; }
  /// Whether a paragraph or module that could not be read may declare a name. If so, uses of the name are not reported as
  /// unknown.
  bool mayBeDeclared(std::string_view name) const;

  enum WantedModule : unsigned { sigs = 1, assertions = 2, functions = 4, facts = 8 };
  struct NameMeaning {
    enum class Kind { sig, assertion, function, fact } kind;
    std::uint32_t id;
    model::Span declaration;  // span of the name where it is declared; no span if the name is built in
  };
  /// Returns all meanings of a name in a module (language reference 7), without private declarations of other modules.
  std::vector<NameMeaning> find(const ModuleInstance& from, std::string_view name, unsigned wanted) const;
  /// Returns the built-in signature that a name means in the module `from`; nothing if it means none.
  static std::optional<model::SigId> builtinNamed(const ModuleInstance& from, std::string_view name);
  /// Returns the signature with this name, and notes the use. Reports unknown and ambiguous names.
  std::optional<model::SigId> findSig(const ModuleInstance& from, const syntax::Name& name);
  const MacroDefinition* findQualifiedMacro(const ModuleInstance& from, std::string_view name) const;
  static constexpr std::size_t largeBody = 50'000;  // number of nodes
  /// Frees the tree of a large body that has been resolved in `module`, unless another instance of the file needs it.
  void freeTree(const ModuleInstance& module, syntax::Nodes nodes);
  /// Frees the trees of the user's files after resolution, except headers and macros, because a text that the user enters at a
  /// prompt later may need headers and macros.
  void forgetTrees();
  /// Records the uses of the qualifiers of a name.
  void noteQualifiers(const ModuleInstance& from, const syntax::Name& name, model::FileId source);

  const syntax::Sig* sigSyntax(model::SigId id) const;
  /// Returns the names of declarations that a module can use, for "did you mean?" hints.
  std::vector<std::string> visibleNames(const ModuleInstance& from) const;
  const ModuleInstance& moduleOf(model::ModuleId id) const { return *instances_[id]; }

 private:
  struct PendingModule {
    ModuleInstance* parent;
    OpenLink* link;
  };

  /// A text and its tree. Several worlds may share a tree; each has its own FileId for the text.
  struct Source {
    std::shared_ptr<syntax::File> tree;  // null if the text could not be read
    model::FileId file = model::noFile;
    bool library = false;
  };

  bool link(const Source& root, const std::string& path, const std::string& modelPath);
  const Source* parseFile(const std::string& path, model::FileId file);
  static std::vector<std::string> placesOf(const ModuleInstance& parent, const OpenLink& link);
  const Source* openMoved(const ModuleInstance& parent, const OpenLink& link, std::string& pathOut, bool& library,
                          std::vector<std::string>& severalFit);
  const Source* openLibrary(const std::string& name, std::string& pathOut);
  const Source* openFile(const ModuleInstance& parent, const OpenLink& link, std::string& pathOut, bool& library);
  ModuleInstance& instantiate(const Source& source, std::string path, bool library, const ModuleInstance* openedBy,
                              std::vector<model::SigId> arguments, model::Span span);
  void declareOpens(ModuleInstance& module, const std::string& modelPath);
  void declareSigs(ModuleInstance& module);
  void linkAll();
  bool tryLink(PendingModule& pending, bool report);
  model::Diagnostic& cannotOpen(model::Span span, std::string message);
  void assignPaths();
  void collectNameable(ModuleInstance& module);

  model::Model& model_;
  model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  UseCollector& uses_;
  ParseOptions options_;
  ReadFile readFile_;
  std::deque<std::unique_ptr<ModuleInstance>> instances_;
  std::unordered_map<std::string, Source> files_;  // key: path
  std::map<std::string, ModuleInstance*> byKey_;
  std::vector<PendingModule> pending_;
  std::vector<const syntax::Sig*> sigSyntax_;  // by signature: its syntax; null if it has none
  bool usesDollar_ = false;
  std::set<std::string, std::less<>> unread_;  // names in paragraphs that could not be read
  bool lacksModule_ = false;                   // an opened module could not be read
  std::size_t excused_ = 0;                    // number of errors that do not prevent resolving the rest
};

}  // namespace aunit::parser::alloy
