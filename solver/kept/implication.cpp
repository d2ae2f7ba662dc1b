#include "solver/kept/implication.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "model/expr.h"

namespace aunit::solver {

using model::Multiplicity;
using model::Op;

namespace {

constexpr std::size_t mostSteps = 20000;  // limit for the steps of one comparison of two formulas

struct Malformed {};

bool isOfIntegers(Op op) {
  return (op >= Op::integer && op <= Op::shiftRightLogical) || op == Op::integerAtom || op == Op::integerEqual ||
         (op >= Op::less && op <= Op::greaterEqual);
}

}  // namespace

/// A formula or expression, read from its text.
struct Implication::Node {
  struct DeclarationNode {
    unsigned multiplicity = 0, flags = 0;
    std::unique_ptr<Node> bound;
    std::string variables;  // names, kinds, sorts and arities, without types
  };

  Op op = Op::true_;
  unsigned sort = 0, left = 0, right = 0;
  bool negated = false;
  bool integers = false;      // the node, or a part of it, is about integers
  bool overIntegers = false;  // the node, or a part of it, declares variables that may be integers
  std::string payload;
  std::string_view text;
  std::vector<DeclarationNode> decls;
  std::vector<std::unique_ptr<Node>> children;
};

struct Implication::Reader {
  std::string_view text;
  std::size_t at = 0;

  std::size_t number() {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc() || end == text.data() + text.size() || *end != ' ') throw Malformed();
    at = static_cast<std::size_t>(end - text.data()) + 1;
    return value;
  }
  bool isWord() const {
    std::size_t i = at;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    return i > at && i < text.size() && text[i] == ':';
  }
  std::string_view word() {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), size);
    if (error != std::errc() || end == text.data() + text.size() || *end != ':') throw Malformed();
    const std::size_t begin = static_cast<std::size_t>(end - text.data()) + 1;
    if (size >= text.size() || begin + size >= text.size() || text[begin + size] != ' ') throw Malformed();
    at = begin + size + 1;
    return text.substr(begin, size);
  }
  std::string variable() {
    std::string said(word());
    for (int i = 0; i < 3; ++i) said += " " + std::to_string(number());
    word();  // skips the variable's type
    return said + "\n";
  }
  static bool mayHoldIntegers(const Node& bound) {
    if (bound.op == Op::sig) return bound.payload == "Int" || bound.payload == "seq/Int" || bound.payload == "univ";
    return std::ranges::any_of(bound.children, [](const auto& child) { return mayHoldIntegers(*child); });
  }
  std::vector<Node::DeclarationNode> decls(bool& integers, bool& overIntegers) {
    std::vector<Node::DeclarationNode> all(bounded(number()));
    for (Node::DeclarationNode& decl : all) {
      decl.multiplicity = static_cast<unsigned>(number());
      decl.flags = static_cast<unsigned>(number());
      decl.bound = node();
      integers = integers || decl.bound->integers;
      overIntegers = overIntegers || decl.bound->integers || mayHoldIntegers(*decl.bound);
      const std::size_t count = bounded(number());
      for (std::size_t i = 0; i < count; ++i) decl.variables += variable();
    }
    return all;
  }
  std::size_t bounded(std::size_t count) const {
    if (count > text.size()) throw Malformed();
    return count;
  }
  std::unique_ptr<Node> node() {
    auto result = std::make_unique<Node>();
    const std::size_t begin = at;
    if (isWord()) {  // an expression that the model lacks (noId) is written as the word "-"
      result->payload = word();
      result->text = text.substr(begin, at - begin);
      return result;
    }
    if (at >= text.size() || text[at++] != '(') throw Malformed();
    result->op = static_cast<Op>(number());
    result->sort = static_cast<unsigned>(number());
    number();  // skips the arity, which follows from the parts
    result->left = static_cast<unsigned>(number());
    result->right = static_cast<unsigned>(number());
    result->negated = (number() & 1u) != 0;
    const std::size_t count = bounded(number());
    word();  // skips the type, which follows from the parts
    result->integers = isOfIntegers(result->op);
    if (result->op != Op::let) result->payload = isWord() ? std::string(word()) : std::to_string(number());
    result->decls = decls(result->integers, result->overIntegers);
    for (std::size_t i = 0; i < count; ++i) {
      if (result->op == Op::let && i == 1) result->payload = variable();
      result->children.push_back(node());
      result->integers = result->integers || result->children.back()->integers;
      result->overIntegers = result->overIntegers || result->children.back()->overIntegers;
    }
    if (at >= text.size() || text[at++] != ')') throw Malformed();
    result->text = text.substr(begin, at - begin);
    return result;
  }
  /// Reads the text of a function. The children of the returned node are the function's declared result and its body.
  std::unique_ptr<Node> function() {
    auto result = std::make_unique<Node>();
    word();
    number();
    result->decls = decls(result->integers, result->overIntegers);
    for (int i = 0; i < 2; ++i) result->children.push_back(node());
    result->integers = result->integers || result->children.back()->integers;
    return result;
  }
};

