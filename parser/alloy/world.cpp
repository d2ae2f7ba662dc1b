#include "parser/alloy/world.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "parser/alloy/moved_modules.h"
#include "parser/library/library.h"
#include "support/files.h"
#include "support/memory.h"

namespace aunit::parser::alloy {

using model::SigId;
using model::Span;

namespace {

// Limit for the modules of a model. A module with parameters counts once for each list of arguments. Each enumeration adds a
// module, because it opens util/ordering.
constexpr std::size_t mostModules = 4'000;

bool isSimpleName(std::string_view name) {
  return name.find_first_of("/@$") == std::string_view::npos;
}

std::string lastSegment(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool isOfTests(std::string_view path) {
  return path.ends_with(".aunit");
}

std::string_view withoutThis(std::string_view name) {
  return name.starts_with("this/") ? name.substr(5) : name;
}

// Converts each `val` of the AUnit Analyzer to a predicate that states a valuation, and the formula of each `@Test` to the block
// of a command.
void lowerAnalyzerTests(syntax::File& file) {
  for (const syntax::Valuation& v : file.valuations) {
    if (!v.predicateStyle) continue;
    syntax::Func f;
    f.isValuation = true;
    f.name = v.name;
    f.body = v.body;
    f.span = v.span;
    file.paragraphs.push_back({syntax::ParagraphRef::Kind::func, static_cast<std::uint32_t>(file.funcs.size())});
    file.funcs.push_back(std::move(f));
  }
  for (syntax::Command& c : file.commands)
    if (c.isTest && c.testFormula) c.block = c.testFormula;
}

std::string directoryOf(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Returns the path where an opened module should be (language reference 6, "Locating").
std::string modulePath(const std::string& currentFile, std::string current, std::string opened) {
  for (;;) {
    const auto a = current.find('/'), b = opened.find('/');
    if (a == std::string::npos || b == std::string::npos || current.substr(0, a) != opened.substr(0, b)) break;
    current = current.substr(a + 1);
    opened = opened.substr(b + 1);
  }
  std::string directory = directoryOf(currentFile);
  for (auto i = std::count(current.begin(), current.end(), '/'); i > 0; --i) {
    if (directory.empty() || directory.ends_with("../")) {
      directory += "../";
    } else {
      directory.pop_back();
      directory = directoryOf(directory);
    }
  }
  return directory + opened;
}

// Returns the tree of a library module. It never changes, so all loads of the process share it.
std::shared_ptr<syntax::File> libraryTree(const model::SourceMap& sources, model::FileId file, const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<syntax::File>> shared;
  const std::lock_guard lock(mutex);
  std::shared_ptr<syntax::File>& tree = shared[name];
  model::Diagnostics none;
  if (!tree) tree = parse(sources, file, {}, none);
  return tree;
}

}  // namespace

World::World(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, UseCollector& uses,
             ParseOptions options, ReadFile readFile)
    : model_(model),
      sources_(sources),
      diagnostics_(diagnostics),
      uses_(uses),
      options_(options),
      readFile_(std::move(readFile)) {}

bool World::load(const std::string& path, model::FileId file, const std::string& modelPath) {
  return link(*parseFile(path, file), path, modelPath);
}

bool World::loadNothing(const std::string& path, model::FileId file) {
  return link(files_[path] = {std::make_shared<syntax::File>(), file}, path, "");
}

bool World::link(const Source& root, const std::string& path, const std::string& modelPath) {
  ModuleInstance& rootModule = instantiate(root, path, false, nullptr, {}, {});
  declareOpens(rootModule, modelPath);
  // The parameters of the root module become ordinary signatures.
  for (const auto& parameter : root.tree->header.parameters) {
    if (const auto clash = rootModule.sigs.find(parameter.name.text); clash != rootModule.sigs.end()) {
      diagnostics_
          .error("duplicate", model_.sig(clash->second).span,
                 fmt::format("\"{}\" is declared more than once", parameter.name.text))
          .related.push_back({rootModule.at(parameter.name.span), "first declared here"});
      continue;
    }
    model::Sig sig;
    sig.name = parameter.name.text;
    sig.span = rootModule.at(parameter.name.span);
    sig.isExact = parameter.exactly;
    sig.parents = {model::builtin::univ};
    model_.mutableSigs().push_back(sig);
    rootModule.sigs[sig.name] = static_cast<SigId>(model_.sigs().size() - 1);
  }
  linkAll();
  assignPaths();
  for (const auto& instance : instances_) collectNameable(*instance);
  // Now that all modules are loaded, an argument may be ambiguous that was unique when its module was linked: findSig reports it.
  for (const auto& instance : instances_)
    for (const OpenLink& link : instance->opens)
      for (const syntax::Name& argument : link.arguments)
        if (link.module) findSig(*instance, argument);
  return diagnostics_.errorCount() == excused_;
}

const World::Source* World::parseFile(const std::string& path, model::FileId file) {
  ParseOptions options = options_;
  options.testLanguage = isOfTests(path);
  options.opened = !files_.empty();
  const std::size_t before = diagnostics_.errorCount();
  std::unique_ptr<syntax::File> parsed = parse(sources_, file, options, diagnostics_);
  if (!parsed->tooDeep) excused_ += diagnostics_.errorCount() - before;
  lowerAnalyzerTests(*parsed);
  usesDollar_ |= parsed->usesDollar;
  lacksModule_ |= parsed->unreadOpen;
  unread_.insert(parsed->unread.begin(), parsed->unread.end());
  return &(files_[path] = {std::move(parsed), file});
}

// Returns the paths at which the file of an opened module may be, without paths in the library.
std::vector<std::string> World::placesOf(const ModuleInstance& parent, const OpenLink& link) {
  if (parent.library) return {};
  const bool isModelOption = parent.openedBy == nullptr && !link.span.known() && !link.automatic;
  if (isModelOption) return {link.target};
  const std::string base = modulePath(parent.filePath, parent.name.empty() ? "x" : parent.name, link.target);
  if (isOfTests(parent.filePath)) return {base + ".als", base + ".md", base + ".aunit"};  // a file of tests may open another one
  return {base + ".als", base + ".md"};
}

const World::Source* World::openFile(const ModuleInstance& parent, const OpenLink& link, std::string& pathOut, bool& library) {
  library = false;
  const auto use = [&](const std::string& path, std::optional<std::string> text) -> const Source* {
    if (!text) return nullptr;
    pathOut = path;
    const model::FileId file = addSource(sources_, path, std::move(*text), diagnostics_);
    if (file == model::noFile) return &(files_[path] = {std::make_shared<syntax::File>(), file});
    return parseFile(path, file);
  };
  const auto known = [&](const std::string& path) -> const Source* {
    const auto found = files_.find(path);
    if (found == files_.end() || !found->second.tree) return nullptr;
    pathOut = path;
    return &found->second;
  };
  for (const std::string& path : placesOf(parent, link)) {
    if (const auto* file = known(path)) return file;
    if (const auto* file = use(path, readFile_(path))) return file;
  }
  library = true;
  return openLibrary(link.target, pathOut);
}

const World::Source* World::openLibrary(const std::string& name, std::string& pathOut) {
  pathOut = name;
  if (const auto found = files_.find(name); found != files_.end() && found->second.tree) return &found->second;
  const auto text = libraryModule(name);
  if (!text) return nullptr;
  const model::FileId file = addSource(sources_, name, std::string(*text), diagnostics_);
  return &(files_[name] = {libraryTree(sources_, file, name), file, true});
}

/// Opens a module that is not at the path in its `open`: searches for the nearest file that matches. Returns null unless exactly
/// one file matches.
const World::Source* World::openMoved(const ModuleInstance& parent, const OpenLink& link, std::string& pathOut, bool& library,
                                      std::vector<std::string>& severalFit) {
  const bool isWritten = link.span.known() && !link.automatic;
  if (options_.strictOpen || parent.library || !isWritten || parent.source == model::noFile) return nullptr;
  ModuleMatches moved = findMoved(parent.filePath,
                                  {.target = link.target,
                                   .arguments = link.arguments.size(),
                                   .names = namesThrough(sources_.file(parent.source).text(), link.alias)},
                                  readFile_);
  if (moved.paths.size() > 1) severalFit = std::move(moved.paths);
  if (moved.paths.size() != 1) return nullptr;
  const std::string& place = moved.paths.front();
  const std::string from = moved.library ? fmt::format("the library module {}", place) : place;
  diagnostics_.note("module", link.span, fmt::format("the module \"{}\" is read from {}", link.target, from))
      .hints.push_back(
          "No file exists at the path that `open` names, so aunit searched for the module. `aunit check --strict-open` reports "
          "an error instead.");
  library = moved.library;
  if (library) return openLibrary(place, pathOut);
  pathOut = place;
  if (const auto found = files_.find(place); found != files_.end() && found->second.tree) return &found->second;
  const model::FileId file = addSource(sources_, place, *readFile_(place), diagnostics_);
  return parseFile(place, file);
}

ModuleInstance& World::instantiate(const Source& source, std::string path, bool library, const ModuleInstance* openedBy,
                                   std::vector<SigId> arguments, Span span) {
  instances_.push_back(std::make_unique<ModuleInstance>());
  ModuleInstance& module = *instances_.back();
  const syntax::File& file = *source.tree;
  module.id = static_cast<model::ModuleId>(instances_.size() - 1);
  module.file = &file;
  module.source = source.file;
  module.filePath = std::move(path);
  module.seesPrivate = isOfTests(module.filePath);
  module.name = file.hasHeader ? file.header.name.text : std::string();
  module.library = library;
  module.openedBy = openedBy;
  model::Module record;
  record.name = module.name.empty() ? lastSegment(module.filePath) : module.name;
  record.file = source.file;
  record.library = library;
  record.ofTests = isOfTests(module.filePath);
  record.arguments = arguments;
  for (const auto& [name, exactly] : file.header.parameters) {
    std::vector<std::string>& names = record.parameterNames;
    if (std::find(names.begin(), names.end(), name.text) != names.end())
      diagnostics_.error("duplicate", module.at(name.span),
                         fmt::format("the parameter \"{}\" is declared more than once", name.text));
    names.push_back(name.text);
  }
  model_.mutableModules().push_back(std::move(record));
  for (std::size_t i = 0; i < arguments.size() && i < file.header.parameters.size(); ++i) {
    const auto& parameter = file.header.parameters[i];
    module.parameters[parameter.name.text] = {arguments[i], module.at(parameter.name.span)};
    if (!parameter.exactly) continue;
    model::Sig& sig = model_.mutableSigs()[arguments[i]];
    if (sig.isVar)
      diagnostics_.error(
          "module", span,
          fmt::format("the module `{}` makes the scope of its parameter exact, but `{}` is `var`", module.name, sig.name));
    if (!sig.builtin) sig.isExact = true;
  }
  declareSigs(module);
  return module;
}

void World::declareSigs(ModuleInstance& module) {
  const auto declare = [&](const syntax::Name& name, model::Sig sig) -> SigId {
    const auto clash = module.sigs.find(name.text);
    if (clash != module.sigs.end() || module.parameters.count(name.text)) {
      auto& error =
          diagnostics_.error("duplicate", module.at(name.span), fmt::format("\"{}\" is declared more than once", name.text));
      if (clash != module.sigs.end()) error.related.push_back({model_.sig(clash->second).span, "first declared here"});
    }
    sig.name = name.text;
    sig.span = module.at(name.span);
    sig.module = module.id;
    model_.mutableSigs().push_back(std::move(sig));
    const auto id = static_cast<SigId>(model_.sigs().size() - 1);
    module.sigs[name.text] = id;
    return id;
  };
  for (const auto& paragraph : module.file->paragraphs) {
    if (paragraph.kind == syntax::ParagraphRef::Kind::sig) {
      const syntax::Sig& s = module.file->sigs[paragraph.index];
      for (const syntax::Name& name : s.names) {
        model::Sig sig;
        sig.isAbstract = s.isAbstract;
        sig.isPrivate = s.isPrivate;
        sig.isVar = s.isVar;
        sig.multiplicity = s.multiplicity;
        sig.subset = s.relation == syntax::Sig::Relation::in || s.relation == syntax::Sig::Relation::equal;
        sig.subsetExact = s.relation == syntax::Sig::Relation::equal;
        if (sig.subset && sig.isAbstract)
          diagnostics_.error("declaration", module.at(name.span), "a subset signature cannot be abstract");
        const SigId id = declare(name, std::move(sig));
        sigSyntax_.resize(id + std::size_t{1});
        sigSyntax_[id] = &s;
      }
    } else if (paragraph.kind == syntax::ParagraphRef::Kind::enum_) {
      const syntax::Enum& e = module.file->enums[paragraph.index];
      model::Sig parent;
      parent.isAbstract = parent.isEnum = true;
      parent.isPrivate = e.isPrivate;
      parent.parents = {model::builtin::univ};
      const SigId parentId = declare(e.name, std::move(parent));
      if (e.members.empty()) diagnostics_.error("declaration", module.at(e.span), "an enumeration needs at least one name");
      for (const syntax::Name& name : e.members) {
        model::Sig member;
        member.isPrivate = e.isPrivate;
        member.isExact = true;
        member.multiplicity = model::Multiplicity::one;
        member.parents = {parentId};
        const SigId memberId = declare(name, std::move(member));
        model_.mutableSigs()[parentId].children.push_back(memberId);
      }
    }
  }
}

// Declares explicit opens in order, then the implicit ones. Aliases follow language reference 6.
void World::declareOpens(ModuleInstance& module, const std::string& modelPath) {
  const syntax::File& file = *module.file;
  const auto add = [&](const syntax::Name& written, const syntax::Name& opened, std::vector<syntax::Name> arguments,
                       bool isPrivate, bool automatic, model::Range range) {
    const Span span = module.at(range);
    const std::string& target = opened.text;
    std::string alias = written.text;
    if (alias.empty())
      alias =
          arguments.empty() && target.find('/') == std::string::npos ? target : fmt::format("open${}", module.opens.size() + 1);
    for (const OpenLink& other : module.opens) {
      if (other.alias != alias) continue;
      const bool same =
          other.target == target && std::equal(other.arguments.begin(), other.arguments.end(), arguments.begin(), arguments.end(),
                                               [](const auto& a, const auto& b) { return a.text == b.text; });
      if (!same) diagnostics_.error("module", span, fmt::format("the alias \"{}\" already stands for another module", alias));
      return;
    }
    OpenLink link;
    link.alias = std::move(alias);
    link.target = target;
    link.targetSpan = module.at(opened.span);
    link.aliasSpan = module.at(written.span);
    link.arguments = std::move(arguments);
    link.isPrivate = isPrivate;
    link.automatic = automatic;
    link.span = span;
    module.opens.push_back(std::move(link));
  };
  // The module name alone does not identify util/integer: another file may have this name, and needs to open util/integer.
  const bool isInteger = module.name == "util/integer" && (module.library || lastSegment(module.filePath) == "integer.als");
  if (!isInteger) add({"integer", {}}, {"util/integer", {}}, {}, false, true, {});
  const auto openSequences = [&] { add({"seq", {}}, {"util/sequniv", {}}, {}, false, true, {}); };
  for (std::size_t i = 0; i < file.paragraphs.size(); ++i) {
    const syntax::ParagraphRef& paragraph = file.paragraphs[i];
    if (file.firstSeq == i) openSequences();
    if (paragraph.kind == syntax::ParagraphRef::Kind::open) {
      const syntax::Open& open = file.opens[paragraph.index];
      add(open.alias, open.target, open.arguments, open.isPrivate, false, open.span);
    } else if (paragraph.kind == syntax::ParagraphRef::Kind::enum_) {
      const syntax::Enum& e = file.enums[paragraph.index];
      add({}, {"util/ordering", {}}, {e.name}, false, true, e.span);
    }
  }
  if (file.firstSeq == file.paragraphs.size()) openSequences();
  if (!modelPath.empty()) {
    std::string stem = lastSegment(modelPath);
    stem = stem.substr(0, stem.rfind('.'));
    const bool opened = std::any_of(module.opens.begin(), module.opens.end(), [&](const OpenLink& link) {
      if (link.automatic) return false;
      const std::string base = modulePath(module.filePath, module.name.empty() ? "x" : module.name, link.target);
      return base + ".als" == modelPath || base + ".md" == modelPath || lastSegment(link.target) == stem;
    });
    if (!opened) {
      const bool aliasFree = isSimpleName(stem) && std::none_of(module.opens.begin(), module.opens.end(),
                                                                [&](const OpenLink& l) { return l.alias == stem; });
      add({aliasFree ? stem : "", {}}, {modelPath, {}}, {}, false, false, {});
    }
  }
  std::set<std::string> taken;
  for (const OpenLink& link : module.opens) taken.insert(link.alias);
  for (OpenLink& link : module.opens) {
    if (link.alias.find('$') != std::string::npos) {
      const std::string base = lastSegment(link.target);
      if (taken.insert(base).second) link.alias = base;
    }
    pending_.push_back({&module, &link});
  }
}

void World::linkAll() {
  for (bool progress = true; progress && !pending_.empty();) {
    progress = false;
    std::vector<PendingModule> round;
    round.swap(pending_);
    std::vector<PendingModule> waiting;
    for (PendingModule& p : round) {
      if (tryLink(p, false))
        progress = true;
      else
        waiting.push_back(p);
    }
    pending_.insert(pending_.begin(), waiting.begin(), waiting.end());
  }
  // Linking a module may append more opens to pending_.
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    PendingModule last = pending_[i];
    tryLink(last, true);
  }
  pending_.clear();
}

/// Reports a module that cannot be opened. From then on, unknown names are not reported, because that module might declare them.
model::Diagnostic& World::cannotOpen(Span span, std::string message) {
  lacksModule_ = true;
  ++excused_;
  return diagnostics_.error("module", span, std::move(message));
}

namespace {

std::string nameOfOpened(const ModuleInstance& module) {
  return std::filesystem::path(module.filePath).filename().generic_string();
}

/// Searches for the file `name`.als in the folder that contains `path`, in the parent of this folder, and in the direct
/// subfolders of both. Returns its path; empty if there is none.
std::string fileNearby(const std::string& path, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path here = fs::path(path).parent_path();
  std::string unread;
  if (!here.empty() && !support::isFolder(here.generic_string())) return "";
  std::vector<fs::path> folders = {here / ".."};
  for (const fs::path& above : {here / "..", here.empty() ? fs::path(".") : here})
    if (auto reader = support::FolderReader::open(above.generic_string(), unread))
      while (const auto entry = reader->next())
        if (support::isFolder((above / *entry).generic_string())) folders.push_back(above / *entry);
  std::ranges::sort(folders);
  for (const fs::path& folder : folders)
    if (const fs::path file = folder / (name + ".als"); support::isFile(file.generic_string()))
      return file.lexically_normal().generic_string();
  return "";
}

/// Returns the name that the file at `path` needs in its `module` line, so that an `open` in this file finds `target`. Each
/// folder in the name makes paths of modules start one folder higher. Tries at most four folders. Returns "" if no name works.
std::string nameThatFinds(const std::string& path, const std::string& target) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path file = fs::absolute(path, error).lexically_normal();
  fs::path root = file.parent_path(), name = file.stem();
  for (int levels = 0; levels < 4 && root.has_relative_path(); ++levels) {
    name = root.filename() / name;
    root = root.parent_path();
    if (support::isFile((root / (target + ".als")).generic_string())) return name.generic_string();
  }
  return "";
}

}  // namespace

bool World::tryLink(PendingModule& pending, bool report) {
  ModuleInstance& parent = *pending.parent;
  OpenLink& link = *pending.link;
  std::string path;
  bool library = false;
  const Source* source = openFile(parent, link, path, library);
  std::vector<std::string> severalFit;
  if (!source) source = openMoved(parent, link, path, library, severalFit);
  if (!source) {
    auto& error = cannotOpen(link.span, fmt::format("the module \"{}\" cannot be found", link.target));
    const auto names = libraryModuleNames();
    if (!model::suggest(error, link.target, {names.begin(), names.end()}))
      error.hints.push_back(
          fmt::format("Alloy's library has no such module, and there is no file {}", fmt::join(placesOf(parent, link), " or ")));
    if (!severalFit.empty())
      error.hints.push_back(fmt::format("several files could be this module: {}", model::inWords(severalFit)));
    const bool isPath = link.target.find('/') != std::string::npos && parent.name.empty();
    if (const std::string name = isPath ? nameThatFinds(parent.filePath, link.target) : ""; !name.empty())
      error.hints.push_back(fmt::format(
          "paths are relative to the folder of this file; to find this path, write `module {}` as its first line", name));
    else if (const std::string near = fileNearby(parent.filePath, lastSegment(link.target)); !near.empty())
      error.hints.push_back(
          fmt::format("{0} exists: delete this line, and use `--model {0}` or write `model = \"{0}\"` in aunit.toml", near));
    return true;
  }
  for (const ModuleInstance* above = &parent; above; above = above->openedBy)
    if (above->filePath == path) {
      // `open list` in list.aunit found list.aunit itself, because there is no list.als.
      if (above == &parent && std::filesystem::path(path).extension() != ".als") {
        const std::string name = std::filesystem::path(path).stem().generic_string() + ".als";
        cannotOpen(link.span,
                   fmt::format("the module \"{}\" cannot be found: there is no {} beside this file", link.target, name));
        return true;
      }
      std::string circle = nameOfOpened(*above);
      std::vector<std::string> between;
      for (const ModuleInstance* each = &parent; each != above; each = each->openedBy) between.push_back(nameOfOpened(*each));
      std::ranges::reverse(between);
      for (const std::string& name : between) circle += fmt::format(" opens {0}, {0}", name);
      cannotOpen(link.span,
                 fmt::format("the module \"{}\" opens itself: {} opens {}", link.target, circle, nameOfOpened(*above)));
      return true;
    }
  if (link.arguments.size() != source->tree->header.parameters.size()) {
    cannotOpen(link.span,
               fmt::format("the module \"{}\" takes {} parameter{}, but {} {} given", link.target,
                           source->tree->header.parameters.size(), source->tree->header.parameters.size() == 1 ? "" : "s",
                           link.arguments.size(), link.arguments.size() == 1 ? "is" : "are"));
    return true;
  }
  std::vector<SigId> arguments;
  for (const syntax::Name& name : link.arguments) {
    if (name.text == "none") {
      cannotOpen(parent.at(name.span), "`none` cannot be the argument of a module");
      return true;
    }
    collectNameable(parent);
    if (report) {
      const auto sig = findSig(parent, name);
      if (!sig) {
        lacksModule_ = true;
        return true;
      }
      arguments.push_back(*sig);
      continue;
    }
    const auto found = find(parent, name.text, sigs);
    if (found.empty()) return false;
    arguments.push_back(found[0].id);
  }
  std::string key = path;
  for (const SigId argument : arguments) key += fmt::format("\n{}", argument);
  auto& slot = byKey_[key];
  if (!slot && instances_.size() == mostModules) {
    cannotOpen(link.span,
               fmt::format("this opens more than {} modules (a module counts once for each set of parameters)", mostModules));
    return true;
  }
  if (!slot) {
    ModuleInstance& created = instantiate(*source, path, library, &parent, arguments, link.span);
    slot = &created;
    declareOpens(created, "");
  }
  link.module = slot;
  uses_.add(NameKind::module, link.targetSpan, link.module->declaration());
  if (!link.automatic && !parent.library) model_.mutableModules()[slot->id].named = true;
  return true;
}

// Sets each module's path to one of the alias chains that lead to it: preferably a chain without '$', then the shortest, then the
// first in alphabetical order.
void World::assignPaths() {
  const auto better = [](const std::string& a, const std::string& b) {
    const auto rank = [](const std::string& path) {
      return std::tuple(path.find('$') != std::string::npos, std::count(path.begin(), path.end(), '/'), std::string_view(path));
    };
    return rank(a) < rank(b);
  };
  std::vector<std::string> paths(instances_.size());
  std::vector<bool> reached(instances_.size());
  reached[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& instance : instances_) {
      if (!reached[instance->id]) continue;
      for (const OpenLink& link : instance->opens) {
        if (!link.module || link.module->id == 0) continue;
        const std::string path = paths[instance->id].empty() ? link.alias : paths[instance->id] + "/" + link.alias;
        std::string& current = paths[link.module->id];
        if (reached[link.module->id] && !better(path, current)) continue;
        current = path;
        reached[link.module->id] = changed = true;
      }
    }
  }
  for (const auto& instance : instances_)
    model_.mutableModules()[instance->id].path = instance->id == 0 ? "this" : paths[instance->id];
  for (model::Sig& sig : model_.mutableSigs())
    if (!sig.builtin) sig.label = model_.modules()[sig.module].path + "/" + sig.name;
}

