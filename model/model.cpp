#include "model/model.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "support/hash.h"

namespace aunit::model {

namespace {

Sig builtinSig(const char* label) {
  Sig sig;
  sig.name = label;
  sig.label = label;
  sig.builtin = true;
  return sig;
}

}  // namespace

Model::Model() {
  std::vector<Sig>& sigs = sigs_.own();
  for (const char* label : {"univ", "Int", "seq/Int", "String", "none"}) sigs.push_back(builtinSig(label));
  sigs[builtin::univ].isAbstract = true;
  sigs[builtin::integers].parents = {builtin::univ};
  sigs[builtin::seqInt].parents = {builtin::integers};
  sigs[builtin::string].parents = {builtin::univ};
  sigs[builtin::seqInt].name = "Int";
  internType({});
  for (SigId id = 0; id < builtin::count; ++id) {
    // seq/Int has a type of its own within Int, as in the Analyzer.
    sigs[id].type = internType({{{id}}});
  }
}

bool Model::isTopLevel(SigId id) const {
  const Sig& sig = (*sigs_)[id];
  return !sig.builtin && !sig.subset && sig.parents.size() == 1 && sig.parents[0] == builtin::univ;
}

bool Model::isAncestor(SigId b, SigId a) const {
  const Sig& sig = (*sigs_)[a];
  return a == b || std::any_of(sig.parents.begin(), sig.parents.end(), [&](SigId parent) { return isAncestor(b, parent); });
}

bool Model::isSubsig(SigId a, SigId b) const {
  if (a == b || b == builtin::univ || a == builtin::none) return true;
  const Sig& sig = (*sigs_)[a];
  if (a == builtin::univ || sig.parents.empty()) return false;
  return std::all_of(sig.parents.begin(), sig.parents.end(), [&](SigId parent) { return isSubsig(parent, b); });
}

VarId Model::addVariable(Variable variable) {
  variables_.push_back(std::move(variable));
  return static_cast<VarId>(variables_.size() - 1);
}

TypeId Model::internType(Type type) {
  std::sort(type.products.begin(), type.products.end());
  type.products.erase(std::unique(type.products.begin(), type.products.end()), type.products.end());
  std::size_t words = 0;
  for (const Product& product : type.products) words += 1 + product.size();
  std::vector<std::uint32_t> key;
  key.reserve(words);
  for (const Product& product : type.products) {
    key.push_back(static_cast<std::uint32_t>(product.size()));
    key.insert(key.end(), product.begin(), product.end());
  }
  if (const auto known = typeIndex_->find(key)) return *known;
  types_.own().push_back(std::move(type));
  return typeIndex_.own().insert(key).number;
}

StringId Model::internString(std::string_view literal) {
  const auto [found, added] = stringIndex_.emplace(std::string(literal), static_cast<StringId>(strings_.size()));
  if (added) strings_.emplace_back(literal);
  return found->second;
}

void Model::reserveExprs(std::size_t count) {
  exprs_.own().reserve(count);
  childPool_.own().reserve(count);
}

ExprId Model::addExpr(Expr node, std::span<const ExprId> children, std::span<const Decl> decls) {
  node.firstChild = static_cast<std::uint32_t>(childPool_->size());
  node.childCount = static_cast<std::uint32_t>(children.size()) & 0x7fffffffu;
  node.hasDecls = !decls.empty();
  std::vector<ExprId>& pool = childPool_.own();
  pool.insert(pool.end(), children.begin(), children.end());
  if (node.hasDecls) pool.insert(pool.end(), {static_cast<ExprId>(declPool_.size()), static_cast<ExprId>(decls.size())});
  declPool_.insert(declPool_.end(), decls.begin(), decls.end());
  exprs_.own().push_back(node);
  const ExprId id = exprCount() - 1;
  computeFlags(id);
  return id;
}

bool Model::computeFlags(ExprId id) {
  const Expr& node = expr(id);
  bool temporal = isTemporal(node.op) || node.op == Op::prime;
  bool variable = temporal;
  const auto take = [&](ExprId other) {
    if (other == noId) return;
    temporal |= expr(other).temporal;
    variable |= expr(other).variable;
  };
  for (const ExprId child : children(id)) take(child);
  for (const Decl& decl : decls(id)) take(decl.bound);
  switch (node.op) {
    case Op::sig: variable |= sig(node.payload).isVar || (node.payload == builtin::univ && hasMutable_); break;
    case Op::iden: variable |= hasMutable_; break;
    case Op::reflexiveClosure: variable |= hasMutable_; break;
    case Op::field: variable |= field(node.payload).isVar; break;
    case Op::skolem: variable |= hasMutable_; break;
    case Op::call: take(funcs_[node.payload].body); break;
    case Op::variable: {
      const VarKind kind = variables_[node.payload].kind;
      // The value of a `let`, or the argument of a parameter, may be an expression that changes over time.
      variable |= kind == VarKind::let || kind == VarKind::parameter;
      break;
    }
    default: break;
  }
  const bool changed = temporal != node.temporal || variable != node.variable;
  if (changed) {
    mutableExpr(id).temporal = temporal;
    mutableExpr(id).variable = variable;
  }
  return changed;
}

void Model::seal() {
  for (bool changed = true; changed;) {
    changed = false;
    for (ExprId id = 0; id < exprCount(); ++id) changed |= computeFlags(id);
  }
  sealedCount_ = exprCount();
  shapes_ = std::make_shared<Shapes>();
}

void Model::rollback(const Mark& mark) {
  if (exprs_->size() != mark.exprs) {
    exprs_.own().resize(mark.exprs);
    childPool_.own().resize(mark.children);
  }
  declPool_.resize(mark.decls);
  variables_.resize(mark.variables);
  funcs_.resize(mark.funcs);
}

const Model::Shapes& Model::shapes() const {
  std::call_once(shapes_->computed, [&] { computeShapes(*shapes_); });
  return *shapes_;
}

// Numbers nodes by structure: operators, payloads and shapes of children. Two variables are equal if they have the same name,
// sort and type. The loop over ids reaches children before parents, because children have smaller ids.
void Model::computeShapes(Shapes& shapes) const {
  std::map<std::tuple<std::string_view, Sort, TypeId>, std::uint32_t> alike;
  std::vector<std::uint32_t> likeness(variables_.size());
  for (VarId v = 0; v < variables_.size(); ++v) {
    const Variable& variable = variables_[v];
    likeness[v] =
        alike.try_emplace({variable.name, variable.sort, variable.type}, static_cast<std::uint32_t>(alike.size())).first->second;
  }
  const std::vector<Expr>& exprs = *exprs_;
  std::vector<ShapeId>& ofNodes = shapes.ofNodes;
  ofNodes.assign(sealedCount_, noId);
  shapes.count = 0;
  const auto write = [&](ExprId id, std::vector<std::uint32_t>& key) {
    const Expr& node = exprs[id];
    const bool ofVariable = node.op == Op::variable || node.op == Op::let;
    static_assert(sizeof node.op == 1 && sizeof node.sort == 1);
    key = {static_cast<std::uint32_t>(node.op) | static_cast<std::uint32_t>(node.sort) << 8 |
               static_cast<std::uint32_t>(node.negated) << 15 | static_cast<std::uint32_t>(node.leftMultiplicity) << 16 |
               static_cast<std::uint32_t>(node.rightMultiplicity) << 24,
           ofVariable ? likeness[node.payload] : node.payload};
    for (const ExprId child : children(id)) key.push_back(ofNodes[child]);
    for (const Decl& decl : decls(id)) {
      key.insert(key.end(), {static_cast<std::uint32_t>(decl.multiplicity), decl.disjoint, decl.variableCount});
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) key.push_back(likeness[v]);
      key.push_back(ofNodes[decl.bound]);
    }
  };
  // A table of the first node of each shape, with linear probing. Keys are computed again for each comparison: in a model that
  // consists of data, stored keys would take more memory than the nodes.
  struct Slot {
    std::uint32_t hash = 0;
    ExprId first = noId;
  };
  std::vector<Slot> slots(64);
  std::vector<std::uint32_t> key, other;
  for (ExprId id = 0; id < sealedCount_; ++id) {
    write(id, key);
    std::uint64_t mixed = key.size();
    for (const std::uint32_t word : key) mixed = support::mixed(mixed, word);
    const auto hash = static_cast<std::uint32_t>(mixed);
    const auto isTaken = [&](const Slot& slot) {
      if (slot.first == noId) return false;
      if (slot.hash == hash) write(slot.first, other);
      return slot.hash != hash || other != key;
    };
    std::size_t at = hash & (slots.size() - 1);
    while (isTaken(slots[at])) at = (at + 1) & (slots.size() - 1);
    const bool isNew = slots[at].first == noId;
    ofNodes[id] = isNew ? shapes.count++ : ofNodes[slots[at].first];
    if (!isNew) continue;
    slots[at] = {hash, id};
    if (2 * std::size_t{shapes.count} <= slots.size()) continue;
    std::vector<Slot> larger(2 * slots.size());
    for (const Slot& slot : slots) {
      if (slot.first == noId) continue;
      std::size_t place = slot.hash & (larger.size() - 1);
      while (larger[place].first != noId) place = (place + 1) & (larger.size() - 1);
      larger[place] = slot;
    }
    slots = std::move(larger);
  }
}

}  // namespace aunit::model
