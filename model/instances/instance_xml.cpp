#include "model/instances/instance_xml.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
#include <unordered_set>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "model/instances/instance_names.h"
#include "support/utf8.h"

namespace aunit::model {

namespace {

constexpr std::size_t mostStates = 100'000;

// Reads a document. Stops at the first error. This is one class, because a set can be filled only after the atoms, strings and
// skolems of all states were collected. So the stages share what they collect, and report errors at nodes of the same document.
class XmlReader {
 public:
  XmlReader(const Model& model, FileId file, const std::string& text, Diagnostics& diagnostics)
      : model_(model), names_(model), file_(file), text_(text), diagnostics_(diagnostics) {}

  std::optional<Instance> read();

 private:
  // What an id inside an <instance> refers to.
  struct IdTarget {
    pugi::xml_node node;
    std::string parent;  // id of the parent; empty for univ and for subset signatures
    std::optional<SigId> sig;
  };
  using Ids = std::unordered_map<std::string, IdTarget>;

  bool readHeader();
  bool readSigs(pugi::xml_node state, Ids& ids);
  bool checkHierarchy(const Ids& ids);
  bool collectAtoms(const Ids& ids, pugi::xml_node state);
  bool collectSkolems(pugi::xml_node state);
  bool fill(pugi::xml_node node, const Ids& ids, State& state);
  bool fillField(pugi::xml_node node, const Ids& ids, State& state);
  bool fillTuples(pugi::xml_node node, TupleSet& set);
  std::optional<Atom> atom(pugi::xml_node node);

  std::optional<int> number(pugi::xml_node node, const char* attribute, int least, int most, std::optional<int> otherwise = {});
  support::Failure fail(pugi::xml_node node, std::string message, std::vector<std::string> hints = {});

  const Model& model_;
  InstanceNames names_;
  FileId file_;
  const std::string& text_;
  Diagnostics& diagnostics_;
  pugi::xml_document document_;
  std::vector<pugi::xml_node> states_;
  int bitwidth_ = 4, maxSequence_ = 4, loop_ = 0;
  std::vector<std::string> atoms_, strings_;
  std::unordered_set<std::string> known_;
  std::vector<Skolem> skolems_;
  Instance instance_;
};

support::Failure XmlReader::fail(pugi::xml_node node, std::string message, std::vector<std::string> hints) {
  Span span{file_, 0, 0};
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset > 0) {
    span.begin = static_cast<std::uint32_t>(offset) - 1;  // position of the `<`
    span.end = span.begin + 1 + static_cast<std::uint32_t>(std::strlen(node.name()));
  }
  return diagnostics_.fail("instance", span, std::move(message), std::move(hints));
}

std::optional<int> XmlReader::number(pugi::xml_node node, const char* attribute, int least, int most,
                                     std::optional<int> otherwise) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) {
    if (!otherwise) fail(node, fmt::format("<{}> has no attribute `{}`", node.name(), attribute));
    return otherwise;
  }
  const std::string_view text = found.value();
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return fail(node, fmt::format("`{}` must be a number from {} to {}, not \"{}\"", attribute, least, most, text));
  return value;
}

std::optional<Instance> XmlReader::read() {
  const pugi::xml_parse_result parsed =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    const auto at =
        static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(parsed.offset, 0, static_cast<std::ptrdiff_t>(text_.size())));
    return diagnostics_.fail("instance", {file_, at, at}, fmt::format("this is not well-formed XML: {}", parsed.description()));
  }
  if (!readHeader()) return std::nullopt;
  std::vector<Ids> ids(states_.size());
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!readSigs(states_[i], ids[i]) || !checkHierarchy(ids[i]) || !collectAtoms(ids[i], states_[i]) ||
        !collectSkolems(states_[i]))
      return std::nullopt;
  }
  instance_ = emptyInstance(model_, std::make_shared<Universe>(atoms_, strings_, bitwidth_), states_.size(), skolems_);
  instance_.maxSequence = maxSequence_;
  instance_.loop = static_cast<std::uint32_t>(loop_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& state = instance_.states[i];
    for (const pugi::xml_node node : states_[i].children())
      if (!fill(node, ids[i], state)) return std::nullopt;
    if (const auto shared = addAtomsToAncestors(model_, *instance_.universe, state)) return fail(states_[i], *shared);
  }
  return std::move(instance_);
}

