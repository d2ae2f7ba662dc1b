// Standard output and standard error: what people read, and documents for programs.
#pragma once

#include <cstdio>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "reporters/style.h"

namespace aunit::reporters {

/// Text for people: control characters, misleading marks and commands to CI services are shown escaped (model/visible.h), but
/// for line breaks, tabs and the colours of a style that paints. Everything that a terminal gets passes here; names and values
/// inside a line have gone through `oneLine` before.
void show(std::FILE* out, std::string_view text, const Style& style = Style(false));

/// Errors and warnings, with their source lines, on standard error.
void showDiagnostics(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, ColorChoice color);

/// One line on standard error: "aunit: " and the message.
void complain(std::string_view message);
/// The same about memory that is exhausted, without taking any.
void complainOfMemory();

/// A document that a program reads, as it is.
void writeDocument(std::FILE* out, std::string_view text);

/// What was written so far is seen now.
void flush(std::FILE* out);

/// Moves to the start of the line and empties it: for progress on a terminal.
void clearLine(std::FILE* out);
/// Empties the screen, and what has scrolled out of it, for a report that stands alone.
void clearScreen(std::FILE* out);

/// To be called first. Makes sure that the three standard descriptors are taken, so that no file of ours gets the number of one
/// that the caller has closed (writing to such a one then fails); and that writing to a pipe that nobody reads, or beyond a limit
/// on the size of files, fails instead of ending the process.
void prepareStandardStreams();

/// Whether standard output has lost its reader (a pipe to `head`, a terminal that is gone). Nothing more will be seen there.
bool readerIsGone();

/// Writes what is still buffered. The system's error number when something could not be written to standard output; 0 when all
/// was, or when its reader is gone.
int finishStandardOutput();

}  // namespace aunit::reporters