void World::collectNameable(ModuleInstance& module) {
  module.nameable.clear();
  std::unordered_set<const ModuleInstance*> seen;
  const auto visit = [&](auto& self, const ModuleInstance& m, int level) -> void {
    if (!seen.insert(&m).second) return;
    module.nameable.push_back(&m);
    for (const OpenLink& link : m.opens)
      if (link.module && (level == 0 || !link.isPrivate || module.seesPrivate)) self(self, *link.module, level + 1);
  };
  visit(visit, module, 0);
}

std::vector<World::NameMeaning> World::find(const ModuleInstance& from, std::string_view name, unsigned wanted) const {
  std::vector<NameMeaning> out;
  const auto lookIn = [&](const ModuleInstance& m, const std::string& simple, bool privateToo) {
    if (wanted & sigs) {
      if (const auto s = m.sigs.find(simple); s != m.sigs.end() && (privateToo || !model_.sig(s->second).isPrivate))
        out.push_back({NameMeaning::Kind::sig, s->second, model_.sig(s->second).span});
      else if (const auto p = m.parameters.find(simple); p != m.parameters.end() && &m == &from)
        out.push_back({NameMeaning::Kind::sig, p->second.sig, p->second.span});
    }
    if (wanted & assertions)
      if (const auto a = m.assertions.find(simple); a != m.assertions.end())
        out.push_back({NameMeaning::Kind::assertion, a->second, model_.assertions()[a->second].nameSpan});
    if (wanted & facts)
      for (model::FactId id = 0; id < model_.facts().size(); ++id)
        if (const model::Fact& fact = model_.facts()[id]; fact.module == m.id && fact.name == simple && fact.nameSpan.known())
          out.push_back({NameMeaning::Kind::fact, id, fact.nameSpan});
    if (wanted & functions)
      if (const auto f = m.functions.find(simple); f != m.functions.end())
        for (const model::FuncId id : f->second)
          if (privateToo || !model_.func(id).isPrivate)
            out.push_back({NameMeaning::Kind::function, id, model_.func(id).nameSpan});
  };
  const auto everywhere = [&](const ModuleInstance& start, const std::string& simple) {
    for (const ModuleInstance* m : start.nameable) lookIn(*m, simple, m == &from || from.seesPrivate);
  };
  const bool own = name.starts_with("this/");
  name = withoutThis(name);
  if (wanted & sigs)
    if (const auto builtin = builtinNamed(from, name)) return {{NameMeaning::Kind::sig, *builtin, {}}};
  if (own) lookIn(from, std::string(name), true);
  if (!out.empty()) return out;
  const ModuleInstance* module = &from;
  for (int level = 0;; ++level) {
    const auto slash = name.find('/');
    if (slash == std::string_view::npos) break;
    const std::string_view alias = name.substr(0, slash);
    const auto link =
        std::find_if(module->opens.begin(), module->opens.end(), [&](const OpenLink& l) { return l.alias == alias; });
    if (link == module->opens.end() || !link->module || (link->isPrivate && level > 0 && !from.seesPrivate)) return out;
    module = link->module;
    name = name.substr(slash + 1);
    if (name.find('/') == std::string_view::npos) {
      lookIn(*module, std::string(name), from.seesPrivate);
      if (out.empty()) everywhere(*module, std::string(name));
      return out;
    }
  }
  everywhere(from, std::string(name));
  return out;
}

