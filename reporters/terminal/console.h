// Console: text for people and documents for programs, on standard output and standard error.
#pragma once

#include <cstdio>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Shows text for people: escapes control characters, misleading marks and commands to CI services (support/visible.h), except
/// line breaks, tabs and the colours of a style that paints. All text for a terminal passes here; the caller must pass names and
/// values inside a line through `oneLine` before.
void show(std::FILE* out, std::string_view text, const Style& style = Style(false));

/// Shows errors and warnings, with their source lines, on standard error; and the notes that were not shown before (notes.h).
void showDiagnostics(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, ColorChoice color);

/// Writes one line on standard error: "aunit: " and the message.
void complain(std::string_view message);
/// Complains that memory is exhausted, without allocating any.
void complainOfMemory();

/// Writes a document for a program, unchanged.
void writeDocument(std::FILE* out, std::string_view text);

/// Flushes the stream, so that everything written so far is visible.
void flush(std::FILE* out);

/// Moves to the start of the line and empties it: for progress on a terminal.
void clearLine(std::FILE* out);
/// Clears the screen and its scrollback, for a report that stands alone.
void clearScreen(std::FILE* out);

/// Whether the reader of standard output is gone (a pipe to `head`, a closed terminal).
bool readerIsGone();

/// Flushes standard output. Returns the system's error number if something could not be written, 0 if everything was or the
/// reader is gone.
int finishStandardOutput();

}  // namespace aunit::reporters
