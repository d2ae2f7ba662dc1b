#include "model/instances/data_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/instances/data_builder.h"
#include "model/instances/merged_valuation.h"
#include "model/instances/sax_reader.h"
#include "model/instances/table_reader.h"
#include "support/files.h"
#include "support/pieces.h"

namespace aunit::model {

namespace {

/// The relations of a model by the names that data may use for them.
class DataNames {
 public:
  explicit DataNames(const Model& model) : model_(model) {
    const auto isOfLibrary = [&](SigId sig) { return model.sig(sig).builtin || model.modules()[model.sig(sig).module].library; };
    const auto label = [&](SigId sig) { return model.sig(sig).label; };
    for (SigId id = 0; id < model.sigs().size(); ++id) {
      if (!isOfLibrary(id) && !model.sig(id).isMeta) add(model.sig(id).name, {false, id});
      add(label(id), {false, id});
    }
    for (FieldId id = 0; id < model.fields().size(); ++id) {
      const Field& field = model.field(id);
      if (field.isMeta) continue;
      if (!isOfLibrary(field.sig)) {
        add(field.name, {true, id});
        add(model.sig(field.sig).name + "." + field.name, {true, id});
      }
      add(label(field.sig) + "." + field.name, {true, id});
    }
  }

  /// The relation with this name. If there is none, if there are several, or if it is built in, adds an error to `diagnostics`
  /// and returns nothing.
  std::optional<Relation> find(const std::string& name, Span span, Diagnostics& diagnostics) const {
    const auto found = relations_.find(name);
    if (found == relations_.end()) {
      std::vector<std::string> known;
      for (const auto& [each, relations] : relations_) known.push_back(each);
      suggest(diagnostics.error("instance", span, fmt::format("the model has no signature or field `{}`", name)), name, known);
      return std::nullopt;
    }
    if (found->second.size() > 1) {
      const auto labels = [&](const Relation& relation) { return labelOf(relation); };
      return diagnostics.fail(
          "instance", span, fmt::format("`{}` is ambiguous: it may be {}", name, support::joined(found->second, " or ", labels)));
    }
    const Relation relation = *found->second.begin();
    if (!relation.isField && model_.sig(relation.id).builtin)
      return diagnostics.fail("instance", span, fmt::format("`{}` is built in, so a file cannot state its value", name));
    return relation;
  }

 private:
  void add(const std::string& name, Relation relation) { relations_[name].insert(relation); }

  std::string labelOf(const Relation& relation) const {
    if (!relation.isField) return model_.sig(relation.id).label;
    return model_.sig(model_.field(relation.id).sig).label + "." + model_.field(relation.id).name;
  }

  const Model& model_;
  std::map<std::string, std::set<Relation>> relations_;
};

/// A DataBuilder that begins relations by name.
class NamedDataBuilder : public DataBuilder {
 public:
  NamedDataBuilder(const Model& model, Diagnostics& diagnostics) : DataBuilder(model, diagnostics), names_(model) {}

  bool begin(const std::string& name, Span span) {
    const auto relation = names_.find(name, span, diagnostics());
    return relation && DataBuilder::begin(*relation, name, span);
  }

 private:
  DataNames names_;
};

/// Handles the events of a JSON parser, so that a document with a million tuples is never in memory as a tree.
class JsonData final : public nlohmann::json_sax<nlohmann::json> {
 public:
  JsonData(NamedDataBuilder& builder, FileId file, std::string_view text) : builder_(builder), file_(file), text_(text) {}

  bool read() {
    const char* const end = text_.data() + text_.size();
    reached_ = text_.data();
    return nlohmann::json::sax_parse(SaxReader{text_.data(), &reached_}, SaxReader{end, &reached_}, this);
  }

  bool null() override { return noAtom(); }
  bool boolean(bool) override { return noAtom(); }
  bool number_float(number_float_t, const string_t&) override { return noAtom(); }
  bool binary(binary_t&) override { return noAtom(); }
  bool number_integer(number_integer_t value) override { return atom(std::to_string(value), 1); }
  bool number_unsigned(number_unsigned_t value) override { return atom(std::to_string(value), 1); }
  bool string(string_t& value) override { return atom(value, 0); }

  bool start_object(std::size_t) override {
    if (depth_ != 0) return wrong();
    depth_ = 1;
    return true;
  }
  bool end_object() override { return true; }
  bool key(string_t& name) override { return builder_.begin(name, behind(name.size() + 2, 0)); }