std::optional<SigId> World::builtinNamed(const ModuleInstance& from, std::string_view name) {
  if (name == "univ") return model::builtin::univ;
  if (name == "Int") return model::builtin::integers;
  if (name == "seq/Int") return model::builtin::seqInt;
  if (name == "none") return model::builtin::none;
  if (name == "String" && from.file->dialect < Dialect::alloy41) return model::builtin::string;
  return std::nullopt;
}

std::optional<SigId> World::findSig(const ModuleInstance& from, const syntax::Name& name) {
  const auto found = find(from, name.text, sigs);
  std::set<SigId> distinct;
  for (const NameMeaning& f : found) distinct.insert(f.id);
  if (distinct.size() == 1) {
    uses_.add(NameKind::signature, from.at(lastPart(name.span, name.text)), found.front().declaration);
    noteQualifiers(from, name, from.source);
    return *distinct.begin();
  }
  if (distinct.empty()) {
    if (mayBeDeclared(name.text)) return std::nullopt;
    auto& error = diagnostics_.error("unknown-name", from.at(name.span), fmt::format("there is no signature \"{}\"", name.text));
    std::vector<std::string> candidates;
    for (const ModuleInstance* m : from.nameable)
      for (const auto& [text, id] : m->sigs) candidates.push_back(text);
    std::sort(candidates.begin(), candidates.end());
    if (name.text == "Steps" || name.text == "step" || name.text == "Step")
      error.hints.push_back("the length of traces is written `8 steps`");
    else
      model::suggest(error, lastSegment(name.text), candidates);
  } else {
    auto& error =
        diagnostics_.error("ambiguous", from.at(name.span), fmt::format("the signature \"{}\" is ambiguous", name.text));
    for (const SigId id : distinct) error.related.push_back({model_.sig(id).span, "it may be " + model_.sig(id).label});
  }
  return std::nullopt;
}

