// Completion at the cursor, and the parameters of a call there.
#pragma once

#include "server/answers/names.h"

namespace aunit::server {

/// CompletionItems: names in scope, fields behind a dot (fitting ones first), modules behind `open`, names of predicates and the
/// like behind `satisfies` and its kin, keywords. `earlier` is an analysis of the same file that may know more than the current
/// one, which is in error while people type; may be null.
Json completions(const Cursor& cursor, const Analysis* earlier);

/// SignatureHelp for the call in whose brackets the cursor is, or null.
Json signatureHelp(const Cursor& cursor);

}  // namespace aunit::server
