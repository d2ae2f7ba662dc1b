// Console: text for people and documents for programs, on standard output and standard error.
#pragma once

#include <cstdio>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Shows text for people. Escapes control characters, misleading marks, and commands to CI services (support/visible.h), but not
/// line breaks, tabs, and the colours of `style`. All text for a terminal must go through this function. The caller must pass
/// names and values within a line through `oneLine` first.
void show(std::FILE* out, std::string_view text, const Style& style = Style(false));

/// Shows errors, warnings and notes (notes.h) with their source lines on standard error. Omits notes that were shown before.
void showDiagnostics(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, ColorChoice color);

/// Writes one line on standard error: "aunit: " and the message.
void complain(std::string_view message);
/// Says that memory is exhausted, without allocating any.
void complainOfMemory();

/// Writes a document for a program, unchanged.
void writeDocument(std::FILE* out, std::string_view text);

/// Flushes the stream, so that all text written so far is visible.
void flush(std::FILE* out);

/// Moves to the start of the line and empties the line, to show progress on a terminal.
void clearLine(std::FILE* out);
/// Clears the screen and its scrollback, so that the next report is alone on it.
void clearScreen(std::FILE* out);

/// Whether nothing reads standard output any more: `head` has ended, or the terminal was closed.
bool readerIsGone();

/// Flushes standard output. Returns 0 if everything was written or the reader is gone, else the system's error number.
int finishStandardOutput();

}  // namespace aunit::reporters
