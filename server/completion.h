// What could stand at the cursor, and what a call there takes.
#pragma once

#include "server/names.h"

namespace aunit::server {

/// CompletionItems: names in scope, fields behind a dot (those that fit first), modules behind `open`, what tests speak of behind
/// `satisfies` and the like, keywords. `earlier`: an analysis of the same file that may know more than the current one, which is
/// in error while people type; null: none.
Json completions(const Cursor& cursor, const Analysis* earlier);

/// SignatureHelp for the call whose brackets the cursor is in, or null.
Json signatureHelp(const Cursor& cursor);

}  // namespace aunit::server