const MacroDefinition* World::findQualifiedMacro(const ModuleInstance& from, std::string_view name) const {
  name = withoutThis(name);
  const ModuleInstance* module = &from;
  for (;;) {
    const auto slash = name.find('/');
    if (slash == std::string_view::npos) {
      const auto found = module->macros.find(std::string(name));
      if (found == module->macros.end()) return nullptr;
      return found->second.syntax->isPrivate && module != &from && !from.seesPrivate ? nullptr : &found->second;
    }
    const std::string_view alias = name.substr(0, slash);
    const auto link =
        std::find_if(module->opens.begin(), module->opens.end(), [&](const OpenLink& l) { return l.alias == alias; });
    if (link == module->opens.end() || !link->module || (link->isPrivate && module != &from)) return nullptr;
    module = link->module;
    name = name.substr(slash + 1);
  }
}

void World::noteQualifiers(const ModuleInstance& from, const syntax::Name& name, model::FileId source) {
  const ModuleInstance* module = &from;
  const std::string_view text = sources_.file(source).text();
  std::string_view rest = name.text;
  std::uint32_t at = name.span.begin;
  for (std::size_t slash; (slash = rest.find('/')) != std::string_view::npos; rest = rest.substr(slash + 1)) {
    const std::string_view part = rest.substr(0, slash);
    // The first match is wrong only if a comment between the parts of a name contains the next part, which is rare.
    at = static_cast<std::uint32_t>(text.find(part, at));
    const Span use{source, at, at + static_cast<std::uint32_t>(part.size())};
    at = use.end;
    if (part == "this") continue;
    const auto link = std::ranges::find(module->opens, part, &OpenLink::alias);
    if (link == module->opens.end() || !link->module) return;
    module = link->module;
    if (link->aliasSpan.known())
      uses_.add(NameKind::alias, use, link->aliasSpan);
    else
      uses_.add(NameKind::module, use, module->declaration());
  }
}