bool XmlReader::readHeader() {
  const pugi::xml_node root = document_.child("alloy");
  if (!root) return fail(document_.first_child(), "an instance file must begin with <alloy>");
  for (const pugi::xml_node state : root.children("instance")) states_.push_back(state);
  if (states_.empty()) return fail(root, "<alloy> contains no <instance>");
  const pugi::xml_node first = states_.front();
  if (std::strcmp(first.attribute("metamodel").value(), "yes") == 0)
    return fail(first, "this file contains a metamodel, not an instance");
  const auto bitwidth = number(first, "bitwidth", 0, widestIntegersInFiles);
  const auto maxSequence = number(first, "maxseq", 0, 1 << widestIntegersInFiles);
  if (!bitwidth || !maxSequence) return false;
  const auto length = number(first, "tracelength", 1, mostStates, 1);
  if (!length) return false;
  const auto loopLength = number(first, "looplength", 1, *length, 1);
  if (!loopLength) return false;
  // Drops states beyond `tracelength`, because they only repeat the loop. The Analyzer writes them for functions with past
  // operators.
  if (states_.size() < static_cast<std::size_t>(*length))
    return fail(first, fmt::format("the trace has {} states, but the file contains {}", *length, states_.size()));
  states_.resize(static_cast<std::size_t>(*length));
  for (const pugi::xml_node state : states_) {
    const auto same = number(state, "bitwidth", 0, widestIntegersInFiles);
    if (!same) return false;
    if (*same != *bitwidth) return fail(state, "the states of this trace have different bit widths");
  }
  bitwidth_ = *bitwidth;
  maxSequence_ = *maxSequence;
  loop_ = *length - *loopLength;
  const Universe integers({}, {}, bitwidth_);
  for (Atom a = 0; a < integers.size(); ++a) known_.insert(integers.name(a));
  return true;
}

bool XmlReader::readSigs(pugi::xml_node state, Ids& ids) {
  std::unordered_set<std::string> labels;
  for (const pugi::xml_node node : state.children()) {
    const std::string_view kind = node.name();
    if (kind != "sig" && kind != "field" && kind != "skolem") continue;
    const std::string id = node.attribute("ID").value();
    if (id.empty()) return fail(node, fmt::format("<{}> has no attribute `ID`", kind));
    if (!node.attribute("label")) return fail(node, fmt::format("<{}> has no attribute `label`", kind));
    const auto [entry, added] = ids.try_emplace(id);
    if (!added) return fail(node, fmt::format("the id {} is used twice", id));
    IdTarget& described = entry->second;
    described.node = node;
    if (kind != "sig") continue;
    described.parent = node.attribute("parentID").value();
    const std::string label = node.attribute("label").value();
    if (!labels.insert(label).second) return fail(node, fmt::format("the signature `{}` is described twice", label));
    described.sig = names_.sig(label);
    const bool builtin = std::strcmp(node.attribute("builtin").value(), "yes") == 0;
    if (!described.sig || model_.sig(*described.sig).builtin != builtin)
      return fail(node, fmt::format("the model has no signature `{}`", label), names_.hintsForSig(label));
  }
  return true;
}

// Checks that all mentioned ids exist, and that no signature is its own ancestor.
bool XmlReader::checkHierarchy(const Ids& ids) {
  const auto known = [&](const pugi::xml_node node, const std::string& id) -> bool {
    const auto found = ids.find(id);
    if (found == ids.end()) return fail(node, fmt::format("there is no signature with the id \"{}\"", id));
    if (!found->second.sig) return fail(node, fmt::format("the id {} does not belong to a signature", id));
    return true;
  };
  for (const auto& [id, described] : ids) {
    for (const pugi::xml_node type : described.node.children("type"))
      if (!known(type, type.attribute("ID").value())) return false;
    for (const pugi::xml_node types : described.node.children("types"))
      for (const pugi::xml_node type : types.children("type"))
        if (!known(type, type.attribute("ID").value())) return false;
    if (!described.sig) continue;
    std::string ancestor = described.parent;
    for (std::size_t steps = 0; !ancestor.empty(); ++steps) {
      if (!known(described.node, ancestor)) return false;
      if (steps > ids.size())
        return fail(described.node,
                    fmt::format("the signature `{}` is its own ancestor", described.node.attribute("label").value()));
      ancestor = ids.at(ancestor).parent;
    }
  }
  return true;
}

