// Replaces child_process.cpp in WebAssembly. The embedding JavaScript starts other programs, if it can
// (wasm/package/children.js).

#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <list>

#include "support/system/child_process.h"
#include "support/system/child_time_limit.h"
#include "support/system/this_program.h"

namespace aunit::support {

namespace {

/// Returns the number of the child, from 1; 0 if it could not be started. `words` has `size` bytes; each word ends with a zero
/// byte.
EM_JS(int, startChild, (const char* words, int size, const char* input, int inputSize), {
  const command = new TextDecoder().decode(HEAPU8.slice(words, words + size)).split(String.fromCharCode(0)).slice(0, -1);
  return Module.children ? Module.children.start(command, HEAPU8.slice(input, input + inputSize)) : 0;
});

enum class News : int { none, output, errors, end };

/// Waits at most `milliseconds` for output, errors or the end of a child. For output and errors, returns `size` bytes, which the
/// caller must free. For an end, `size` is the exit code.
EM_JS(char*, newsOfChildren, (int milliseconds, int* child, int* kind, int* size), {
  const news = Module.children.news(milliseconds);
  HEAP32[child >> 2] = news.child || 0;
  HEAP32[kind >> 2] = news.kind;
  HEAP32[size >> 2] = news.bytes ? news.bytes.length : news.code || 0;
  if (!news.bytes) return 0;
  const bytes = _malloc(news.bytes.length || 1);
  if (bytes) HEAPU8.set(news.bytes, bytes);
  return bytes;
});

EM_JS(void, killChild, (int child, int gently), { Module.children.kill(child, gently ? "SIGINT" : "SIGKILL"); });

/// Returns the path of this program, which the caller must free; null if the path is not known.
EM_JS(char*, pathOfProgram, (), {
  if (!Module.children) return 0;
  const path = Module.children.program, size = lengthBytesUTF8(path) + 1, bytes = _malloc(size);
  if (bytes) stringToUTF8(path, bytes, size);
  return bytes;
});

class Child;

/// All running children. While follow() waits for some of them, a listener (`heard`) may start another child and call follow()
/// again. So each call of follow() reads the output of all children.
std::list<Child*> running;

/// A child and its output so far.
class Child {
 public:
  Child(const std::vector<std::string>& command, const std::string& input, const Budget& budget, const ChildLimits& limits,
        const ChildHeard& heard)
      : limits_(limits), heard_(heard), time_(budget, limits.graceSeconds) {
    std::string words;
    for (const std::string& word : command) words += word + '\0';
    number_ = startChild(words.data(), static_cast<int>(words.size()), input.data(), static_cast<int>(input.size()));
    answer.started = number_ != 0;
    running.push_back(this);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { running.remove(this); }

  int number() const { return number_; }
  bool runs() const { return number_ != 0; }

  /// Kills the child if its time is over or its output is too long.
  void watch() {
    if (killed_ || !runs()) return;
    if (answer.output.size() >= limits_.outputBytes || time_.isOver([this] { killChild(number_, 1); })) kill();
  }

  void kill() {
    if (!runs()) return;
    killed_ = true;
    killChild(number_, 0);
  }

  void hear(News kind, const std::string& text, int code) {
    if (kind == News::output) append(answer.output, text);
    if (kind == News::errors && limits_.keepErrors) append(answer.errors, text);
    if (kind != News::end) return;
    number_ = 0;
    answer.ended = !killed_;
    answer.code = killed_ ? -1 : code;
  }

  /// Passes output to the listener. The text may be empty, see ChildHeard.
  void tell(const std::string& text) const {
    if (heard_ && runs()) heard_(text);
  }

  ChildAnswer answer;

 private:
  void append(std::string& all, const std::string& text) const {
    all.append(text, 0, limits_.outputBytes - std::min(limits_.outputBytes, all.size()));
  }

  const ChildLimits& limits_;
  const ChildHeard& heard_;
  ChildTimeLimit time_;
  int number_ = 0;
  bool killed_ = false;
};

/// Waits until each of `children` has ended. If a child has ended by itself and `isEnough` accepts its answer, kills the others.
void follow(std::list<Child>& children, const std::function<bool(const ChildAnswer&)>& isEnough = {}) {
  while (std::any_of(children.begin(), children.end(), [](const Child& child) { return child.runs(); })) {
    for (Child* child : running) child->watch();
    int number = 0, kind = 0, size = 0;
    char* bytes = newsOfChildren(millisecondsBetweenLooks, &number, &kind, &size);
    const std::string text(bytes == nullptr ? "" : bytes, bytes == nullptr ? 0 : static_cast<std::size_t>(size));
    std::free(bytes);
    const auto told =
        std::find_if(running.begin(), running.end(), [=](const Child* c) { return number != 0 && c->number() == number; });
    Child* const child = told == running.end() ? nullptr : *told;
    if (child) child->hear(static_cast<News>(kind), text, size);
    if (child && isEnough && !child->runs() && child->answer.ended && isEnough(child->answer))
      for (Child& other : children) other.kill();
    const std::list<Child*> all = running;  // a copy: listeners may change `running`
    for (Child* each : all) each->tell(each == child && static_cast<News>(kind) == News::output ? text : "");
  }
}

}  // namespace

std::string ownProgram() {
  char* path = pathOfProgram();
  const std::string program = path == nullptr ? "" : path;
  std::free(path);
  return program;
}

void endWithParent() {}  // the embedding JavaScript does this

bool hasDesktop() {
  return false;
}

void openInBrowser(const std::string&) {}

ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget, const ChildLimits& limits,
                     const ChildHeard& heard) {
  std::list<Child> children;
  children.emplace_back(command, input, budget, limits, heard);
  follow(children);
  return children.front().answer;
}

std::vector<ChildAnswer> askChildren(std::vector<std::vector<std::string>> commands, const Budget& budget,
                                     const ChildLimits& limits, const std::function<bool(const ChildAnswer&)>& isEnough,
                                     const ChildrenHeard& heard) {
  std::list<Child> children;
  std::list<ChildHeard> listeners;
  for (const std::vector<std::string>& command : commands) {
    const std::size_t child = listeners.size();
    listeners.push_back(heard ? [&heard, child](std::string_view text) { heard(child, text); } : ChildHeard());
    children.emplace_back(command, "", budget, limits, listeners.back());
  }
  follow(children, isEnough);
  std::vector<ChildAnswer> answers;
  for (Child& child : children) answers.push_back(std::move(child.answer));
  return answers;
}

}  // namespace aunit::support
