// Meanings of names: hover, definition, references, rename, highlights, semantic tokens.
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

  /// The use of a name there; nothing if none is.
  std::optional<parser::NameUse> name() const { return file == model::noFile ? std::nullopt : analysis.uses.at(file, offset); }
};

/// A text that is to stand in a line beside others, cut where it is long.
std::string shortened(const std::string& text);
/// A type as Alloy writes it, "Node->Node + Node->Leaf"; empty if it is not known.
std::string typeText(const model::Model& model, model::TypeId type);
/// The type of the name's declaration, likewise; empty if it has none or it is not known.
std::string typeText(const Analysis& analysis, const parser::NameUse& name);
/// The text of a declaration up to its body, on one line.
std::string declarationText(const model::SourceMap& sources, const parser::NameUse& name);
/// The comment in front of a declaration.
std::string commentOf(const model::SourceMap& sources, const parser::NameUse& name);

/// A Hover, or null. `value` is the name's value in an instance (valueAt()); empty: not known.
Json hover(const Cursor& cursor, const std::string& value, Encoding encoding);
/// A Location of the declaration, or null. Library modules are written to a file that people can look at (cache.h).
Json definition(const Cursor& cursor, Encoding encoding);
/// DocumentHighlights of the file the cursor is in.
Json highlights(const Cursor& cursor, Encoding encoding);

/// The identity of a name's declaration, the same in every analysis: file and offset.
struct Declared {
  std::string path;
  std::uint32_t begin = 0;
};
/// The declaration of the name at the cursor; nothing if no name is.
std::optional<Declared> declaredAt(const Cursor& cursor);
/// All places of an analysis that name this declaration, as pairs of URI and range.
std::vector<std::pair<std::string, Json>> placesOf(const Analysis& analysis, const Declared& declared, Encoding encoding);

/// Token types and modifiers in the order that SemanticTokensLegend lists.
Json semanticLegend();
/// SemanticTokens of the analysed file: its names, by their meanings.
Json semanticTokens(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server