// Collects the atoms in the order of the file. Skips subset signatures, because their atoms are also in their parents.
bool XmlReader::collectAtoms(const Ids& ids, pugi::xml_node state) {
  for (const pugi::xml_node node : state.children("sig")) {
    const SigId sig = *ids.at(node.attribute("ID").value()).sig;
    if (model_.sig(sig).subset) continue;
    for (const pugi::xml_node child : node.children("atom")) {
      const pugi::xml_attribute label = child.attribute("label");
      if (!label || *label.value() == '\0') return fail(child, "<atom> has no label");
      const std::string name = label.value();
      if (model_.sig(sig).builtin && sig != builtin::string) continue;
      if (!known_.insert(name).second) continue;
      (sig == builtin::string ? strings_ : atoms_).push_back(name);
    }
  }
  return true;
}

bool XmlReader::collectSkolems(pugi::xml_node state) {
  for (const pugi::xml_node node : state.children("skolem")) {
    if (*node.attribute("ID").value() == 'm') continue;  // not an instance's skolem, but the value of a function
    const std::string name = node.attribute("label").value();
    std::size_t arity = 0;
    for (const pugi::xml_node list : node.children()) {
      if (std::strcmp(list.name(), "types") != 0 && std::strcmp(list.name(), "tuple") != 0) continue;
      const auto columns = list.children(std::strcmp(list.name(), "types") == 0 ? "type" : "atom");
      arity = static_cast<std::size_t>(std::distance(columns.begin(), columns.end()));
      break;
    }
    if (arity == 0 || arity > 32) return fail(node, fmt::format("the skolem constant `{}` has neither tuples nor types", name));
    const auto found = std::ranges::find(skolems_, name, &Skolem::name);
    if (found == skolems_.end())
      skolems_.push_back({name, static_cast<std::uint8_t>(arity)});
    else if (found->arity != arity)
      return fail(node, fmt::format("the skolem constant `{}` has different arities in different states", name));
  }
  return true;
}

bool XmlReader::fill(pugi::xml_node node, const Ids& ids, State& state) {
  const std::string_view kind = node.name();
  if (kind == "field") return fillField(node, ids, state);
  if (kind == "skolem") {
    if (*node.attribute("ID").value() == 'm') return true;
    const std::string name = node.attribute("label").value();
    const auto found = std::ranges::find(skolems_, name, &Skolem::name);
    return fillTuples(node, state.skolems[static_cast<std::size_t>(found - skolems_.begin())]);
  }
  if (kind != "sig") return true;
  const SigId sig = *ids.at(node.attribute("ID").value()).sig;
  if (model_.sig(sig).builtin) return true;
  std::vector<Atom> atoms;
  for (const pugi::xml_node child : node.children("atom")) {
    const auto found = atom(child);
    if (!found) return false;
    atoms.push_back(*found);
  }
  state.sigs[sig].insertAll(atoms);
  return true;
}

bool XmlReader::fillField(pugi::xml_node node, const Ids& ids, State& state) {
  const std::string name = node.attribute("label").value();
  const std::string parent = node.attribute("parentID").value();
  const auto described = ids.find(parent);
  if (described == ids.end() || !described->second.sig)
    return fail(node, fmt::format("the field `{}` belongs to no signature: there is no id \"{}\"", name, parent));
  const SigId sig = *described->second.sig;
  const auto field = names_.field(sig, name);
  if (!field) {
    const std::string label = model_.sig(sig).label + "." + name;
    return fail(node, fmt::format("the model has no field `{}`", label), names_.hintsForField(label));
  }
  return fillTuples(node, state.fields[*field]);
}

