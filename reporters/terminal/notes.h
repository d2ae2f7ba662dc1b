// Notes on how files were read ("read as Alloy 5"): each is said once, whichever command loads the file, and however often.
#pragma once

#include <cstddef>

#include "model/diagnostic.h"
#include "model/source.h"
#include "reporters/terminal/style.h"

namespace aunit::reporters {

/// Hears the notes of all loads of this process, and says those on standard error that were not said when it ends. One at a time.
class NotesHeard {
 public:
  /// Notes beyond the first `inFull` are named, without lines of the files.
  NotesHeard(ColorChoice color, std::size_t inFull);
  NotesHeard(const NotesHeard&) = delete;
  NotesHeard& operator=(const NotesHeard&) = delete;
  ~NotesHeard();
};

/// Says what was heard and not said, in the order of paths: of a command that has more to say, or does not end soon.
void sayNotes();
/// Drops what was heard and not said, of all files or of these: the caller says it in another way.
void leaveNotesUnsaid();
void leaveNotesUnsaid(const model::SourceMap& sources);

/// Whether a note was not said; it counts as said from here on.
bool isNewNote(const model::Diagnostic& note, const model::SourceMap& sources);

}  // namespace aunit::reporters
