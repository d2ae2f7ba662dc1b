// Keys of expressions that, unlike the ids of a Model, are the same in every run and every file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::coverage {

/// Keys that name declarations by module name rather than by the path from the root, so that a model has the same keys whether it
/// is loaded itself or opened by a file of tests.
class ShapeKeys {
 public:
  explicit ShapeKeys(const model::Model& model);

  /// The key of a module: "list", "graph[list/Node]"; unique in the model.
  const std::string& module(model::ModuleId id) const { return modules_[id]; }
  std::string sig(model::SigId id) const;      // "list/Node"
  std::string field(model::FieldId id) const;  // "list/Node.link"
  std::string func(model::FuncId id) const;

  /// The key of an expression, equal for equal structures: a hash over operators, declarations, and the names and types of bound
  /// variables.
  std::uint64_t of(model::ExprId id);

 private:
  void appendVariable(std::string& bytes, model::VarId id) const;

  const model::Model& model_;
  std::vector<std::string> modules_;
  std::vector<std::uint64_t> known_;  // by ShapeId; 0: not yet
};

}  // namespace aunit::coverage