bool XmlReader::fillTuples(pugi::xml_node node, TupleSet& set) {
  std::vector<Atom> tuples;
  for (const pugi::xml_node list : node.children("tuple")) {
    const std::size_t before = tuples.size();
    for (const pugi::xml_node child : list.children("atom")) {
      const auto found = atom(child);
      if (!found) return false;
      tuples.push_back(*found);
    }
    if (const std::size_t columns = tuples.size() - before; columns != set.arity())
      return fail(
          list, fmt::format("`{}` has {} columns, but this tuple has {}", node.attribute("label").value(), set.arity(), columns));
  }
  set.insertAll(tuples);
  return true;
}

std::optional<Atom> XmlReader::atom(pugi::xml_node node) {
  const char* label = node.attribute("label").value();
  const auto found = instance_.universe->find(label);
  if (!found) fail(node, fmt::format("no signature has the atom \"{}\"", label));
  return found;
}

// ------------------------------------------------------------------------------------------------------------------ writing

// Escapes the text of an attribute like the Analyzer: entities, and numeric references outside of printable ASCII. Characters
// that XML 1.0 forbids become U+FFFD.
std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i++]);
    switch (c) {
      case '<': out += "&lt;"; continue;
      case '>': out += "&gt;"; continue;
      case '&': out += "&amp;"; continue;
      case '\'': out += "&apos;"; continue;
      case '"': out += "&quot;"; continue;
      default: break;
    }
    if (c >= 0x20 && c < 0x7F) {
      out += static_cast<char>(c);
      continue;
    }
    const auto [length, point] = support::decode(std::string_view(text).substr(i - 1));
    if (length > 1) i += length - 1;
    const bool allowed =
        length != 0 && (point == 0x9 || point == 0xA || point == 0xD || (point >= 0x20 && point != 0xFFFE && point != 0xFFFF));
    out += fmt::format("&#x{:04x};", allowed ? point : 0xFFFDu);
  }
  return out;
}

class XmlWriter {
 public:
  XmlWriter(const Model& model, const Instance& instance, const XmlHeader& header)
      : model_(model), instance_(instance), header_(header) {}
  std::string write();

 private:
  void writeState(const State& state);
  void writeSig(SigId id, const State& state);
  void writeTypes(TypeId type, std::uint32_t arity);
  void writeTuples(const TupleSet& set);
  std::uint32_t idOf(SigId sig);

  const Model& model_;
  const Instance& instance_;
  const XmlHeader& header_;
  std::string out_;
  std::unordered_map<SigId, std::uint32_t> ids_;
  std::uint32_t nextId_ = 0;
};

// The format has no `none`, so a column of type `none` is written as univ. It contains no atom anyway.
std::uint32_t XmlWriter::idOf(SigId sig) {
  if (sig == builtin::none) sig = builtin::univ;
  const auto [found, added] = ids_.try_emplace(sig, nextId_);
  if (added) ++nextId_;
  return found->second;
}

std::string XmlWriter::write() {
  out_ = fmt::format("<alloy builddate=\"{}\">\n\n", escaped(header_.buildDate));
  for (const State& state : instance_.states) writeState(state);
  out_ += "</alloy>\n";
  return std::move(out_);
}

void XmlWriter::writeState(const State& state) {
  ids_.clear();
  nextId_ = 0;
  const bool isTrace = model_.hasMutable() || instance_.states.size() > 1;
  out_ += fmt::format(
      "<instance bitwidth=\"{}\" maxseq=\"{}\" mintrace=\"{}\" maxtrace=\"{}\" command=\"{}\" filename=\"{}\" tracelength=\"{}\" "
      "looplength=\"{}\">\n\n",
      instance_.bitwidth(), instance_.maxSequence, isTrace ? 1 : -1, isTrace ? static_cast<long>(instance_.states.size()) : -1,
      escaped(header_.command), escaped(header_.fileName), instance_.states.size(), instance_.states.size() - instance_.loop);
  // Writes a signature after the signatures that extend it, and before its fields. First come the built-in signatures except
  // univ, then the top-level signatures, univ, and the subset signatures.
  writeSig(builtin::seqInt, state);
  writeSig(builtin::integers, state);
  writeSig(builtin::string, state);
  const std::function<void(SigId)> writeTree = [&](SigId id) {
    for (const SigId child : model_.sig(id).children) writeTree(child);
    writeSig(id, state);
  };
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id)) writeTree(id);
  writeSig(builtin::univ, state);
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (model_.sig(id).subset) writeSig(id, state);
  for (std::size_t i = 0; i < instance_.skolems.size(); ++i) {
    out_ += fmt::format("<skolem label=\"{}\" ID=\"{}\">\n", escaped(instance_.skolems[i].name), nextId_++);
    writeTuples(state.skolems[i]);
    writeTypes(0, instance_.skolems[i].arity);
    out_ += "</skolem>\n\n";
  }
  out_ += "</instance>\n\n";
}

