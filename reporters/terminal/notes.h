// Notes on how files were read ("read as Alloy 5"). Each note is shown once, however often a command loads the file.
#pragma once

#include <cstddef>

#include "model/diagnostic.h"
#include "model/source.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Collects the notes of all loads of this process; its destructor shows the ones not yet shown on standard error. At most one
/// may exist.
class NotesHeard {
 public:
  /// Shows `inFull` notes in full; further notes are named without source lines.
  NotesHeard(ColorChoice color, std::size_t inFull);
  NotesHeard(const NotesHeard&) = delete;
  NotesHeard& operator=(const NotesHeard&) = delete;
  ~NotesHeard();
};

/// Shows the collected notes now, ordered by path: for commands that have more to print or run for long.
void sayNotes();
/// Drops the collected notes, of all files or of these. The caller reports them in another way.
void leaveNotesUnsaid();
void leaveNotesUnsaid(const model::SourceMap& sources);

/// Whether a note was not shown yet. From now on it counts as shown.
bool isNewNote(const model::Diagnostic& note, const model::SourceMap& sources);

}  // namespace aunit::reporters
