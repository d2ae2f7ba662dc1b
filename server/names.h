// What names mean: hover, definition, references, rename, highlights, semantic tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/workspace.h"

namespace aunit::server {

/// A place in some text of an analysis.
struct Cursor {
  const Analysis& analysis;
  model::FileId file = model::noFile;
  std::uint32_t offset = 0;

  /// What the name there means; nothing where none is.
  std::optional<parser::NameUse> name() const { return file == model::noFile ? std::nullopt : analysis.uses.at(file, offset); }
};

/// "sig", "field", "variable", as people call it.
std::string_view describe(parser::NameKind kind);
/// A text that stands in a line beside others: its beginning where it is long.
std::string shortened(const std::string& text);
/// "Node->Node + Node->Leaf": a type as people write it; empty where it is not known.
std::string typeText(const model::Model& model, model::TypeId type);
/// The type of what is declared there, as Alloy writes it ("Node->Node"); empty where it has none or it is not known.
std::string typeText(const Analysis& analysis, const parser::NameUse& name);
/// The text of a declaration up to its body, on one line, and the comment in front of it.
std::string declarationText(const model::SourceMap& sources, const parser::NameUse& name);
std::string commentOf(const model::SourceMap& sources, const parser::NameUse& name);

/// A Hover, or null. `value`: what it stands for (values.h); empty: not known.
Json hover(const Cursor& cursor, const std::string& value, Encoding encoding);
/// A Location of the declaration, or null. Library modules are written to a file that people can look at.
Json definition(const Cursor& cursor, Encoding encoding);
/// DocumentHighlights of the file the cursor is in.
Json highlights(const Cursor& cursor, Encoding encoding);

/// What a name's declaration is known by in every analysis.
struct Declared {
  std::string path;
  std::uint32_t begin = 0;
};
/// Nothing where no name is.
std::optional<Declared> declaredAt(const Cursor& cursor);
/// All places of an analysis that name it, as pairs of URI and range.
std::vector<std::pair<std::string, Json>> placesOf(const Analysis& analysis, const Declared& declared, Encoding encoding);

/// Token types and modifiers in the order that SemanticTokensLegend lists.
Json semanticLegend();
/// SemanticTokens of the analysed file: names, by what they mean.
Json semanticTokens(const Analysis& analysis, Encoding encoding);

}  // namespace aunit::server