Implication::Implication(const FunctionTexts& ofStronger) : ofStronger_(ofStronger) {}
Implication::~Implication() = default;

/// Reads a text, as a function or as a formula; null if it is malformed.
const Implication::Node* Implication::read(const std::string& text, bool function) {
  const auto [known, added] = known_.try_emplace(text);
  if (!added) return known->second.get();
  try {
    Reader reader{.text = known->first};
    known->second = function ? reader.function() : reader.node();
    if (reader.at != known->first.size()) known->second.reset();
  } catch (const Malformed&) {
    known->second.reset();
  }
  return known->second.get();
}

/// One comparison of two formulas. The same variables are declared around both formulas, so each variable has the same number in
/// the two texts.
struct Implication::Comparing {
  Implication& implication;
  std::size_t steps = 0;
  // The functions that the first and the second formula call. Below a negation the two are swapped.
  const FunctionTexts *ofFirst, *ofSecond;

  struct SwappedSides {
    explicit SwappedSides(Comparing& comparing) : comparing_(comparing) { std::swap(comparing_.ofFirst, comparing_.ofSecond); }
    ~SwappedSides() { std::swap(comparing_.ofFirst, comparing_.ofSecond); }
    SwappedSides(const SwappedSides&) = delete;
    SwappedSides& operator=(const SwappedSides&) = delete;

   private:
    Comparing& comparing_;
  };

  bool spent() { return ++steps > mostSteps; }

  static const Node& part(const Node& node, std::size_t i) { return *node.children[i]; }
  static bool plain(const Node& bound) {
    if (bound.op == Op::bound || bound.op == Op::seqBound) return false;
    return bound.op != Op::product || (bound.left == 0 && bound.right == 0 && plain(part(bound, 0)) && plain(part(bound, 1)));
  }
  static bool same(const Node& first, const Node& second) { return first.text == second.text; }

  enum class Bounds { same, growing, shrinking };
  /// Whether `first` and `second` declare the same variables. `bounds` says what each bound of `second` must be, compared with
  /// the bound of `first`: equal (`same`), a superset (`growing`) or a subset (`shrinking`).
  bool declareAlike(const Node& first, const Node& second, Bounds bounds) {
    if (first.decls.size() != second.decls.size()) return false;
    for (std::size_t i = 0; i < first.decls.size(); ++i) {
      const Node::DeclarationNode &one = first.decls[i], &other = second.decls[i];
      if (one.multiplicity != other.multiplicity || one.flags != other.flags || one.variables != other.variables) return false;
      if (same(*one.bound, *other.bound)) continue;
      if (bounds == Bounds::same || one.multiplicity != static_cast<unsigned>(Multiplicity::one)) return false;
      if (!plain(*one.bound) || !plain(*other.bound)) return false;
      if (bounds == Bounds::growing ? !within(*one.bound, *other.bound) : !turnedWithin(*other.bound, *one.bound)) return false;
    }
    return true;
  }
  bool turnedWithin(const Node& first, const Node& second) {
    const SwappedSides turned(*this);
    return within(first, second);
  }
  bool turnedImplies(const Node& first, const Node& second) {
    const SwappedSides turned(*this);
    return implies(first, second);
  }
  /// For two calls with the same arguments: the bodies of the called functions; two nulls if the bodies cannot be compared.
  std::pair<const Node*, const Node*> bodies(const Node& first, const Node& second) {
    const std::pair<const Node*, const Node*> none(nullptr, nullptr);
    if (first.children.size() != second.children.size()) return none;
    for (std::size_t i = 0; i < first.children.size(); ++i)
      if (!same(part(first, i), part(second, i))) return none;
    const auto one = ofFirst->find(first.payload), other = ofSecond->find(second.payload);
    if (one == ofFirst->end() || other == ofSecond->end()) return none;
    const Node *before = implication.read(one->second, true), *after = implication.read(other->second, true);
    if (!before || !after || before->integers || after->integers || before->decls.size() != after->decls.size()) return none;
    for (std::size_t i = 0; i < before->decls.size(); ++i)
      if (before->decls[i].variables != after->decls[i].variables) return none;
    return {before->children[1].get(), after->children[1].get()};
  }

