// Completion at the cursor, and the parameters of a call there.
#pragma once

#include "server/answers/names.h"

namespace aunit::server {

/// CompletionItems: names in scope, fields after a dot (matching fields first), modules after `open`, names of predicates after
/// `satisfies` and similar words, keywords. `earlier` is an earlier analysis of the same file, or null. It may know more names
/// than the current analysis, because a text has errors while the user types.
Json completions(const Cursor& cursor, const Analysis* earlier);

/// SignatureHelp for the call in whose brackets the cursor is, or null.
Json signatureHelp(const Cursor& cursor);

}  // namespace aunit::server
