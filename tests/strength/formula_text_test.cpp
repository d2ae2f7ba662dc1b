// Nodes are written as text, and the text is read again: the result must be the same nodes. Tested with random expressions of
// integers and sets of integers. They are partly or wholly made of new nodes, and replace each other.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/changes/nodes.h"
#include "model/changes/overlay.h"
#include "model/type_table.h"
#include "parser/front_end.h"
#include "suite/text/formula_text.h"
#include "tests/seeds.h"
#include "tests/strength/structure.h"

namespace aunit::strength {
namespace {

using namespace model;
using testing_::structureOf;

const std::string path = "written.als";

/// Formulas about integers as text, with needed and with redundant parentheses.
class TreeGenerator {
 public:
  explicit TreeGenerator(unsigned seed) : random_(seed) {}

  std::string model() {
    std::string text = "open util/integer\nvar sig A { v: set Int, w: one Int, var u: set Int }\n";
    for (int i = 0; i < 3; ++i) text += fmt::format("pred p{} {{ {} }}\n", i, formula(3));
    return text;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string pick(std::vector<std::string> choices) { return choices[below(static_cast<unsigned>(choices.size()))]; }
  std::string maybe(const std::string& text) { return below(5) < 3 ? "(" + text + ")" : text; }

  std::string bound(const char* sigil, auto&& body) {
    const std::string name = fmt::format("{}{}", sigil, variables_++);
    std::string text = body(name);
    --variables_;
    return text;
  }

  std::string integer(int depth) {
    if (depth == 0) return pick({"0", "1", "2", "3", "-1", "- 2", "-3", "(-1)", "fun/min", "fun/max", "#A", "A.w"});
    const auto next = [&] { return maybe(integer(depth - 1)); };
    const auto sets = [&] { return maybe(set(depth - 1)); };
    switch (below(13)) {
      case 0: return fmt::format("{} {} {}", next(), pick({"fun/add", "fun/sub", "fun/mul", "fun/div", "fun/rem"}), next());
      case 1: return fmt::format("{} {} {}", next(), pick({"<<", ">>", ">>>"}), next());
      case 2: return "#" + sets();
      case 3: return fmt::format("{} {}", pick({"sum", "int"}), sets());
      case 4: return fmt::format("{}[{}]", pick({"sum", "int", "Int"}), set(depth - 1));
      case 5: return fmt::format("{}.{}", sets(), pick({"sum", "int"}));
      case 6: return fmt::format("{}[{}, {}]", pick({"plus", "minus"}), integer(depth - 1), integer(depth - 1));
      case 7: return fmt::format("{} => {} else {}", maybe(formula(depth - 1)), next(), next());
      case 8:
        return bound("x", [&](const std::string& x) {
          return fmt::format("sum {}: {} | {}", x, maybe(set(depth - 1)), maybe(mentioning(x, integer(depth - 1))));
        });
      case 9:
        return bound("y", [&](const std::string& y) {
          return fmt::format("let {} = {} | {}", y, next(), maybe(mentioning(y, integer(depth - 1))));
        });
      case 10: return fmt::format("{}.{}", integer(depth - 1), pick({"plus", "minus"}) + "[" + integer(depth - 1) + "]");
      default: return integer(0);
    }
  }

  std::string set(int depth) {
    if (depth == 0) return pick({"A.v", "A.w", "A.u", "A.u'", "Int", "A.v", integer(0)});
    const auto next = [&] { return maybe(set(depth - 1)); };
    switch (below(7)) {
      case 0: return fmt::format("{} {} {}", next(), pick({"+", "-", "&", "-"}), next());
      case 1: return fmt::format("{} {} {}", next(), pick({"-", "+"}), integer(0));
      case 2:
        return bound("z", [&](const std::string& z) {
          return fmt::format("{{{}: {} | {}}}", z, maybe(set(depth - 1)), mentioning(z, integer(depth - 1)) + " < 3");
        });
      case 3: return fmt::format("{} => {} else {}", maybe(formula(depth - 1)), next(), next());
      case 4: return fmt::format("{}'", next());
      case 5: return fmt::format("{}.({} -> {})", next(), next(), next());
      default: return integer(depth);
    }
  }

  std::string mentioning(const std::string& name, const std::string& text) {
    return below(3) == 0 ? text : fmt::format("{} fun/add {}", name, maybe(text));
  }

  std::string formula(int depth) {
    if (depth == 0) return fmt::format("{} {} {}", integer(0), pick({"<", "=", ">=", "!="}), set(0));
    const auto next = [&] { return maybe(formula(depth - 1)); };
    switch (below(10)) {
      case 0: return fmt::format("{} {} {}", next(), pick({"and", "or", "=>", "iff", "until"}), next());
      case 1: return fmt::format("{} {}", pick({"not", "always", "after"}), next());
      case 2:
        return bound("q", [&](const std::string& q) {
          return fmt::format("{} {}: {} | {}", pick({"all", "some", "no"}), q, maybe(set(depth - 1)),
                             maybe(mentioning(q, integer(depth - 1)) + " > 0"));
        });
      case 3: return fmt::format("{} {}", pick({"some", "no", "one"}), maybe(set(depth - 1)));
      case 4: return fmt::format("{} => {} else {}", next(), next(), next());
      case 5: return fmt::format("{} {} {}", maybe(set(depth)), pick({"in", "=", "!in", "!="}), maybe(set(depth)));
      default:
        return fmt::format("{} {} {}", maybe(integer(depth)), pick({"<", "<=", ">", ">=", "=", "!<"}), maybe(integer(depth)));
    }
  }

  std::mt19937 random_;
  int variables_ = 0;
};

/// Compares a change of a node in an overlay with the same change of the file's text.
class Changing {
 public:
  explicit Changing(std::unique_ptr<parser::Loaded> loaded) : loaded_(std::move(loaded)) {}

