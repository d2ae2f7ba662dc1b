// Keys of expressions. Unlike an id of a Model, the key of an expression is the same in every run and every file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::coverage {

/// Computes keys. A key names a declaration by the name of its module, not by the path from the root to the module. So a model
/// has the same keys whether it is the root or a file of tests opens it.
class ShapeKeys {
 public:
  explicit ShapeKeys(const model::Model& model);

  /// The key of a module, such as "list" or "graph[list/Node]". Unique in the model.
  const std::string& module(model::ModuleId id) const { return modules_[id]; }
  std::string sig(model::SigId id) const;      // "list/Node"
  std::string field(model::FieldId id) const;  // "list/Node.link"
  std::string func(model::FuncId id) const;

  /// The key of an expression: a hash over operators, declarations, and the names and types of bound variables.
  std::uint64_t of(model::ExprId id);

 private:
  void appendVariable(std::string& bytes, model::VarId id) const;

  const model::Model& model_;
  std::vector<std::string> modules_;
  std::vector<std::uint64_t> known_;  // keys by ShapeId; 0: not computed
};

}  // namespace aunit::coverage
