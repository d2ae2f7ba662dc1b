#include "suite/log/reading/lines.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#ifdef AUNIT_GZIP
#include <zlib.h>
#endif

#include "support/files.h"
#include "support/system/system_files.h"

namespace aunit::suite::log {

struct Lines::Source {
#ifdef AUNIT_GZIP
  gzFile file = nullptr;
  ~Source() {
    if (file) gzclose(file);
  }
  long read(char* to, unsigned count) {
    const int got = gzread(file, to, count);
    if (got < 0) {
      int code = 0;
      throw std::runtime_error(gzerror(file, &code));
    }
    return got;
  }
  void open(int descriptor) {
    file = gzdopen(descriptor, "rb");
  }
#else
  int file = -1;
  ~Source() {
    if (file >= 0) support::closeFile(file);
  }
  long read(char* to, unsigned count) {
    const auto got = support::readSome(file, to, count);
    if (!got) throw std::runtime_error(support::systemError());
    return static_cast<long>(*got);
  }
  void open(int descriptor) {
    file = descriptor;
  }
#endif
  std::vector<char> buffer = std::vector<char>(1 << 16);
  std::size_t at = 0, end = 0;
  bool over = false;

  bool fill() {
    if (over) return false;
    at = 0;
    const long got = read(buffer.data(), static_cast<unsigned>(buffer.size()));
    end = static_cast<std::size_t>(got);
    over = got == 0;
    return !over;
  }
};

Lines::Lines(const std::string& path) : source_(std::make_unique<Source>()) {
  std::string error = "it cannot be opened";
  const int descriptor = path == "-" ? support::duplicated(support::standardInput)
                                     : support::openToRead(path, support::Accepts::filesAndPipes, error);
  if (descriptor < 0) throw std::runtime_error(error);
  source_->open(descriptor);
}
Lines::~Lines() = default;
Lines::Lines(Lines&&) noexcept = default;

bool Lines::next(std::string& line) {
  for (;;) {
    line.clear();
    tooLong_ = false;
    bool any = false;
    hasEnd_ = false;
    for (;;) {
      if (source_->at == source_->end && !source_->fill()) break;
      any = true;
      const char* begin = source_->buffer.data() + source_->at;
      const char* stop = source_->buffer.data() + source_->end;
      const char* newline = std::find(begin, stop, '\n');
      if (tooLong_ || line.size() + static_cast<std::size_t>(newline - begin) > longest)
        tooLong_ = true, line.clear();
      else
        line.append(begin, newline);
      source_->at += static_cast<std::size_t>(newline - begin) + (newline != stop);
      hasEnd_ = newline != stop;
      if (hasEnd_) break;
    }
    if (!any) return false;
    ++number_;
    if (number_ == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t\r") != std::string::npos || tooLong_) return true;
  }
}

}  // namespace aunit::suite::log