  model::Model& model() { return *loaded_->model; }
  std::string_view source(ExprId id) const {
    const model::Span span = loaded_->model->expr(id).span;
    return span.known() && loaded_->sources.file(span.file).path() == path ? loaded_->sources.text(span) : "";
  }

  /// Returns whether the change is possible; checks that its text is read as the changed model.
  bool compare(ExprId place, const std::function<ExprId(model::Nodes&)>& make) {
    std::optional<suite::Replacement> written;
    std::vector<std::string> judged;
    {
      model::Overlay overlay(model());
      const ExprId first = model().exprCount();
      const ExprId by = make(overlay.nodes());
      written = suite::FormulaText(model(), loaded_->sources, first).insteadOf(place, by);
      if (!overlay.replace(place, by)) return false;
      judged = structureOf(overlay);
    }
    if (!written) {
      ADD_FAILURE() << "no text at " << loaded_->sources.text(model().expr(place).span);
      return true;
    }
    testing_::expectReadBack(judged, *loaded_, path, {}, {*written});
    return true;
  }

 private:
  const std::unique_ptr<parser::Loaded> loaded_;
};

class WrittenIntegers : public testing::TestWithParam<unsigned> {
 protected:
  /// Collects all nodes of a body.
  static void collect(const model::Model& model, ExprId id, std::vector<ExprId>& out) {
    out.push_back(id);
    for (const ExprId child : model.children(id)) collect(model, child, out);
    for (const model::Decl& decl : model.decls(id)) collect(model, decl.bound, out);
  }

  /// A rebuilt node; some nodes below it are shared with the original.
  ExprId copied(const model::Model& model, model::Nodes& nodes, ExprId id, unsigned kept) {
    std::vector<ExprId> children;
    const auto part = [&](ExprId below) { return random_() % 10 < kept ? below : copied(model, nodes, below, kept); };
    for (std::uint32_t i = 0; i < model.expr(id).childCount; ++i) children.push_back(part(model.child(id, i)));
    std::vector<model::Decl> decls(model.decls(id).begin(), model.decls(id).end());
    for (model::Decl& decl : decls) decl.bound = part(decl.bound);
    const Expr node = model.expr(id);
    return nodes.add(node, children, decls);
  }

  /// The form of a number, which determines how choices, equations and names in `let` are read (language reference 8.1).
  enum class Number { literal, sum, computed, mixed };
  static Number numberOf(const model::Model& model, ExprId id) {
    switch (model.expr(id).op) {
      case Op::integer: return Number::literal;
      case Op::sumOf: return Number::sum;
      case Op::ifThenElse: {
        const Number then = numberOf(model, model.child(id, 1));
        return then == numberOf(model, model.child(id, 2)) ? then : Number::mixed;
      }
      case Op::let: return numberOf(model, model.child(id, 1));
      case Op::prime:
      case Op::integerAtom: return numberOf(model, model.child(id, 0));
      default: return Number::computed;
    }
  }

  /// Whether all variables of a node are bound in it.
  static bool isClosed(const model::Model& model, ExprId id, std::vector<model::VarId>& bound) {
    const Expr& e = model.expr(id);
    if (e.op == Op::variable) return std::ranges::find(bound, e.payload) != bound.end();
    const std::size_t outer = bound.size();
    bool closed = true;
    for (const model::Decl& decl : model.decls(id)) {
      closed = closed && isClosed(model, decl.bound, bound);
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) bound.push_back(decl.firstVariable + i);
    }
    for (std::uint32_t i = 0; i < e.childCount; ++i) {
      if (e.op == Op::let && i == 1) bound.push_back(e.payload);
      closed = closed && isClosed(model, model.child(id, i), bound);
    }
    bound.resize(outer);
    return closed;
  }

