// The declarations of a Nitpick file and of the files that it opens: types, state variables, schemas and claims. All names in the
// declarations are resolved.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/diagnostic.h"
#include "model/model.h"
#include "parser/nitpick/syntax.h"
#include "parser/uses.h"

namespace aunit::parser::nitpick {

using RangeKind = syntax::Range::Kind;
using VariableId = std::uint32_t;
using SchemaId = std::uint32_t;

/// A range with resolved types. `to` is noId for scalars and sets.
struct Range {
  RangeKind kind = RangeKind::scalar;
  model::SigId from = model::noId;
  model::SigId to = model::noId;

  friend auto operator<=>(const Range&, const Range&) = default;
  std::uint8_t arity() const { return kind == RangeKind::scalar || kind == RangeKind::set ? 1 : 2; }
};

/// A state variable. All declarations with the same name and range, in all schemas, declare one variable.
struct Variable {
  std::string name;
  Range range;
  bool isConst = true;     // all its declarations are const, so its value is the same in all states
  bool isMutable = false;  // its value may differ between states: it is not const, and an operation mentions it
  model::ModuleId module = 0;
  model::Span span;                    // span of the name in its first declaration
  model::SigId sig = model::noId;      // for scalars and sets: a signature within their type
  model::FieldId field = model::noId;  // for relations and functions: a field of their source type
};

struct Parameter {
  std::string name;
  Range range;
  model::Span span;
};

/// A declaration `x: A` with a set variable A. The values of `variable` must be in A. If `variable` is a relation or function,
/// the atoms in its column `column` must be in A.
struct Confinement {
  VariableId variable = model::noId;
  VariableId set = model::noId;
  int column = 0;
  model::Span span;
};

struct Schema {
  const syntax::Schema* syntax = nullptr;
  model::ModuleId module = 0;
  std::vector<Parameter> parameters;
  std::vector<VariableId> declared;  // declared in this schema itself
  /// The variables that the schema's formulas can use: the variables that the schema declares, and the variables of each schema
  /// that it includes or mentions.
  std::vector<VariableId> variables;
  std::vector<SchemaId> references;  // schemas that it mentions
  std::vector<Confinement> confinements;
  bool mentionsNext = false;  // this schema, or a schema that it mentions, contains a prime
  bool isOperation = false;   // the schema relates two states: mentionsNext, or it keeps a mutable variable constant

  const std::string& name() const { return syntax->name.text; }
  bool isClaim() const { return syntax->isClaim; }
  NameKind kind() const { return isClaim() ? NameKind::assertion : NameKind::function; }
};

/// This is one class, because all files share one name space, and each pass needs the results of earlier passes: ranges need
/// types, variables need ranges. The order of the schemas, and the search for operations, need the variables and references of
/// all schemas.
class World {
 public:
  using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

  World(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, UseCollector& uses, ReadFile readFile)
      : model_(model), sources_(sources), diagnostics_(diagnostics), uses_(uses), readFile_(std::move(readFile)) {}

  /// Reads the root (already in the sources) and the files that it opens, and resolves their declarations. Returns false after
  /// errors.
  bool load(const std::string& path, model::FileId file, const std::string& modelPath);

  const syntax::File& rootFile() const { return *files_[0]; }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<Schema>& schemas() const { return schemas_; }
  /// Returns schemas and claims. Each comes after the schemas that it mentions.
  const std::vector<SchemaId>& order() const { return order_; }

  std::optional<model::SigId> findType(const std::string& name) const;
  std::optional<SchemaId> findSchema(const std::string& name) const;
  const std::map<std::string, model::SigId>& types() const { return types_; }

  /// Returns the parameters of a schema as text, "(n: NAME; d: DATE)"; "" if there are none.
  std::string parametersText(const Schema& schema) const;
  std::string rangeText(const Range& range) const;

 private:
  void open(const std::string& path, model::FileId file, const std::string& alias);
  void openFrom(const std::string& directory, const std::string& target, model::Span where);
  void declareTypes();
  void declareSchemas();
  void declareVariables(SchemaId id);
  VariableId declareVariable(Schema& schema, const syntax::Name& name, const Range& range, bool isConst);
  void addVariables(Schema& schema, const std::vector<VariableId>& more, model::Span where);
  void declareParameters(Schema& schema);
  std::optional<Range> resolveRange(const syntax::Range& range, const Schema* schema, std::vector<Confinement>* confinements);
  void collectReferences(Schema& schema);
  bool sort();
  void findOperations();
  void createRelations();
  model::Diagnostic& error(const char* code, model::Span span, std::string message) {
    return diagnostics_.error(code, span, std::move(message));
  }

  model::Model& model_;
  model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  UseCollector& uses_;
  ReadFile readFile_;
  std::vector<std::unique_ptr<syntax::File>> files_;  // index: module
  std::map<std::string, model::ModuleId> opened_;     // key: normalised path
  std::map<std::string, model::SigId> types_;
  std::vector<Variable> variables_;
  std::unordered_map<std::string, std::vector<VariableId>> named_;  // by name: the variables with this name; their ranges differ
  std::vector<Schema> schemas_;
  std::unordered_map<std::string, SchemaId> schemaIds_;
  std::vector<SchemaId> order_;
};

}  // namespace aunit::parser::nitpick
