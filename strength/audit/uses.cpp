#include "strength/audit/uses.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "suite/text/place.h"

namespace aunit::strength::audit {

using namespace model;

namespace {

/// Identifies a declaration in all loaded files: the path of its file, and the offset of its name.
using Key = std::pair<std::string, std::uint32_t>;

struct Declaration {
  Kind kind = Kind::unused;
  suite::Place place;
  std::string text;
  Span paragraph;  // the paragraph with the declaration; uses within the paragraph do not count
  bool used = false;
};

class Collector {
 public:
  explicit Collector(const std::vector<std::string>& paths) : paths_(paths.begin(), paths.end()) {}

  void declare(const parser::Loaded& loaded) {
    const Model& model = *loaded.model;
    for (const Assertion& assertion : model.assertions())
      add(loaded, assertion.module, assertion.nameSpan, assertion.span, Kind::untested,
          fmt::format("no command and no test checks assertion {}", assertion.name));
    for (const Func& func : model.funcs())
      add(loaded, func.module, func.nameSpan, func.span, Kind::unused,
          fmt::format("nothing uses {} {}", func.isPredicate ? "pred" : "fun", func.name));
    for (const Field& field : model.fields())
      if (!field.isMeta)
        add(loaded, model.sig(field.sig).module, field.span, field.span, Kind::unused,
            fmt::format("no formula mentions field {}.{}", model.sig(field.sig).name, field.name));
  }

  void use(const parser::Loaded& loaded) {
    for (const parser::NameUse& use : loaded.uses) {
      if (use.isDeclaration() || !use.declaration.known()) continue;
      const auto found = declarations_.find(keyOf(loaded, use.declaration));
      if (found == declarations_.end()) continue;
      const Span paragraph = found->second.paragraph;
      const bool inItself = loaded.sources.file(use.use.file).path() == found->first.first && use.use.begin >= paragraph.begin &&
                            use.use.end <= paragraph.end;
      found->second.used = found->second.used || !inItself;
    }
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    for (const auto& [key, declaration] : declarations_)
      if (!declaration.used) found.push_back({declaration.kind, declaration.place, declaration.text});
    return found;
  }

 private:
  static Key keyOf(const parser::Loaded& loaded, Span name) { return {loaded.sources.file(name.file).path(), name.begin}; }

  void add(const parser::Loaded& loaded, ModuleId module, Span name, Span paragraph, Kind kind, std::string text) {
    if (!name.known() || loaded.model->modules()[module].library || loaded.model->modules()[module].ofTests) return;
    Key key = keyOf(loaded, name);
    if (!paths_.contains(key.first)) return;
    declarations_.try_emplace(std::move(key),
                              Declaration{kind, suite::placeOf(loaded.sources, name), std::move(text), paragraph});
  }

  const std::set<std::string> paths_;
  std::map<Key, Declaration> declarations_;
};

}  // namespace

std::vector<Finding> unusedIn(const std::vector<const parser::Loaded*>& loaded, const std::vector<std::string>& paths) {
  Collector collector(paths);
  for (const parser::Loaded* one : loaded)
    if (one != nullptr && one->model) collector.declare(*one);
  for (const parser::Loaded* one : loaded)
    if (one != nullptr && one->model) collector.use(*one);
  return collector.findings();
}

}  // namespace aunit::strength::audit
