// Keys of expressions that are the same in every run and every file, unlike the ids of a Model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::coverage {

/// Keys that name declarations by their module's name, not by the path from the root: a model has the same keys when it is loaded
/// itself and when a file of tests opens it.
class ShapeKeys {
 public:
  explicit ShapeKeys(const model::Model& model);

  /// The key of a module: "list", "graph[list/Node]"; unique in the model.
  const std::string& module(model::ModuleId id) const { return modules_[id]; }
  std::string sig(model::SigId id) const;      // "list/Node"
  std::string field(model::FieldId id) const;  // "list/Node.link"
  std::string func(model::FuncId id) const;

  /// The key of an expression: equal for equal structures. A hash over operators, declarations, and the names and types of bound
  /// variables.
  std::uint64_t of(model::ExprId id);

 private:
  void appendVariable(std::string& bytes, model::VarId id) const;

  const model::Model& model_;
  std::vector<std::string> modules_;
  std::vector<std::uint64_t> known_;  // by ShapeId; 0: not computed
};

}  // namespace aunit::coverage