  bool start_array(std::size_t) override {
    if (depth_ == 0 || depth_ == 3 || (depth_ == 2 && builder_.arity() == 1)) return wrong();
    ++depth_;
    return true;
  }
  bool end_array() override {
    if (--depth_ == 1) return true;
    if (tuple_.size() != builder_.arity()) return wrong();
    return builder_.add(std::exchange(tuple_, {}));
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    constexpr int numberOverflow = 406;
    return builder_.fail(behind(1, 0), error.id == numberOverflow ? "this JSON contains a number that is too large"
                                                                  : "this is not well-formed JSON");
  }

 private:
  /// A span of `length` bytes. It ends `ahead` bytes before the place up to which the parser has read.
  Span behind(std::size_t length, std::size_t ahead) const {
    const auto end = static_cast<std::size_t>(reached_ - text_.data()) - ahead;
    return {file_, static_cast<std::uint32_t>(end - std::min(length, end)), static_cast<std::uint32_t>(end)};
  }

  bool atom(std::string text, std::size_t ahead) {
    const Span span = behind(text.size() + (ahead == 0 ? 2 : 0), ahead);
    const bool isAlone = builder_.arity() == 1;
    if (depth_ != (isAlone ? 2 : 3)) return wrong();
    tuple_.push_back({std::move(text), span});
    return !isAlone || builder_.add(std::exchange(tuple_, {}));
  }

  bool noAtom() {
    return depth_ < 2 ? wrong() : builder_.fail(behind(1, 0), "an atom must be a string, or an integer of at most 64 bits");
  }

  bool wrong() {
    if (depth_ == 0) return builder_.fail(behind(1, 0), "data must be a JSON object with one member for each relation");
    return builder_.fail(behind(1, 0), builder_.arity() == 1
                                           ? fmt::format("the value of `{}` must be a list of atoms", builder_.name())
                                           : fmt::format("the value of `{}` must be a list of lists with {} atoms each",
                                                         builder_.name(), builder_.arity()));
  }

  NamedDataBuilder& builder_;
  FileId file_;
  std::string_view text_;
  const char* reached_ = nullptr;
  int depth_ = 0;  // 0: outside, 1: in the object, 2: in a relation, 3: in a tuple
  NamedTuple tuple_;
};

bool readTable(NamedDataBuilder& builder, const std::string& path, FileId file, std::string_view text, Diagnostics& diagnostics) {
  const std::string name = tableName(path);
  TableReader table(file, text, diagnostics);
  if (table.failed() || !builder.begin(name, table.place())) return false;
  const std::size_t columns = table.columns().size();
  if (columns != builder.arity())
    return builder.fail(table.place(), fmt::format("`{}` has {} column{}, but this table has {}", name, builder.arity(),
                                                   builder.arity() == 1 ? "" : "s", columns));
  while (auto line = table.next())
    if (!builder.add(std::move(*line))) return false;
  return !table.failed();
}

}  // namespace

bool looksLikeData(std::string_view text) {
  return text.find("\"bitwidth\"") == std::string_view::npos;
}

std::string savedPath(const Valuation& valuation, const SourceMap& sources) {
  const std::filesystem::path folder = std::filesystem::path(sources.file(valuation.span.file).path()).parent_path();
  return (folder / valuation.file).lexically_normal().generic_string();
}

std::vector<std::string> pathsAt(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return {path};
  std::vector<std::string> tables;
  std::string unread;
  if (auto reader = support::FolderReader::open(path, unread))
    while (const auto entry = reader->next())
      if (entry->ends_with(".csv")) tables.push_back((std::filesystem::path(path) / *entry).generic_string());
  std::ranges::sort(tables);
  return tables;
}

std::optional<ValuationState> readData(const Model& model, std::span<const DataFile> files, SourceMap& sources,
                                       Diagnostics& diagnostics) {
  NamedDataBuilder builder(model, diagnostics);
  for (const DataFile& each : files) {
    const FileId file = sources.add(each.path, each.text);
    const std::string& text = sources.file(file).text();
    const bool good = each.path.ends_with(".csv") ? readTable(builder, each.path, file, text, diagnostics)
                                                  : JsonData(builder, file, text).read();
    if (!good) return std::nullopt;
  }
  return builder.take();
}

}  // namespace aunit::model