  bool implies(const Node& first, const Node& second) {
    if (same(first, second)) return true;
    if (first.op == Op::false_ || second.op == Op::true_) return true;
    if (spent() || first.overIntegers || second.overIntegers) return false;
    const auto hasParts = [](const Node& node) { return node.op == Op::and_ || node.op == Op::or_; };
    if ((!connects(first) && !hasParts(second)) || (!connects(second) && !hasParts(first))) return false;
    if (second.op == Op::and_) return std::ranges::all_of(second.children, [&](const auto& c) { return implies(first, *c); });
    if (first.op == Op::or_) return std::ranges::all_of(first.children, [&](const auto& c) { return implies(*c, second); });
    if (second.op == Op::or_ && std::ranges::any_of(second.children, [&](const auto& c) { return implies(first, *c); }))
      return true;
    if (first.op == Op::and_) return std::ranges::any_of(first.children, [&](const auto& c) { return implies(*c, second); });
    if (first.op == Op::some || first.op == Op::one || first.op == Op::no || first.op == Op::lone) return ofSize(first, second);
    if (first.op == Op::in || first.op == Op::equal) return compares(first, second);
    if (first.op >= Op::quantAll && first.op <= Op::quantOne) return quantifies(first, second);
    if (first.op != second.op) return false;
    if (model::isTemporal(first.op) || first.op == Op::prime)
      return std::ranges::equal(first.children, second.children, [&](const auto& a, const auto& b) { return implies(*a, *b); });
    switch (first.op) {
      case Op::not_: return turnedImplies(part(second, 0), part(first, 0));
      case Op::implies: return turnedImplies(part(second, 0), part(first, 0)) && implies(part(first, 1), part(second, 1));
      case Op::ifThenElse:
        return same(part(first, 0), part(second, 0)) && implies(part(first, 1), part(second, 1)) &&
               implies(part(first, 2), part(second, 2));
      case Op::let:
        return first.payload == second.payload && same(part(first, 0), part(second, 0)) &&
               implies(part(first, 1), part(second, 1));
      case Op::call: {
        const auto [one, other] = bodies(first, second);
        return one && implies(*one, *other);
      }
      default: return false;
    }
  }

  /// Returns true if `node` has no integers, or if it has integers only within subformulas and depends only on their truth.
  static bool connects(const Node& node) {
    if (!node.integers) return true;
    switch (node.op) {
      case Op::not_:
      case Op::and_:
      case Op::or_:
      case Op::implies:
      case Op::let:
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantNo:
      case Op::always:
      case Op::eventually:
      case Op::after:
      case Op::before:
      case Op::historically:
      case Op::once: return true;
      default: return false;
    }
  }

  bool ofSize(const Node& first, const Node& second) {
    if (first.negated || second.negated) return false;
    const auto is = [&](Op one, Op other) { return first.op == one && second.op == other; };
    if (is(Op::some, Op::some) || is(Op::one, Op::some)) return within(part(first, 0), part(second, 0));
    if (is(Op::no, Op::no) || is(Op::lone, Op::lone) || is(Op::no, Op::lone) || is(Op::one, Op::lone))
      return turnedWithin(part(second, 0), part(first, 0));
    return is(Op::one, Op::one) && same(part(first, 0), part(second, 0));
  }

