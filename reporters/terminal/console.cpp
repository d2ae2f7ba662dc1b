#include "reporters/terminal/console.h"

#include <atomic>
#include <cerrno>
#include <string>

#include "reporters/terminal/notes.h"
#include "support/system/terminal.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

std::atomic<int> outputError = 0;  // the first error of standard output

void note(std::FILE* out, bool good) {
  int none = 0;
  if (!good && out == stdout) outputError.compare_exchange_strong(none, errno == 0 ? EIO : errno);
}

}  // namespace

void writeDocument(std::FILE* out, std::string_view text) {
  note(out, std::fwrite(text.data(), 1, text.size(), out) == text.size());
  if (out == stderr) flush(out);  // Windows buffers standard error unless it is a terminal
}

void show(std::FILE* out, std::string_view text, const Style& style) {
  writeDocument(out, support::visible(text, style.colored()));
}

void showDiagnostics(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources, ColorChoice color) {
  const Style style(wantsColor(color, stderr));
  std::vector<model::Diagnostic> fresh = diagnostics;
  std::erase_if(fresh, [&](const model::Diagnostic& d) { return d.severity == model::Severity::note && !isNewNote(d, sources); });
  show(stderr, model::render(fresh, sources, style.colored()), style);
}

void complain(std::string_view message) {
  flush(stdout);  // keeps the order of messages if both streams go to one terminal or file
  show(stderr, "aunit: " + support::oneLine(message) + "\n");
}

void complainOfMemory() {
  flush(stdout);
  writeDocument(stderr, "aunit: out of memory\n");
}

void flush(std::FILE* out) {
  errno = 0;
  note(out, std::fflush(out) == 0 && !std::ferror(out));
}

void clearLine(std::FILE* out) {
  writeDocument(out, "\r\x1b[2K");
}

void clearScreen(std::FILE* out) {
  writeDocument(out, "\x1b[H\x1b[2J\x1b[3J");
}

bool readerIsGone() {
  return support::meansUnread(outputError);
}

int finishStandardOutput() {
  flush(stdout);
  const int error = outputError;
  return support::meansUnread(error) ? 0 : error;
}

}  // namespace aunit::reporters
