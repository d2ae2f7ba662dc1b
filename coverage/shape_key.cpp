#include "coverage/shape_key.h"

#include <array>
#include <set>

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace aunit::coverage {

using model::Op;

namespace {

// Names of operators. Keys contain these names instead of the values of Op, so that a key stays the same if Op gets more values.
constexpr std::array opNames = {"sig",
                                "field",
                                "variable",
                                "iden",
                                "stringAtom",
                                "atom",
                                "skolem",
                                "nextInt",
                                "union",
                                "difference",
                                "intersection",
                                "override",
                                "product",
                                "join",
                                "domainRestriction",
                                "rangeRestriction",
                                "transpose",
                                "closure",
                                "reflexiveClosure",
                                "prime",
                                "comprehension",
                                "integerAtom",
                                "bound",
                                "seqBound",
                                "integer",
                                "minInt",
                                "maxInt",
                                "cardinality",
                                "sumOf",
                                "sum",
                                "add",
                                "subtract",
                                "multiply",
                                "divide",
                                "remainder",
                                "shiftLeft",
                                "shiftRight",
                                "shiftRightLogical",
                                "true",
                                "false",
                                "in",
                                "equal",
                                "integerEqual",
                                "less",
                                "greater",
                                "lessEqual",
                                "greaterEqual",
                                "some",
                                "no",
                                "lone",
                                "one",
                                "not",
                                "and",
                                "or",
                                "implies",
                                "iff",
                                "disjoint",
                                "totalOrder",
                                "quantAll",
                                "quantSome",
                                "quantNo",
                                "quantLone",
                                "quantOne",
                                "always",
                                "eventually",
                                "after",
                                "before",
                                "historically",
                                "once",
                                "until",
                                "since",
                                "releases",
                                "triggered",
                                "ifThenElse",
                                "let",
                                "call"};
static_assert(opNames.size() == static_cast<std::size_t>(Op::call) + 1);

std::string withoutExtension(std::string name) {
  const auto dot = name.rfind('.');
  if (dot != std::string::npos && dot > 0) name.resize(dot);
  return name;
}

}  // namespace

ShapeKeys::ShapeKeys(const model::Model& model) : model_(model), modules_(model.modules().size()), known_(model.shapeCount()) {
  std::vector<bool> named(modules_.size());
  std::set<std::string> taken;
  // A module's name may contain names of signatures of other modules, so nameOf() names those other modules first.
  const auto nameOf = [&](const auto& self, model::ModuleId id) -> void {
    if (named[id]) return;
    named[id] = true;
    const model::Module& m = model.modules()[id];
    std::string text = withoutExtension(m.name);
    for (std::size_t i = 0; i < m.arguments.size(); ++i) {
      const model::Sig& argument = model.sig(m.arguments[i]);
      if (!argument.builtin) self(self, argument.module);
      text += i == 0 ? '[' : ',';
      text += sig(m.arguments[i]);
    }
    if (!m.arguments.empty()) text += "]";
    if (!taken.insert(text).second) taken.insert(text += "@" + m.path);
    modules_[id] = std::move(text);
  };
  // The root is named last: a file of tests may have the same name as its model, and the model should get the name.
  for (model::ModuleId id = 1; id < modules_.size(); ++id) nameOf(nameOf, id);
  if (!modules_.empty()) nameOf(nameOf, 0);
}

std::string ShapeKeys::sig(model::SigId id) const {
  const model::Sig& s = model_.sig(id);
  return s.builtin ? s.label : modules_[s.module] + "/" + s.name;
}

std::string ShapeKeys::field(model::FieldId id) const {
  return sig(model_.field(id).sig) + "." + model_.field(id).name;
}

std::string ShapeKeys::func(model::FuncId id) const {
  // Functions may be overloaded, so the key includes the types of the parameters.
  const model::Func& f = model_.func(id);
  std::string text = modules_[f.module] + "/" + f.name;
  for (const model::VarId parameter : f.variables) appendVariable(text += ",", parameter);
  return text;
}

void ShapeKeys::appendVariable(std::string& bytes, model::VarId id) const {
  const model::Variable& v = model_.variable(id);
  bytes += fmt::format("{}:{}", v.name, static_cast<int>(v.sort));
  // Sorts the products, because their order in a type depends on the file.
  std::set<std::string> products;
  for (const model::Product& product : model_.type(v.type).products) {
    std::string text;
    for (const model::SigId s : product) text.append(sig(s)).append(">");
    products.insert(std::move(text));
  }
  for (const std::string& product : products) bytes.append(product).append("|");
}

std::uint64_t ShapeKeys::of(model::ExprId id) {
  const model::Expr& e = model_.expr(id);
  std::uint64_t& known = known_[model_.shape(id)];
  if (known != 0) return known;
  std::string bytes = fmt::format("{} {} {} {}", opNames[static_cast<std::size_t>(e.op)], e.negated ? "not" : "",
                                  static_cast<int>(e.leftMultiplicity), static_cast<int>(e.rightMultiplicity));
  switch (e.op) {
    case Op::sig: bytes += sig(e.payload); break;
    case Op::field: bytes += field(e.payload); break;
    case Op::call: bytes += func(e.payload); break;
    case Op::variable:
    case Op::let: appendVariable(bytes, e.payload); break;
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: bytes += model_.strings()[e.payload]; break;
    case Op::integer: bytes += std::to_string(static_cast<std::int32_t>(e.payload)); break;
    default: break;
  }
  for (const model::Decl& decl : model_.decls(id)) {
    bytes += fmt::format("{{{}{}", static_cast<int>(decl.multiplicity), decl.disjoint ? "disj" : "");
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) appendVariable(bytes += ",", decl.firstVariable + i);
    bytes += fmt::format(" {:x}}}", of(decl.bound));
  }
  for (const model::ExprId child : model_.children(id)) bytes += fmt::format(" {:x}", of(child));
  const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
  return known = hash == 0 ? 1 : hash;
}

}  // namespace aunit::coverage