bool World::mayBeDeclared(std::string_view name) const {
  return lacksModule_ || unread_.contains(name.substr(name.rfind('/') + 1));
}

void World::freeTree(const ModuleInstance& module, syntax::Nodes nodes) {
  if (module.library || nodes.end - nodes.first < largeBody) return;
  const auto isOfFile = [&](const auto& instance) { return instance->file == module.file; };
  if (std::ranges::count_if(instances_, isOfFile) > 1) return;
  for (const auto& [path, source] : files_)
    if (source.tree.get() == module.file) source.tree->arena.free(nodes.first, nodes.end);
  support::returnFreedMemory();
}

void World::forgetTrees() {
  sigSyntax_ = std::vector<const syntax::Sig*>();  // `= {}` would keep the memory
  for (auto& [path, source] : files_) {
    if (source.library || !source.tree || !source.tree->macros.empty()) continue;
    auto rest = std::make_shared<syntax::File>();
    rest->dialect = source.tree->dialect;
    rest->hasHeader = source.tree->hasHeader;
    rest->header = source.tree->header;
    for (const auto& instance : instances_)
      if (instance->file == source.tree.get()) instance->file = rest.get();
    source.tree = std::move(rest);
  }
}

const syntax::Sig* World::sigSyntax(SigId id) const {
  return id < sigSyntax_.size() ? sigSyntax_[id] : nullptr;
}

std::vector<std::string> World::visibleNames(const ModuleInstance& from) const {
  std::set<std::string> names;
  for (const ModuleInstance* m : from.nameable) {
    for (const auto& [text, id] : m->sigs) {
      names.insert(text);
      for (const model::FieldId field : model_.sig(id).fields) names.insert(model_.field(field).name);
    }
    for (const auto& [text, ids] : m->functions) names.insert(text);
    for (const auto& [text, macro] : m->macros) names.insert(text);
  }
  return {names.begin(), names.end()};
}

}  // namespace aunit::parser::alloy
