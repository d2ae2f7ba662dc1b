// Console: text for people and documents for programs, on standard output and standard error.
#pragma once

#include <cstdio>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Shows text for people: control characters, misleading marks and commands to CI services are escaped (support/visible.h), but
/// for line breaks, tabs and the colours of a style that paints. All text for a terminal passes here; names and values inside a
/// line must have gone through `oneLine` before.
void show(std::FILE* out, std::string_view text, const Style& style = Style(false));

/// Shows errors and warnings, with their source lines, on standard error; and the notes that were not shown before (notes.h).
void showDiagnostics(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, ColorChoice color);

/// Writes one line on standard error: "aunit: " and the message.
void complain(std::string_view message);
/// Complains that memory is exhausted, without allocating any.
void complainOfMemory();

/// Writes a document for a program, unchanged.
void writeDocument(std::FILE* out, std::string_view text);

/// Makes visible what was written so far.
void flush(std::FILE* out);

/// Moves to the start of the line and empties it: for progress on a terminal.
void clearLine(std::FILE* out);
/// Empties the screen, and what has scrolled out of it, for a report that stands alone.
void clearScreen(std::FILE* out);

/// Whether standard output has lost its reader (a pipe to `head`, a terminal that is gone).
bool readerIsGone();

/// Writes what is still buffered. Returns the system's error number when something could not be written to standard output, 0
/// when everything was or its reader is gone.
int finishStandardOutput();

}  // namespace aunit::reporters
