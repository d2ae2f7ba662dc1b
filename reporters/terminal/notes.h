// Notes on how files were read ("read as Alloy 5"). Each note is shown once, even if a command loads the file several times.
#pragma once

#include <cstddef>

#include "model/diagnostic.h"
#include "model/source.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Collects the notes of all loads of this process. The destructor writes to standard error each note that was not shown yet.
/// At most one object may exist.
class NoteCollector {
 public:
  /// Shows the first `inFull` notes in full; for further notes, only names the files.
  NoteCollector(ColorChoice color, std::size_t inFull);
  NoteCollector(const NoteCollector&) = delete;
  NoteCollector& operator=(const NoteCollector&) = delete;
  ~NoteCollector();
};

/// Shows the collected notes now, ordered by path. Commands that print more afterwards, or run for long, call this function.
void sayNotes();
/// Drops the collected notes of all files, or of the files in `sources`. Call it if the notes are reported in another way.
void leaveNotesUnsaid();
void leaveNotesUnsaid(const model::SourceMap& sources);

/// Whether a note was not shown yet. From now on it counts as shown.
bool isNewNote(const model::Diagnostic& note, const model::SourceMap& sources);

}  // namespace aunit::reporters
