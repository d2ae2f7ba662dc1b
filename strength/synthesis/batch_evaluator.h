// Evaluates formulas of a model on a pool of valuations at once.
//
// An expression is evaluated on a frame, for all rows of the frame. A row of the root frame is the first state of a valuation. A
// quantifier makes an inner frame: each row becomes a segment of adjacent rows, one for each value of the variable. A temporal
// operator makes an inner frame in which the segment has one row for each state. To get the value of a quantified formula, the
// column of its body on the inner frame is folded: each segment becomes one value.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "strength/synthesis/columns.h"
#include "support/hash.h"

namespace aunit::strength::synthesis {

/// Thrown for an expression whose values cannot be stored in columns: integers as atoms, sets of sets, strings, arities above 3.
/// Caught within this folder.
class NoColumn : public std::runtime_error {
 public:
  NoColumn() : std::runtime_error("this expression has no columns") {}
};

using FrameId = std::uint32_t;

struct Frame {
  FrameId parent = model::noId;
  std::uint32_t rows = 0;
  std::vector<std::uint32_t> source;  // for each row, the index of its row in the parent frame
  /// For each row of the parent frame, the index of its first row in this frame. One more element at the end has the value
  /// `rows`.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> caseOf, position;               // for each row, the index of its valuation, and its moment
  std::vector<std::pair<model::VarId, Column>> variables{};  // the variables that this frame binds, each with its values
};

/// How the values of a segment are folded to one value of the row in the parent frame.
enum class Fold : std::uint8_t { all, some, no, lone, one };

/// The valuations on which formulas are evaluated. No valuation can be added later; a new pool must be made.
class Pool {
 public:
  /// `unrolled` is the number of times that the loops of traces are unrolled, for past operators.
  Pool(const model::Model& model, std::vector<const model::Instance*> instances, std::uint32_t unrolled);

  /// Whether a pool can hold the instance. False if the instance has too many atoms.
  static bool fits(const model::Instance& instance);

  std::size_t size() const { return instances_.size(); }
  const model::Instance& instance(std::size_t i) const { return *instances_[i]; }
  const Algebra& algebra() const { return *algebra_; }
  std::uint32_t positions(std::uint32_t valuation) const { return positions_[valuation]; }
  std::uint32_t next(std::uint32_t valuation, std::uint32_t position) const {
    return position + 1 < positions_[valuation] ? position + 1 : position + 1 - period(valuation);
  }
  std::uint32_t period(std::uint32_t valuation) const {
    return static_cast<std::uint32_t>(instances_[valuation]->states.size()) - instances_[valuation]->loop;
  }
  /// Returns the row of a state in the columns that `sig`, `field`, `univ` and `identity` return.
  std::uint32_t stateRow(std::uint32_t valuation, std::uint32_t position) const {
    const auto count = static_cast<std::uint32_t>(instances_[valuation]->states.size());
    const std::uint32_t loop = instances_[valuation]->loop;
    return firstState_[valuation] + (position < count ? position : loop + (position - loop) % (count - loop));
  }
  /// The following functions return values in all states of all valuations. They throw NoColumn.
  const Column& sig(model::SigId id) const;
  const Column& field(model::FieldId id) const;
  const Column& univ() const;
  const Column& identity() const;

 private:
  Column read(std::uint32_t arity, const std::function<const model::TupleSet&(const model::State&)>& relation) const;
  template <class Fill>
  const Column& kept(std::uint64_t key, Fill fill) const;

  const model::Model& model_;
  std::vector<const model::Instance*> instances_;
  std::unique_ptr<Algebra> algebra_;
  std::vector<std::uint32_t> positions_, firstState_;
  std::uint32_t states_ = 0;
  mutable std::unordered_map<std::uint64_t, std::unique_ptr<Column>> columns_;
};

/// Makes frames and computes values on them. One class does both: the value of a quantifier needs an inner frame, and an inner
/// frame needs the values of the bounds of its variables. `rollback` removes values and frames.
class BatchEvaluator {
 public:
  BatchEvaluator(const model::Model& model, const Pool& pool, model::Semantics semantics);

  const Pool& pool() const { return pool_; }
  const Algebra& algebra() const { return pool_.algebra(); }
  const Frame& frame(FrameId id) const { return frames_[id]; }
  static constexpr FrameId root = 0;

  /// A list of definitions: each gives a variable of `let`, or a parameter of a called function, its value.
  struct Names {
    model::VarId variable;
    model::ExprId value;
    const Names* of;     // the definitions that are in scope in `value`
    const Names* outer;  // the enclosing definitions
  };

  /// Returns the definitions that are in scope inside a `let` or a called function. `names` are the definitions outside it.
  const Names* namesIn(model::ExprId letOrCall, const Names* names);

  /// Returns the value of an expression on a frame. The reference is valid until the next `rollback`. Throws NoColumn.
  const Column& value(model::ExprId expr, FrameId frame, const Names* names = nullptr);

