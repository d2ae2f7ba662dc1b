// The meaning of names: hover, definition, references, rename, highlights, semantic tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/texts/workspace.h"

namespace aunit::server {

/// A place in some text of an analysis.
struct Cursor {
  const Analysis& analysis;
  model::FileId file = model::noFile;
  std::uint32_t offset = 0;

  /// The use of a name at this place; nothing if there is none.
  std::optional<parser::NameUse> name() const { return file == model::noFile ? std::nullopt : analysis.uses.at(file, offset); }
};

/// The text, cut if it is too long to be a part of a line.
std::string shortened(const std::string& text);
/// A type in Alloy's syntax, "Node->Node + Node->Leaf"; empty if unknown.
std::string typeText(const model::Model& model, model::TypeId type);
/// The type with which the name is declared, in Alloy's syntax; empty if the name has no type or the type is unknown.
std::string typeText(const Analysis& analysis, const parser::NameUse& name);
/// The text of a declaration without its body, on one line.
std::string declarationText(const model::SourceMap& sources, const parser::NameUse& name);
/// The comment directly before a declaration; empty if there is none.
std::string commentOf(const model::SourceMap& sources, const parser::NameUse& name);

/// A Hover, or null. `value` is the name's value in an instance (valueAt()); empty if unknown.
Json hover(const Cursor& cursor, const std::string& value, Encoding encoding);
/// A Location of the declaration, or null. A declaration in a library module gets a file that users can open (cache.h).
Json definition(const Cursor& cursor, Encoding encoding);
/// DocumentHighlights of the file in which the cursor is.
Json highlights(const Cursor& cursor, Encoding encoding);

/// The identity of a declaration: file and offset, which are the same in every analysis.
struct DeclarationId {
  std::string path;
  std::uint32_t begin = 0;
};
/// The declaration of the name at the cursor; nothing if there is no name.
std::optional<DeclarationId> declaredAt(const Cursor& cursor);
/// All places in an analysis that name this declaration, as pairs of URI and range.
std::vector<std::pair<std::string, Json>> placesOf(const Analysis& analysis, const DeclarationId& declared, Encoding encoding);

/// A SemanticTokensLegend: the names of token types and modifiers. semanticTokens() refers to their positions in the legend.
Json semanticLegend();
/// SemanticTokens of the analysed file: a token for each name, typed by its meaning.
Json semanticTokens(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server
