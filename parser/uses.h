// Uses of names: which names in the texts mean which declarations, for editors (go to declaration, find all uses, rename).
//
// A front end lists the uses in `Loaded::uses` while it resolves names, whether or not everything resolves; a `UseIndex` over
// this list answers questions:
//
//   const auto loaded = parser::load("list.als");
//   const parser::UseIndex uses(loaded->uses);
//   if (const auto name = uses.at(file, offset)) {
//     loaded->sources.describe(name->declaration);    // go to declaration
//     uses.usesOf(name->declaration);                 // all that a rename changes, including the declaration
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "model/source.h"

namespace aunit::parser {

/// The kinds of declarations, each with its meaning in Alloy; in Nitpick schemas (.np); in parallel programs (.prog).
enum class NameKind : std::uint8_t {
  module,     // a module, by its `module` line; a file
  alias,      // `open ... as ALIAS`
  signature,  // a signature, a member of an enumeration, a module's parameter; a type; an enumeration
  fact,       // a fact
  field,      // a field; a state variable; a variable
  function,   // a predicate or function; a schema; a proposition
  assertion,  // an assertion; a claim; an invariant or property
  variable,   // of a quantifier or `let`, a parameter, also of a macro; a schema's parameter; an index
  macro,      // a macro
  command,    // a label of a command
  valuation,  // a `val`, in all three
  constant,   // .prog: a constant or a member of an enumeration
  process,    // .prog: a process
  label,      // .prog: a label of a statement
  log,        // a `log`
};

/// One name in a text, and the name in its declaration. Each part of a qualified name (`ord/first`) is a use of its own: the last
/// part of the meaning of the whole, parts before it of an alias, or of a module if the `open` gives no alias. A declared name is
/// listed as a use of itself. The two texts are equal, except for module names, of which a use may be a part. A module without a
/// `module` line is declared by an empty span at the beginning of its file.
///
/// Not listed are keywords and built-in names (`univ`, `Int`, `this`); atoms in valuations and tests; members of JSON in logs;
/// tags; names of meta signatures (with a `$`); names in macros that are never used and in commands of library modules; and names
/// that do not resolve. When an opened module cannot be read, there is little more than declarations.
struct NameUse {
  model::Span use;
  model::Span declaration;
  NameKind kind = NameKind::signature;

  bool isDeclaration() const { return use == declaration; }
  friend bool operator==(const NameUse&, const NameUse&) = default;
};

/// Answers questions about a list of uses, which it sorts once (n log n).
class UseIndex {
 public:
  explicit UseIndex(std::vector<NameUse> uses);

  /// The name used or declared at a byte offset. An offset at a name's end belongs to the name, as a cursor behind its last
  /// letter does; of two names that meet there, the one that begins is returned. For a name in a macro's body, which may have
  /// several meanings, the first declaration is returned.
  std::optional<NameUse> at(model::FileId file, std::uint32_t offset) const;
  /// All uses of a declaration, in the order of files and texts; the declaration is among them.
  std::vector<model::Span> usesOf(model::Span declaration) const;
  /// All names of one file, in the order of the text.
  std::span<const NameUse> in(model::FileId file) const;

 private:
  std::vector<NameUse> byUse_, byDeclaration_;
};

/// Collects the uses that front ends find. Unknown places (built-in declarations, texts that no user wrote) are left out; a use
/// that is added several times counts once.
class UseCollector {
 public:
  /// A candidate for the meaning of an overloaded name, which counts once it is confirmed.
  using Proposal = std::uint32_t;

  void declare(NameKind kind, model::Span name) { add(kind, name, name); }
  void add(NameKind kind, model::Span use, model::Span declaration);
  Proposal propose(NameKind kind, model::Span use, model::Span declaration);
  void confirm(Proposal proposal);
  std::size_t proposals() const { return proposed_.size(); }
  /// Drops all proposals but the first `count`: they will not be confirmed.
  void forgetProposals(std::size_t count);

  /// All uses. Uses that are added later (by prompts) are ignored.
  std::vector<NameUse> finish();

 private:
  std::vector<NameUse> uses_, proposed_;
  std::size_t compactAt_ = 1u << 16;  // entries; few files have so many
  bool finished_ = false;
};

}  // namespace aunit::parser