void XmlWriter::writeSig(SigId id, const State& state) {
  const Sig& sig = model_.sig(id);
  out_ += fmt::format("<sig label=\"{}\" ID=\"{}\"", escaped(sig.label), idOf(id));
  if (!sig.subset && !sig.parents.empty()) out_ += fmt::format(" parentID=\"{}\"", idOf(sig.parents[0]));
  const auto flag = [&](bool set, const char* name) {
    if (set) out_ += fmt::format(" {}=\"yes\"", name);
  };
  flag(sig.builtin, "builtin");
  flag(sig.isAbstract && !sig.builtin, "abstract");
  flag(sig.multiplicity == Multiplicity::one, "one");
  flag(sig.multiplicity == Multiplicity::lone, "lone");
  flag(sig.multiplicity == Multiplicity::some, "some");
  flag(sig.isPrivate, "private");
  flag(sig.isMeta, "meta");
  flag(sig.subsetExact, "exact");
  flag(sig.isEnum, "enum");
  flag(sig.isVar, "var");
  out_ += ">\n";
  TupleSet own = state.sigs[id];
  if (id == builtin::string)
    own = TupleSet::range(instance_.universe->size(), instance_.universe->firstString(), instance_.universe->firstInt());
  for (const SigId child : sig.children) own = own.subtract(state.sigs[child]);
  for (const Atom a : own.atoms()) out_ += fmt::format("   <atom label=\"{}\"/>\n", escaped(instance_.universe->name(a)));
  if (sig.subset)
    for (const SigId parent : sig.parents) out_ += fmt::format("   <type ID=\"{}\"/>\n", idOf(parent));
  out_ += "</sig>\n\n";
  for (const FieldId fieldId : sig.fields) {
    const Field& field = model_.field(fieldId);
    out_ += fmt::format("<field label=\"{}\" ID=\"{}\" parentID=\"{}\"", escaped(field.name), nextId_++, idOf(id));
    flag(field.isPrivate, "private");
    flag(field.isMeta, "meta");
    flag(field.isVar, "var");
    out_ += ">\n";
    writeTuples(state.fields[fieldId]);
    writeTypes(field.type, field.arity);
    out_ += "</field>\n\n";
  }
}

void XmlWriter::writeTuples(const TupleSet& set) {
  set.forEach([&](std::span<const Atom> tuple) {
    out_ += "   <tuple>";
    for (const Atom a : tuple) out_ += fmt::format(" <atom label=\"{}\"/>", escaped(instance_.universe->name(a)));
    out_ += " </tuple>\n";
  });
}

// Writes the columns of a type. If the type is unknown, each column is univ.
void XmlWriter::writeTypes(TypeId type, std::uint32_t arity) {
  bool written = false;
  const auto write = [&](const Product& product) {
    out_ += "   <types>";
    for (const SigId sig : product) out_ += fmt::format(" <type ID=\"{}\"/>", idOf(sig));
    out_ += " </types>\n";
    written = true;
  };
  for (const Product& product : model_.type(type).products)
    if (product.size() == arity) write(product);
  if (!written) write(Product(arity, builtin::univ));
}

}  // namespace

std::optional<Instance> readInstanceXml(const Model& model, std::string path, std::string text, SourceMap& sources,
                                        Diagnostics& diagnostics) {
  const FileId file = sources.add(std::move(path), std::move(text));
  return XmlReader(model, file, sources.file(file).text(), diagnostics).read();
}

std::string writeInstanceXml(const Model& model, const Instance& instance, const XmlHeader& header) {
  return XmlWriter(model, instance, header).write();
}

}  // namespace aunit::model