  std::mt19937 random_;
};

TEST_P(WrittenIntegers, IsReadAsWhatItWasMadeOf) {
  const unsigned seeds = tests::seedsOr(300);
  std::size_t models = 0, changes = 0;
  for (unsigned seed = GetParam() * 100'000; seed < GetParam() * 100'000 + seeds; ++seed) {
    random_.seed(seed);
    const std::string text = TreeGenerator(seed).model();
    auto loaded = parser::loadText(path, text);
    if (!loaded->model) continue;  // some lack parentheses
    ++models;
    Changing changing(std::move(loaded));
    model::Model& m = changing.model();
    std::vector<ExprId> places;
    for (const model::Func& f : m.funcs())
      if (!m.modules()[f.module].library) collect(m, f.body, places);
    model::TypeTable types(m);
    const model::Nodes nodes(m, types);
    const auto isCoercion = [&](ExprId id) { return nodes.uncoerced(id) != id; };
    for (int i = 0; i < 40; ++i) {
      const ExprId place = places[random_() % places.size()], other = places[random_() % places.size()];
      if (isCoercion(place) || isCoercion(other)) continue;
      const unsigned kept = static_cast<unsigned>(random_() % 6);
      changes += changing.compare(place, [&](model::Nodes& make) { return copied(m, make, place, kept); });
      std::vector<model::VarId> bound;
      const bool isAlike = m.expr(place).sort == m.expr(other).sort && m.expr(place).type == m.expr(other).type &&
                           numberOf(m, place) == numberOf(m, other) && numberOf(m, place) != Number::mixed;
      if (!isAlike || !isClosed(m, other, bound)) continue;
      changes +=
          changing.compare(place, [&](model::Nodes& make) { return kept % 2 == 0 ? other : copied(m, make, other, kept); });
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(models, seeds / 10);
  EXPECT_GT(changes, models * 10);
}

struct ReplacedNode {
  const char *body, *place, *by;  // texts of formulas and of nodes in them
};

void PrintTo(const ReplacedNode& put, std::ostream* out) {
  *out << put.body << ": " << put.by;
}

/// Contexts in which missing parentheses would change how the text is read.
class Placed : public testing::TestWithParam<ReplacedNode> {};

TEST_P(Placed, IsReadAsWhatWasPutThere) {
  const ReplacedNode& put = GetParam();
  const std::string text = std::string("open util/integer\nvar sig A { v: set Int, w: one Int, var u: set Int }\npred p { ") +
                           put.body + " }\npred q { A.u' in A.v and 2 > #A }\npred r { some A => no A }\n";
  Changing changing(parser::loadText(path, text));
  const auto find = [&](const char* wanted) {
    const model::Model& m = changing.model();
    ExprId id = m.exprCount();
    while (id-- > 0)
      if (changing.source(id) == wanted && m.expr(id).op != Op::integerAtom) return id;
    throw std::runtime_error(fmt::format("no {}", wanted));
  };
  const ExprId place = find(put.place), by = find(put.by);
  EXPECT_TRUE(changing.compare(place, [&](model::Nodes&) { return by; }));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Placed,
    testing::Values(ReplacedNode{"A.u - 3 in A.v", "A.u", "A.u'"}, ReplacedNode{"A.u' - -1 in A.v", "-1", "2"},
                    ReplacedNode{"A.u' - (1) in A.v", "(1)", "2"}, ReplacedNode{"fun/max.int > 0", "fun/max", "#A"},
                    ReplacedNode{"int[fun/max.plus[1]] > 0", "fun/max", "#A"},
                    ReplacedNode{"some A and all x: A | some x.v", "all x: A | some x.v", "some A => no A"}));

/// An `Int[...]` that a user has written stays: no implicit conversion replaces it.
TEST(FormulaText, KeepsTheAtomOfASum) {
  const std::string text = "sig A { v: set Int }\npred p { Int[A.v] = Int[some A => A.v else 2] }\n";
  Changing changing(parser::loadText(path, text));
  const ExprId body = changing.model().func(0).body;
  EXPECT_TRUE(changing.compare(body, [&](model::Nodes& nodes) {
    const model::Model& m = changing.model();
    return nodes.binary(Op::equal, m.child(body, 1), m.child(body, 0), true);
  }));
}

INSTANTIATE_TEST_SUITE_P(Trees, WrittenIntegers, testing::Values(1u, 2u));

}  // namespace
}  // namespace aunit::strength
