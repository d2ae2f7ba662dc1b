#include "strength/generation/alternatives.h"

#include <array>
#include <functional>

#include "strength/instances/neighbours.h"
#include "support/random.h"

namespace aunit::strength {

using namespace model;

namespace {

constexpr std::array multiplicityTests = {Op::some, Op::no, Op::lone, Op::one};

class FormulaMaker {
 public:
  FormulaMaker(const Model& model, Nodes& make, std::uint64_t random) : model_(model), make_(make), random_(random) {
    for (SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      if (!model.sig(id).isMeta && !model.modules()[model.sig(id).module].library) sigs_.push_back(id);
    for (FieldId id = 0; id < model.fields().size(); ++id)
      if (const model::Field& field = model.field(id); !field.isMeta && !model.type(field.type).products.empty())
        if (!model.modules()[model.sig(field.sig).module].library) fields_.push_back(id);
    findSets();
  }

  std::vector<ExprId> write(std::size_t most) {
    std::vector<ExprId> result;
    if (sigs_.empty()) return result;
    for (std::size_t tried = 0; tried < 3 * most && result.size() < most; ++tried) {
      try {
        result.push_back(formula());
      } catch (const model::TypeMismatch&) {
        // Alloy refuses this formula.
      }
    }
    return result;
  }

 private:
  template <class T>
  const T& any(const std::vector<T>& choices) {
    return choices[support::nextRandom(random_) % choices.size()];
  }
  bool chance(unsigned percent) { return support::nextRandom(random_) % 100 < percent; }

  SigId column(FieldId field, std::size_t i) const { return model_.type(model_.field(field).type).products[0][i]; }

  /// Unary expressions without variables: signatures, and domains and ranges of fields.
  void findSets() {
    for (const SigId sig : sigs_) sets_.push_back(make_.sig(sig));
    for (const FieldId field : fields_) {
      ExprId from = make_.field(field), to = make_.field(field);
      const std::uint8_t arity = model_.field(field).arity;
      for (std::uint8_t i = 1; i < arity; ++i) {
        from = make_.join(from, make_.sig(column(field, arity - i)));
        to = make_.join(make_.sig(column(field, i - 1u)), to);
      }
      sets_.push_back(from);
      sets_.push_back(to);
    }
  }

  struct Variable {
    SigId sig;
    VarId id;
  };

  Variable variable(const char* name) {
    const SigId sig = any(sigs_);
    return {sig, make_.newVariable(name, sig)};
  }
  Decl decl(const Variable& x) { return {.firstVariable = x.id, .variableCount = 1, .bound = make_.sig(x.sig)}; }

  ExprId formula() {
    switch (support::nextRandom(random_) % 6) {
      case 0: return comparison(any(sets_), any(sets_));
      case 1: return make_.unary(multiplicityTests[support::nextRandom(random_) % 4], any(sets_));
      case 2:
      case 3: {
        const Variable x = variable("x");
        const std::vector<Decl> decls = {decl(x)};
        return make_.quantified(quantifier(), decls, combined([&] { return about(x); }));
      }
      default: {
        const Variable x = variable("x"), y = variable("y");
        const std::vector<Decl> decls = {decl(x), decl(y)};
        const auto part = [&] { return chance(60) ? about(x, y) : about(chance(50) ? x : y); };
        if (chance(50)) return make_.quantified(quantifier(), decls, combined(part));
        const ExprId body = chance(40) ? make_.binary(Op::implies, about(x), about(x, y)) : combined(part);
        const ExprId inner = make_.quantified(chance(70) ? Op::quantSome : quantifier(), decls[1], body);
        return make_.quantified(quantifier(), decls[0], inner);
      }
    }
  }

  Op quantifier() {
    const std::uint64_t choice = support::nextRandom(random_) % 10;
    return choice < 6 ? Op::quantAll : choice < 8 ? Op::quantSome : choice < 9 ? Op::quantNo : Op::quantLone;
  }

  ExprId combined(const std::function<ExprId()>& part) {
    switch (support::nextRandom(random_) % 5) {
      case 0: return make_.binary(Op::implies, part(), part());
      case 1: return make_.list(chance(50) ? Op::and_ : Op::or_, {part(), part()});
      case 2: return make_.unary(Op::not_, part());
      default: return part();
    }
  }

  ExprId comparison(ExprId left, ExprId right) {
    switch (support::nextRandom(random_) % 6) {
      case 0: return make_.binary(Op::equal, left, right);
      case 1: return make_.unary(chance(70) ? Op::no : Op::some, make_.binary(Op::intersection, left, right));
      case 2: return make_.binary(Op::in, chance(50) ? make_.binary(Op::union_, left, any(sets_)) : left, right);
      default: return make_.binary(Op::in, left, right);
    }
  }

  /// A field, sometimes its closure or transpose.
  ExprId relation(FieldId field) {
    const ExprId plain = make_.field(field);
    const bool homogeneous = model_.field(field).arity == 2 && column(field, 0) == column(field, 1);
    if (!homogeneous || chance(40)) return plain;
    switch (support::nextRandom(random_) % 4) {
      case 0: return make_.unary(Op::closure, plain);
      case 1: return make_.unary(Op::reflexiveClosure, plain);
      case 2: return make_.unary(Op::transpose, plain);
      default: return make_.unary(Op::closure, make_.binary(Op::union_, plain, make_.unary(Op::transpose, plain)));
    }
  }

  /// The image or the preimage of a variable under a random relation; sometimes the union of two such sets.
  ExprId reached(const Variable& x) {
    if (chance(80)) return oneWay(x);
    const ExprId first = oneWay(x);
    return make_.binary(Op::union_, first, chance(30) ? make_.variable(x.id) : oneWay(x));
  }

  ExprId oneWay(const Variable& x) {
    const ExprId along = relation(any(fields_)), atom = make_.variable(x.id);
    return chance(60) ? make_.join(atom, along) : make_.join(along, atom);
  }

  ExprId about(const Variable& x) {
    const ExprId atom = make_.variable(x.id);
    if (fields_.empty() || chance(25)) return make_.binary(Op::in, atom, any(sets_), chance(20));
    const ExprId there = reached(x);
    switch (support::nextRandom(random_) % 4) {
      case 0: return make_.unary(multiplicityTests[support::nextRandom(random_) % 4], there);
      case 1: return make_.binary(Op::in, atom, there, chance(50));
      case 2: return chance(50) ? comparison(there, any(sets_)) : comparison(any(sets_), there);
      default:
        return make_.unary(multiplicityTests[support::nextRandom(random_) % 4],
                           chance(50) ? there : make_.join(there, any(sets_)));
    }
  }

  ExprId about(const Variable& x, const Variable& y) {
    if (fields_.empty()) return make_.binary(Op::equal, make_.variable(x.id), make_.variable(y.id), chance(50));
    const ExprId there = reached(x), atom = make_.variable(y.id);
    switch (support::nextRandom(random_) % 5) {
      case 0: return make_.unary(multiplicityTests[support::nextRandom(random_) % 4], make_.join(atom, there));
      case 1:
        return make_.unary(multiplicityTests[support::nextRandom(random_) % 4],
                           make_.binary(Op::intersection, there, reached(y)));
      case 2: return make_.binary(Op::equal, make_.variable(x.id), atom, chance(50));
      default: return make_.binary(Op::in, atom, there, chance(20));
    }
  }

  const Model& model_;
  Nodes& make_;
  std::uint64_t random_;
  std::vector<SigId> sigs_;
  std::vector<FieldId> fields_;
  std::vector<ExprId> sets_;
};

}  // namespace

std::vector<ExprId> alternatives(const Model& model, Nodes& make, std::size_t most, std::uint64_t random) {
  return FormulaMaker(model, make, random).write(most);
}

}  // namespace aunit::strength
