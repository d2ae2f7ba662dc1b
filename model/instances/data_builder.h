// Collects the values of relations while data are read.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/merged_valuation.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::model {

/// Collects the tuples of relations, one relation after the other. All relations together may have at most a million tuples.
class DataBuilder {
 public:
  /// The arguments must outlive this object.
  DataBuilder(const Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  /// Begins a relation. `name` is its name for messages. If the relation was begun before, reports an error and returns false.
  bool begin(Relation relation, std::string name, Span span);
  std::size_t arity() const { return arity_; }
  const std::string& name() const { return name_; }
  /// Adds a tuple to the relation that was begun last. If the type of a column is String, quotes and escapes the text in this
  /// column, because the atoms of String have the names of string literals. If `tuple` has an error, reports it and returns
  /// false.
  bool add(NamedTuple tuple);
  bool fail(Span span, std::string message) { return diagnostics_.fail("instance", span, std::move(message)); }
  ValuationState take() { return std::move(state_); }

 protected:
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  const Model& model_;
  Diagnostics& diagnostics_;
  ValuationState state_;
  std::set<Relation> seen_;
  std::string name_;
  std::size_t arity_ = 0, tuples_ = 0;
  std::vector<bool> isString_;  // by column: whether its values are strings
};

}  // namespace aunit::model
