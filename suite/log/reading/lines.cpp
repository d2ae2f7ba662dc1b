#include "suite/log/reading/lines.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#ifdef AUNIT_GZIP
#include <zlib.h>
#endif

#include "support/files.h"
#include "support/system/system_files.h"
#include "support/system/waiting.h"

namespace aunit::suite::log {

namespace {

constexpr std::size_t sizeOfBlock = 1 << 16;
constexpr std::chrono::milliseconds longestWait{100};  // longest wait for a pipe before the budget is checked again

/// An open file, and whether a read may have to wait for data.
struct OpenFile {
  int descriptor = -1;
  bool waits = false;
};

/// Opens a file. Does not wait for the writer of a pipe, because there may never be one.
OpenFile opened(const std::string& path, Pipes pipes) {
  const bool isInput = path == "-";
  const auto accepts = pipes == Pipes::read ? support::AcceptedFiles::filesAndPipes : support::AcceptedFiles::files;
  std::string error;
  const int descriptor = isInput ? support::duplicated(support::standardInput) : support::openToRead(path, accepts, error);
  if (descriptor < 0) throw std::runtime_error("the log cannot be read: " + (isInput ? support::systemError() : error));
  const auto status = support::statusOf(descriptor);
  if (status && status->isRegular()) return {descriptor, false};
  if (status && pipes == Pipes::read && !status->isFolder()) return {descriptor, true};
  support::closeFile(descriptor);
  throw std::runtime_error(status && status->isFolder() ? "the log is a folder" : "the log is not a regular file");
}

#ifdef AUNIT_GZIP
/// Decompresses gzip data, which may consist of several members.
class GzipDecoder {
 public:
  GzipDecoder() {
    constexpr int gzipAlone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzipAlone) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  /// Decompresses from `packed` to `to`. Removes from `packed` the input that it has used. Returns the number of bytes written.
  std::size_t unpack(std::span<char>& packed, std::span<char> to) {
    if (ended_ && !packed.empty()) {
      if (inflateReset(&stream_) != Z_OK) throw std::runtime_error("the gzip data cannot be unpacked");
      ended_ = false;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(to.data());
    stream_.avail_out = static_cast<uInt>(to.size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    packed = packed.last(stream_.avail_in);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
      throw std::runtime_error(std::string("the gzip data cannot be unpacked") +
                               (stream_.msg ? std::string(": ") + stream_.msg : std::string()));
    ended_ = code == Z_STREAM_END;
    return to.size() - stream_.avail_out;
  }
  /// Whether a member is complete and no further one has begun.
  bool ended() const { return ended_; }

 private:
  z_stream stream_{};
  bool ended_ = false;
};
#endif

}  // namespace

class Lines::Source {
 public:
  Source(const OpenFile& file, const support::Budget& budget) : file_(file), budget_(budget) {}
  ~Source() { support::closeFile(file_.descriptor); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The text that was read but not taken yet. Empty at the end of the file.
  std::string_view rest() {
    if (rest_.empty() && !over_) fill();
    return rest_;
  }
  void take(std::size_t count) { rest_.remove_prefix(count); }

 private:
  void fill() {
    budget_.check();
#ifdef AUNIT_GZIP
    if (!begun_) begin();
    if (unpacking_) return fillUnpacked();
#endif
    if (read_.empty()) readBlock();
    rest_ = {read_.data(), read_.size()};
    read_ = {};
    over_ = rest_.empty();
  }

  /// Reads the next block into `read_`, which is empty at the end of the file.
  void readBlock() {
    while (true) {
      while (file_.waits && support::await({support::awaitableOf(file_.descriptor)}, longestWait) == 0) budget_.check();
      const auto got = support::readSome(file_.descriptor, block_.data(), block_.size());
      if (!got && file_.waits && (errno == EAGAIN || errno == EWOULDBLOCK)) continue;
      if (!got) throw std::runtime_error(support::systemError());
      read_ = {block_.data(), *got};
      return;
    }
  }

#ifdef AUNIT_GZIP
  /// Detects by the first two bytes whether the file is compressed.
  void begin() {
    begun_ = true;
    constexpr std::string_view magic = "\x1f\x8b";
    std::vector<char> first;
    do {
      readBlock();
      first.insert(first.end(), read_.begin(), read_.end());
    } while (first.size() < magic.size() && !read_.empty());
    if (first.size() > block_.size()) block_.resize(first.size());
    std::ranges::copy(first, block_.begin());
    read_ = {block_.data(), first.size()};
    if (std::string_view(read_.data(), read_.size()).starts_with(magic)) unpacking_.emplace();
  }

  void fillUnpacked() {
    std::size_t got = 0;
    while (got == 0) {
      budget_.check();
      if (read_.empty()) readBlock();
      if (unpacking_->ended()) skipPadding();
      if (read_.empty()) {
        if (!unpacking_->ended()) throw std::runtime_error("the gzip data are incomplete");
        over_ = true;
        return;
      }
      got = unpacking_->unpack(read_, unpacked_);
    }
    rest_ = {unpacked_.data(), got};
  }

  /// Skips zeros after a gzip member: some media fill a file's last block with zeros.
  void skipPadding() {
    while (!read_.empty() && read_.front() == '\0') {
      read_ = read_.subspan(1);
      if (read_.empty()) readBlock();
    }
  }

  bool begun_ = false;
  std::optional<GzipDecoder> unpacking_;
  std::vector<char> unpacked_ = std::vector<char>(sizeOfBlock);
#endif

  const OpenFile file_;
  const support::Budget& budget_;
  std::vector<char> block_ = std::vector<char>(sizeOfBlock);
  std::span<char> read_;  // part of `block_` that is not processed yet
  std::string_view rest_;
  bool over_ = false;
};

Lines::Lines(const std::string& path, const support::Budget& budget, Pipes pipes)
    : source_(std::make_unique<Source>(opened(path, pipes), budget)) {}
Lines::~Lines() = default;
Lines::Lines(Lines&&) noexcept = default;

bool Lines::next(std::string& line) {
  for (;;) {
    line.clear();
    tooLong_ = false;
    bool any = false;
    hasEnd_ = false;
    for (std::string_view rest = source_->rest(); !rest.empty(); rest = source_->rest()) {
      any = true;
      const std::size_t newline = std::min(rest.find('\n'), rest.size());
      if (tooLong_ || line.size() + newline > longest)
        tooLong_ = true, line.clear();
      else
        line.append(rest.substr(0, newline));
      hasEnd_ = newline != rest.size();
      source_->take(newline + (hasEnd_ ? 1 : 0));
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