  bool compares(const Node& first, const Node& second) {
    if (first.negated != second.negated) return false;
    if (first.negated) {
      const SwappedSides turned(*this);
      return comparesAsSaid(second, first);
    }
    return comparesAsSaid(first, second);
  }
  bool comparesAsSaid(const Node& first, const Node& second) {
    if (second.op != Op::in || (first.op != Op::in && first.op != Op::equal)) return false;
    const Node &a = part(first, 0), &b = part(first, 1), &c = part(second, 0), &d = part(second, 1);
    if (!plain(b) || !plain(d)) return first.op == Op::in && same(a, c) && boundImplies(b, d);
    const auto inside = [&](const Node& left, const Node& right) { return turnedWithin(c, left) && within(right, d); };
    return inside(a, b) || (first.op == Op::equal && inside(b, a));
  }
  static bool boundImplies(const Node& first, const Node& second) {
    const auto multiplicity = [](const Node& node) {
      return node.op == Op::bound ? static_cast<Multiplicity>(node.right) : Multiplicity::set;
    };
    const Node& one = first.op == Op::bound ? part(first, 0) : first;
    const Node& other = second.op == Op::bound ? part(second, 0) : second;
    if (!same(one, other)) return false;
    const Multiplicity from = multiplicity(first), to = multiplicity(second);
    return from == to || to == Multiplicity::set || from == Multiplicity::one;
  }

  bool quantifies(const Node& first, const Node& second) {
    const auto is = [&](Op one, Op other) { return first.op == one && second.op == other; };
    if (is(Op::quantSome, Op::quantSome))
      return declareAlike(first, second, Bounds::growing) && implies(part(first, 0), part(second, 0));
    if (is(Op::quantAll, Op::quantAll))
      return declareAlike(first, second, Bounds::shrinking) && implies(part(first, 0), part(second, 0));
    if (is(Op::quantNo, Op::quantNo))
      return declareAlike(first, second, Bounds::shrinking) && turnedImplies(part(second, 0), part(first, 0));
    if (is(Op::quantOne, Op::quantSome) || is(Op::quantOne, Op::quantLone) || is(Op::quantNo, Op::quantLone))
      return declareAlike(first, second, Bounds::same) && same(part(first, 0), part(second, 0));
    return false;
  }

  /// Whether the first expression is a subset of the second. Both have the same arity.
  bool within(const Node& first, const Node& second) {
    if (same(first, second)) return true;
    if (spent() || first.integers || second.integers || first.negated || second.negated) return false;
    if (first.op == Op::sig && first.payload == "none") return true;
    if (second.op == Op::sig && second.payload == "univ") return true;
    if (first.op == Op::union_) return within(part(first, 0), second) && within(part(first, 1), second);
    if (second.op == Op::intersection) return within(first, part(second, 0)) && within(first, part(second, 1));
    if (second.op == Op::union_ && (within(first, part(second, 0)) || within(first, part(second, 1)))) return true;
    if (first.op == Op::intersection && (within(part(first, 0), second) || within(part(first, 1), second))) return true;
    if (first.op == Op::difference) {
      if (within(part(first, 0), second)) return true;
      return second.op == Op::difference && within(part(first, 0), part(second, 0)) &&
             turnedWithin(part(second, 1), part(first, 1));
    }
    if (second.op == Op::closure && within(first, part(second, 0))) return true;
    if (second.op == Op::reflexiveClosure) {
      if (within(first, part(second, 0))) return true;
      return (first.op == Op::closure || first.op == Op::reflexiveClosure) && within(part(first, 0), part(second, 0));
    }
    if (first.op == Op::domainRestriction && within(part(first, 1), second)) return true;
    if (first.op == Op::rangeRestriction && within(part(first, 0), second)) return true;
    if (first.op != second.op || first.children.size() != second.children.size()) return false;
    switch (first.op) {
      case Op::product:
      case Op::join:
      case Op::domainRestriction:
      case Op::rangeRestriction: return within(part(first, 0), part(second, 0)) && within(part(first, 1), part(second, 1));
      case Op::transpose:
      case Op::closure:
      case Op::prime: return within(part(first, 0), part(second, 0));
      case Op::comprehension: return declareAlike(first, second, Bounds::growing) && implies(part(first, 0), part(second, 0));
      case Op::let:
        return first.payload == second.payload && same(part(first, 0), part(second, 0)) &&
               within(part(first, 1), part(second, 1));
      case Op::call: {
        const auto [one, other] = bodies(first, second);
        return one && within(*one, *other);
      }
      default: return false;
    }
  }
};

bool Implication::holds(const std::string& stronger, const std::string& weaker, const FunctionTexts& ofWeaker) {
  const Node *first = read(stronger, false), *second = read(weaker, false);
  if (!first || !second) return false;
  return Comparing{.implication = *this, .ofFirst = &ofStronger_, .ofSecond = &ofWeaker}.implies(*first, *second);
}

}  // namespace aunit::solver