  /// Makes a frame that binds the variable. For each row of `parent`, it has one row for each atom that `set` has in that row.
  FrameId bind(FrameId parent, model::VarId variable, const Column& set);
  /// Makes a frame for `always` and `eventually`. For each row of `parent`, it has one row for each moment that is in the loop or
  /// is not earlier than the row's moment.
  FrameId moments(FrameId parent);
  /// Returns, for each row of `frame`, the index of the row for the next moment, or for the previous moment if `forward` is
  /// false. The two rows differ only in the moment: they belong to the same row of `base`, and the variables that the frames
  /// between `base` and `frame` bind have equal values in both rows. The index is noId if there is no such row.
  std::vector<std::uint32_t> stepsOf(FrameId frame, FrameId base, bool forward) const;
  /// Returns the rows of `frame` that have the same moment as the row of `base` to which they belong.
  Column present(FrameId frame, FrameId base) const;
  /// Adds a frame without a parent. The caller chooses its rows.
  FrameId add(Frame frame);
  /// Converts a column of frame `from` to a column of frame `to`: each row of `to` gets the value of its ancestor row in `from`.
  Column lifted(const Column& column, FrameId from, FrameId to) const;
  /// Folds a column of `frame` to the parent of `frame`.
  void fold(Fold how, const Column& column, FrameId frame, Column& out) const;
  /// Folds a column of `from` to `to`, which must be an ancestor of `from` or `from` itself.
  void fold(Fold how, const Column& column, FrameId from, FrameId to, Column& out) const;

  /// Makes the frames of a quantifier, comprehension or sum, and returns the innermost one.
  FrameId bindAll(model::ExprId quantifier, FrameId frame, const Names* names);

  // Synthesis replaces some expressions by columns: all calls of one function, or a single expression. A Call is one evaluation
  // of an expression: the expression, the frame and the definitions.
  struct Call {
    model::ExprId call;
    FrameId frame;
    const Names* names;
    friend bool operator==(const Call&, const Call&) = default;
  };
  /// Says which expressions columns replace. While a seam is set, `answer` gives the value of `place` and of calls of `function`.
  /// The values of expressions that contain such a call or `place` are not cached.
  struct Seam {
    model::FuncId function = model::noId;  // if set: `answer` gives the values of this function's calls
    model::ExprId place = model::noId;     // if set: `answer` gives the value of this expression
    std::vector<char> above;               // by expression: whether it contains a replaced expression
    std::function<const Column*(const Call&)> answer;
  };
  void setSeam(const Seam* seam) { seam_ = seam; }

  /// Remembers which data exist now. `rollback` discards all data that are added later, such as values of expressions of an
  /// overlay.
  void setMark();
  void rollback();

 private:
  struct KeyHash {
    std::size_t operator()(const Call& key) const {
      return support::mixed(support::mixed(key.call, key.frame), reinterpret_cast<std::uintptr_t>(key.names));
    }
  };

  bool reachesSeam(model::ExprId expr) const { return seam_ && (expr >= seam_->above.size() || seam_->above[expr]); }
  Column compute(model::ExprId expr, FrameId frame, const Names* names);
  Column computeFormula(const model::Expr& e, model::ExprId expr, FrameId frame, const Names* names);
  Column computeTemporal(const model::Expr& e, model::ExprId expr, FrameId frame, const Names* names);
  Column computeInteger(const model::Expr& e, model::ExprId expr, FrameId frame, const Names* names);
  Column variable(model::VarId id, FrameId frame, const Names* names);
  Column comprehension(model::ExprId expr, FrameId frame, const Names* names);
  Column choice(const Column& condition, const Column& then, const Column& otherwise, std::size_t rows) const;
  static void foldSegments(Fold how, const Column& column, const std::vector<std::uint32_t>& first, Column& out);
  FrameId distinct(FrameId frame, model::VarId variable, model::VarId other);
  FrameId moved(FrameId frame, bool forward);
  FrameId spread(FrameId frame);
  const Names* named(model::VarId variable, model::ExprId value, const Names* of, const Names* outer);
  const Column* boundIn(FrameId frame, model::VarId variable, FrameId& where) const;
  Column ofStates(const Column& states, FrameId frame) const;
  std::int32_t wrapped(std::int32_t value, std::uint32_t row, FrameId frame) const;

  const model::Model& model_;
  const Pool& pool_;
  const model::Semantics semantics_;
  std::vector<Frame> frames_;
  std::unordered_map<Call, std::unique_ptr<Column>, KeyHash> values_;
  /// The inner frames that were made. The key has the quantifier, or for other moments one of the keys in batch_frames.cpp.
  std::unordered_map<Call, FrameId, KeyHash> bound_;
  std::vector<std::unique_ptr<Names>> names_;
  std::unordered_map<Call, const Names*, KeyHash> known_;
  std::vector<std::unique_ptr<Column>> scratch_;
  const Seam* seam_ = nullptr;

  bool marked_ = false;
  std::size_t markedFrames_ = 0;
  model::ExprId markedExprs_ = 0;
  std::vector<Call> newValues_, newBound_;
};

}  // namespace aunit::strength::synthesis
