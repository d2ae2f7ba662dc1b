// Formulas that are put together from nodes as text: what stands in a file already as it is written there, all else by the
// operators' own words.
#pragma once

#include <string>

#include "model/model.h"
#include "model/source.h"

namespace aunit::suite {

class FormulaText {
 public:
  /// Nodes below `written` are those of the files.
  FormulaText(const model::Model& model, const model::SourceMap& sources, model::ExprId written)
      : model_(model), sources_(sources), written_(written) {}

  std::string of(model::ExprId id) const;
  /// What to write in place of a node of the file: in parentheses where that is needed.
  std::string insteadOf(model::ExprId place, model::ExprId by) const;

 private:
  int levelOf(model::ExprId id) const;
  int levelAround(model::ExprId place) const;
  std::string operand(model::ExprId id, int around) const;
  std::string made(model::ExprId id) const;
  std::string declarations(model::ExprId id) const;
  std::string nameOf(const model::Field& field) const;
  model::ExprId uncoerced(model::ExprId id) const;

  const model::Model& model_;
  const model::SourceMap& sources_;
  const model::ExprId written_;
};

}  // namespace aunit::suite
