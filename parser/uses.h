// Uses of names: to which declaration each name in the texts refers. For editors (go to declaration, find all uses, rename).
//
// If `LoadOptions::uses` is set, a front end adds the uses to `Loaded::uses` while it resolves names, even if there are errors. A
// `UseIndex` over this list answers queries:
//
//   const auto loaded = parser::load("list.als", {.uses = true});
//   const parser::UseIndex uses(loaded->uses);
//   if (const auto name = uses.at(file, offset)) {
//     loaded->sources.describe(name->declaration);    // go to declaration
//     uses.usesOf(name->declaration);                 // all places that a rename changes, including the declaration
//   }
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "model/source.h"

namespace aunit::parser {

/// The kinds of declarations. In the comments, semicolons separate what a kind is in Alloy, in Nitpick schemas (.np), and in
/// parallel programs (.prog).
enum class NameKind : std::uint8_t {
  module,     // a module, declared by its `module` line; a file
  alias,      // `open ... as ALIAS`
  signature,  // a signature, a member of an enumeration, a module's parameter; a type; an enumeration
  fact,       // a fact
  field,      // a field; a state variable; a variable
  function,   // a predicate or function; a schema; a proposition
  assertion,  // an assertion; a claim; an invariant or property
  variable,   // a variable of a quantifier or `let`; a parameter, also of a macro or schema; an index
  macro,      // a macro
  command,    // a command's label
  valuation,  // a `val`, in all three languages
  constant,   // .prog: a constant or a member of an enumeration
  process,    // .prog: a process
  label,      // .prog: a label of a statement
  log,        // a `log`
};

/// One name in a text, and the same name in its declaration. Each part of a qualified name (`ord/first`) is a separate use. The
/// last part refers to the declaration. Earlier parts refer to an alias, or to a module if the `open` has no alias. A declared
/// name is also listed as a use of itself. The texts of use and declaration are equal, except that a use may be a part of a
/// module's name. If a module has no `module` line, its declaration is an empty span at the start of its file.
///
/// The list does not contain: keywords and built-in names (`univ`, `Int`, `this`); atoms in valuations and tests; JSON members in
/// logs; tags; names of meta signatures (with a `$`); names in unused macros and in commands of library modules; names that
/// cannot be resolved. If an opened module cannot be read, the list contains little more than declarations.
struct NameUse {
  model::Span use;
  model::Span declaration;
  NameKind kind = NameKind::signature;

  bool isDeclaration() const { return use == declaration; }
  friend bool operator==(const NameUse&, const NameUse&) = default;
};

/// Answers queries about a list of uses. Sorts the list once (n log n).
class UseIndex {
 public:
  explicit UseIndex(std::vector<NameUse> uses);

  /// Returns the name used or declared at a byte offset. The offset at the end of a name counts as part of it, for a cursor after
  /// the last letter, unless another name begins there. A name in a macro's body may have several meanings; then the first
  /// declaration is returned.
  std::optional<NameUse> at(model::FileId file, std::uint32_t offset) const;
  /// Returns all uses of a declaration, including the declaration itself, ordered by file and offset.
  std::vector<model::Span> usesOf(model::Span declaration) const;
  /// Returns all names in one file, in source order.
  std::span<const NameUse> in(model::FileId file) const;

 private:
  std::vector<NameUse> byUse_, byDeclaration_;
};

/// Collects the uses that front ends find. Ignores uses with unknown places (built-in declarations, synthetic texts). A use that
/// is added repeatedly counts once.
class UseCollector {
 public:
  /// A candidate for the meaning of an overloaded name. It counts only if it is confirmed.
  using Proposal = std::uint32_t;

  /// Ignores all uses if `wanted` is false.
  explicit UseCollector(bool wanted = true) : finished_(!wanted) {}

  void declare(NameKind kind, model::Span name) { add(kind, name, name); }
  void add(NameKind kind, model::Span use, model::Span declaration);
  Proposal propose(NameKind kind, model::Span use, model::Span declaration);
  void confirm(Proposal proposal);
  std::size_t proposals() const { return proposed_.size(); }
  /// Drops all proposals after the first `count`. Dropped proposals must not be confirmed later.
  void forgetProposals(std::size_t count);

  /// Returns all uses. Uses that are added later (by prompts) are ignored.
  std::vector<NameUse> finish();

 private:
  std::vector<NameUse> uses_, proposed_;
  std::size_t compactAt_ = 1u << 16;  // number of entries at which repeated entries are removed
  bool finished_;
};

}  // namespace aunit::parser
