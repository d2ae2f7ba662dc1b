// If memory runs out at any place in a run, the run gives a message and a documented exit code, leaves complete outputs or none,
// and the process can continue normally. (CaDiCaL's mobical tests its solver in this way.) If a library ends the process, as
// ANTLR's tables and the destructors of JSON documents do, the message still appears.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "solver/sat/sat.h"
#include "tests/allocation/failing_new.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::allocation {
namespace {

namespace fs = std::filesystem;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// The text with everything that depends on time replaced by 0: numbers with a fraction, numbers with the unit `ms`, `us` or `s`,
/// dates, times of day, long numbers, and content lengths.
std::string withoutTimes(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!isDigit(text[i])) {
      result += text[i++];
      continue;
    }
    std::size_t end = i, marks = 0;
    for (; end < text.size() && (isDigit(text[end]) || (end + 1 < text.size() && isDigit(text[end + 1]))); ++end) {
      if (isDigit(text[end])) continue;
      if (text[end] != '.' && text[end] != '-' && text[end] != ':') break;
      marks += text[end] == '.' ? 2 : 1;
    }
    if (text.compare(end, 2, "e-") == 0 || text.compare(end, 2, "e+") == 0)
      for (end += 2, marks = 2; end < text.size() && isDigit(text[end]);) ++end;
    const auto precedes = [&](std::string_view unit) {
      return text.compare(end, unit.size(), unit) == 0 &&
             (end + unit.size() == text.size() || !std::isalpha(text[end + unit.size()]));
    };
    const bool isLength = result.ends_with("Content-Length: ");
    const bool isHour = end - i == 5 && text[i + 2] == ':';
    std::size_t unit = 0;  // the unit may differ, too
    for (const std::string_view each : {" ms", " us", " s"})
      if (precedes(each)) unit = each.size();
    const bool isTime = isHour || isLength || marks >= 2 || end - i >= 10 || unit != 0;
    while (isTime && result.ends_with("  ")) result.pop_back();  // padding depends on the width
    result += isTime ? "0" : text.substr(i, end - i);
    i = end + unit;
  }
  return result;
}

std::string contentOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return withoutTimes(std::move(text).str());
}

bool isWhole(const fs::path& path, const std::string& text) {
  const std::string extension = path.extension().string();
  if (extension == ".json") return nlohmann::json::accept(text);
  if (extension == ".xml") return pugi::xml_document().load_buffer(text.data(), text.size());
  if (extension == ".html") return text.ends_with("</html>\n");
  return text.ends_with('\n');
}

/// The outputs of one call of the tool.
struct Outcome {
  int code = -1;
  std::string out, err;
  std::map<std::string, std::string> files;  // by path in the working folder

  friend bool operator==(const Outcome&, const Outcome&) = default;

  bool says(std::string_view text) const { return err.find(text) != std::string::npos || out.find(text) != std::string::npos; }
};

/// The outputs of a call: files in its working folder, and standard output and error, which are in two files beside this folder.
Outcome outcomeIn(const fs::path& folder, int code) {
  Outcome outcome{code, contentOf(folder.string() + ".out"), contentOf(folder.string() + ".err"), {}};
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) outcome.files[entry.path().lexically_relative(folder).string()] = contentOf(entry.path());
  return outcome;
}

void enter(const fs::path& folder) {
  fs::create_directory(folder);
  fs::current_path(folder);
  std::fflush(nullptr);
  for (const auto& [descriptor, ending] : {std::pair(STDOUT_FILENO, ".out"), std::pair(STDERR_FILENO, ".err")}) {
    const int file = ::open((folder.string() + ending).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ::dup2(file, descriptor);
    ::close(file);
  }
}

/// The arguments in the form that main() gets.
class Words {
 public:
  explicit Words(std::vector<std::string> arguments) : words_(std::move(arguments)) {
    words_.insert(words_.begin(), "aunit");
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  int call() { return cli::commandLine(static_cast<int>(words_.size()), pointers_.data()); }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

/// An editor that talks to the server over its standard input and output: it opens files in `folder`, sends requests and runs
/// tests. It waits for each answer, so that the conversation is the same each time.
class Editor {
 public:
  /// `input` is the server's standard input; the files `output` and `error` receive its standard output and error.
  Editor(int input, fs::path output, fs::path error) : input_(input), output_(std::move(output)), error_(std::move(error)) {}

  void talk(const fs::path& folder) {
    const nlohmann::json document = {{"uri", uriOf(folder / "edited.aunit")}}, place = {{"line", 3}, {"character", 25}};
    request("initialize", {{"capabilities", nlohmann::json::object()}, {"rootUri", nullptr}});
    notify("initialized", nlohmann::json::object());
    open(folder / "edited.aunit", "publishDiagnostics");
    open(folder / "wrong.als", "cannot be found");
    for (const char* method : {"hover", "completion", "definition"})
      request(std::string("textDocument/") + method, {{"textDocument", document}, {"position", place}});
    for (const char* method : {"documentSymbol", "semanticTokens/full", "codeLens", "formatting"})
      request(std::string("textDocument/") + method, {{"textDocument", document}});
    request("workspace/executeCommand", {{"command", "aunit.testFile"}, {"arguments", {document["uri"]}}});
    request("shutdown", nullptr);
    notify("exit", nullptr);
  }

 private:
  static std::string uriOf(const fs::path& path) { return "file://" + path.string(); }
  void open(const fs::path& path, const std::string& answer) {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uriOf(path)}, {"languageId", "alloy"}, {"version", 1}, {"text", bytesOf(path)}}}});
    await(answer);
  }
  void send(nlohmann::json message) {
    message["jsonrpc"] = "2.0";
    const std::string body = message.dump();
    const std::string bytes = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
    if (::write(input_, bytes.data(), bytes.size()) < 0) ::_exit(0);  // the server has ended
  }
  void notify(const std::string& method, nlohmann::json params) { send({{"method", method}, {"params", std::move(params)}}); }
  void request(const std::string& method, nlohmann::json params) {
    send({{"id", ++id_}, {"method", method}, {"params", std::move(params)}});
    await(fmt::format("\"id\":{},", id_));
  }
  /// Waits until the server's output has this text, or the server reports an error.
  void await(const std::string& said) {
    for (int i = 0; i < 3000; ++i) {
      const std::string all = bytesOf(output_);
      for (const std::string& wanted : {said, std::string("out of memory")})
        if (const std::size_t found = all.find(wanted, heard_); found != std::string::npos) {
          heard_ = found + wanted.size();
          return;
        }
      if (!bytesOf(error_).empty()) ::_exit(0);  // the server has ended
      ::usleep(1000);
    }
  }
  static std::string bytesOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  int input_;
  fs::path output_, error_;
  std::size_t heard_ = 0;  // bytes of the output that were read
  int id_ = 0;
};

/// The results of a process that runs the tool twice: first with failing allocations, then without.
struct Trial {
  int status = -1;          // of the process, as from waitpid()
  int returned = 0;         // number of its two calls that returned
  std::uint64_t calls = 0;  // calls of operator new in the first call
  Outcome outcomes[2];
};

struct Case {
  std::string name;
  int code;  // exit code without failures
  std::vector<std::string> arguments;
  std::vector<std::string> before = {};  // called first, to fill caches and create inputs; may be empty
  bool nightly = false;                  // only with AUNIT_SWEEP, since another case covers most of it
  bool talks = false;                    // the input comes from an editor process
  std::vector<std::string> copied = {};  // inputs to copy into the working folder

  friend void PrintTo(const Case& tested, std::ostream* out) {
    *out << fmt::format("aunit {}", fmt::join(tested.arguments, " "));
  }
};

/// Runs one command line again and again; in run n, the n-th allocation fails.
class Sweep {
 public:
  explicit Sweep(const Case& tested) : arguments_(tested.arguments), talks_(tested.talks), copied_(tested.copied) {
    writeInputs();
    if (!tested.before.empty()) prepare(tested.before);
    const Trial undisturbed = attempt(0, Failure::once);
    EXPECT_EQ(undisturbed.returned, 2);
    expected_ = undisturbed.outcomes[0];
    calls_ = undisturbed.calls;
    EXPECT_EQ(expected_.code, tested.code) << expected_.out << expected_.err;
    EXPECT_TRUE(expected_ == undisturbed.outcomes[1]) << "the times are not the only difference between two calls";
  }

  std::uint64_t calls() const { return calls_; }

  const Outcome& expected() const { return expected_; }

  /// Lets an allocation of a library fail. The library may continue without it, but the process must not crash.
  void checkThatItEnds(std::uint64_t n) const {
    const Trial trial = attempt(n, Failure::ofLibraries);
    ASSERT_TRUE(WIFEXITED(trial.status)) << "allocation " << n << " fails: signal " << WTERMSIG(trial.status) << "\n"
                                         << trial.outcomes[0].err;
    EXPECT_TRUE(trial.returned > 0 || WEXITSTATUS(trial.status) == cli::internalError) << WEXITSTATUS(trial.status);
  }
  /// The number of allocations including those of libraries.
  std::uint64_t callsOfLibraries() const { return attempt(0, Failure::ofLibraries).calls; }

  /// Returns the outputs of the first call.
  Outcome check(std::uint64_t n, Failure failure) const {
    const char* how = failure == Failure::once      ? "once"
                      : failure == Failure::forGood ? "and all after it"
                                                    : "by an error of ours";
    SCOPED_TRACE(fmt::format("allocation {} of {} fails, {}", n, calls_, how));
    Trial trial = attempt(n, failure);
    check(trial, failure);
    return std::move(trial.outcomes[0]);
  }

 private:
  void check(const Trial& trial, Failure failure) const {
    const Outcome& first = trial.outcomes[0];
    ASSERT_TRUE(WIFEXITED(trial.status)) << "killed by signal " << WTERMSIG(trial.status) << "\n" << first.out << first.err;
    const bool endedByLibrary = trial.returned == 0 && WEXITSTATUS(trial.status) == cli::internalError;
    if (endedByLibrary || first != expected_) {
      EXPECT_TRUE(first.says(failure == Failure::ofOurs ? "internal error: an allocation that throws" : "out of memory"))
          << first.code << "\n"
          << first.out << first.err;
      EXPECT_TRUE(failure != Failure::ofOurs || endedByLibrary || first.code == cli::internalError) << first.out << first.err;
    }
    for (const auto& [path, text] : first.files) {
      EXPECT_TRUE(expected_.files.contains(path)) << path << " is left";
      EXPECT_TRUE(isWhole(path, text)) << path << " is half written:\n" << text;
    }
    if (endedByLibrary) return;
    ASSERT_EQ(trial.returned, 2) << "the process does not work any more\n" << trial.outcomes[1].err;
    EXPECT_TRUE(first.code >= cli::allPassed && first.code <= cli::undecided) << first.code;
    expectAsEver(trial.outcomes[1]);
  }

  void writeInputs() const {
    folder_.write("door.als", R"(sig Door {}
var sig Open in Door {}
pred opens [d: Door] { d not in Open and Open' = Open + d }
fact { no Open and always (Open' = Open or some d: Door | opens[d]) }
)");
    folder_.write("door.ndjson", R"({"key": 1, "event": "opens", "event_args": ["front"]}
{"key": 2, "event": "opens", "event_args": ["back"], "Open": ["back"]}
{"key": 1, "event": "opens", "event_args": ["front"], "Open": []}
)");
    folder_.write("doors.aunit", R"(open door
log doors { by .key  event .event with .event_args  Open from .Open }
)");
    folder_.write("mutex.als", R"(
sig Process {}
var lone sig Critical in Process {}
pred enter[p: Process] { no Critical and Critical' = p }
pred leave[p: Process] { p in Critical and no Critical' }
fact { no Critical and always (Critical' = Critical or some p: Process | enter[p] or leave[p]) }
)");
    folder_.write("list.als", R"(
sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred NoDirectedCycles() { all n: Node | n !in n.^link }
run NoDirectedCycles for 3
check { some Node } for 2 but 3 int
)");
    folder_.write("list_test.aunit", R"(
open list
val beta { Node = N0 + N1   link = N1->N0 }
val nu   { Node = N0 + N1   link = N0->N1 + N0->N0 }
test "acyclic"   { beta satisfies NoDirectedCycles }
test "branching" { nu valid }
test "closure"   { beta gives N1.^link = N0 }
test "completed" { run { some a: Node | a.link = a } expect 1 }
)");
    folder_.write("other_test.aunit", "open list\nval empty { }\ntest \"nothing\" { empty valid }\n");
    folder_.write("right.als", "sig A { f: set A }\npred p { some f }\ncheck { p implies some A } for 3\nrun p for 2\n");
    folder_.write("answers/a.als", "sig A { f: set A }\npred p { some a: A | some a.f }\n");
    folder_.write("answers/b.als", "sig A { f: set A }\npred p { some A }\n");
    folder_.write("edited.aunit", R"(open list
val beta { Node = N0 + N1   link = N1->N0 }
test "acyclic"   { beta satisfies NoDirectedCycles }
test "closure"   { beta gives N1.^link = N0 }
test "completed" { run { some a: Node | a.link = a } expect 1 }
)");
    folder_.write("wrong.als", "sig A { f: set B }\n");
    folder_.write("wrong/ring.als", R"(
sig Node { link: set Node }
pred Acyclic { all n: Node | n !in n.link }
assert Ends { Acyclic implies (some Node implies some n: Node | no n.link) }
check Ends for 3
)");
    folder_.write("wrong/ring.aunit", R"(
open ring
val loop { Node = N0  link = N0->N0 }
test "loop"  { loop violates Acyclic }
test "solved" { run { some link } for 2 expect 1 }
)");
    folder_.write("box.als", R"(
var sig Box {}
fact { no Box  always Box in Box' }
check Grows { always Box in Box' } for 2 but 1.. steps
check Never { always no Box } for 2 but 1.. steps
)");
    folder_.write("shut.als", R"(
sig Room { doors: set Room }
fact { no doors }
pred through[a, b: Room] { a->b in doors and a != b }
run through for 2
)");
    folder_.write("lock.prog", R"(
program Lock
var locked: bool = false
process P[i: 1..2] {
  look: if locked goto look
  take: locked := true
        goto look
}
invariant Taken: not (P[1] at take and P[2] at take)
)");
    folder_.write("pairs.np", R"(
[OBJ]
Space = [
  const objs: set OBJ
  f: OBJ <-> OBJ
  |
  dom f <= objs ]
Claim :: [ Space | ran f <= objs ]
)");
  }

  /// Copies inputs into the working folder.
  void copyInputs() const {
    for (const std::string& file : copied_) fs::copy_file(folder_.path() / file, fs::path(file).filename());
  }

  /// Runs the tool once in this process, which is forked for all trials.
  void prepare(const std::vector<std::string>& arguments) const {
    std::fflush(nullptr);
    const int out = ::dup(STDOUT_FILENO), err = ::dup(STDERR_FILENO);
    enter(folder_.path() / "before");
    copyInputs();
    Words(arguments).call();
    std::fflush(nullptr);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    ::close(out);
    ::close(err);
    fs::current_path(folder_.path());
  }

  Trial attempt(std::uint64_t n, Failure failure) const {
    const fs::path folders[2] = {folder_.path() / "first", folder_.path() / "second"};
    for (const fs::path& folder : folders) fs::remove_all(folder);
    struct TrialReport {
      int returned = 0, codes[2] = {-1, -1};
      std::uint64_t calls = 0;
    } told;
    int pipe[2];
    EXPECT_EQ(::pipe(pipe), 0);
    Words words(arguments_);
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(120);  // ends a process that hangs
      for (const fs::path& folder : folders) {
        const bool first = told.returned == 0;
        enter(folder);
        copyInputs();
        const pid_t editor = talks_ ? beginEditor(folder) : 0;
        if (first) failAt(n, failure);
        told.codes[told.returned] = words.call();
        if (first) told.calls = failNoMore();
        if (editor > 0) endEditor(editor);
        std::fflush(nullptr);
        ++told.returned;
        if (::write(pipe[1], &told, sizeof told) != sizeof told) std::_Exit(cli::internalError);
      }
      std::_Exit(0);
    }
    ::close(pipe[1]);
    while (::read(pipe[0], &told, sizeof told) == sizeof told) {
    }
    ::close(pipe[0]);
    Trial trial{.returned = told.returned, .calls = told.calls, .outcomes = {}};
    ::waitpid(child, &trial.status, 0);
    for (int i = 0; i < 2; ++i)
      if (fs::exists(folders[i])) trial.outcomes[i] = outcomeIn(folders[i], told.codes[i]);
    return trial;
  }

  /// Starts an editor process, and redirects standard input so that it comes from that process.
  pid_t beginEditor(const fs::path& folder) const {
    int pipe[2];
    if (::pipe(pipe) != 0) std::_Exit(cli::internalError);
    const pid_t editor = ::fork();
    if (editor == 0) {
      ::close(pipe[0]);
      ::close(STDIN_FILENO);
      Editor(pipe[1], folder.string() + ".out", folder.string() + ".err").talk(folder_.path());
      ::_exit(0);
    }
    ::dup2(pipe[0], STDIN_FILENO);
    for (const int end : pipe) ::close(end);
    return editor;
  }

  static void endEditor(pid_t editor) {
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::close(nothing);
    ::waitpid(editor, nullptr, 0);
  }

  void expectAsEver(const Outcome& outcome) const {
    EXPECT_EQ(outcome.code, expected_.code);
    EXPECT_EQ(outcome.out, expected_.out);
    EXPECT_EQ(outcome.err, expected_.err);
    EXPECT_EQ(outcome.files.size(), expected_.files.size());
    for (const auto& [path, text] : expected_.files)
      EXPECT_TRUE(outcome.files.contains(path) && outcome.files.at(path) == text) << path << " differs";
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> arguments_;
  bool talks_;
  std::vector<std::string> copied_;
  Outcome expected_;
  std::uint64_t calls_ = 0;
};

/// The seed from RC_PARAMS="seed=N", as for RapidCheck's properties, else a random one.
std::uint64_t seed() {
  const char* parameters = std::getenv("RC_PARAMS");
  const std::string_view text = parameters ? parameters : "";
  std::uint64_t number = std::random_device()();
  if (const std::size_t at = text.find("seed="); at != std::string_view::npos)
    std::from_chars(text.data() + at + 5, text.data() + text.size(), number);
  return number;
}

/// A trial takes 3 to 50 ms (five times that with sanitizers).
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t allUpTo = 2, strides = 8;
#else
constexpr std::uint64_t allUpTo = 10, strides = 30;
#endif

class AllocationFailure : public testing::TestWithParam<Case> {};

}  // namespace

/// AUNIT_SWEEP=N tries N allocations, or all of them.
TEST_P(AllocationFailure, EndsInAMessage) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "a copy of a process with threads cannot start others under the thread sanitizer";
#endif
  const std::vector<std::string> solvers = solver::solverNames();
  if (GetParam().name == "cryptominisat" && std::ranges::find(solvers, "cryptominisat") == solvers.end())
    GTEST_SKIP() << "built without it";
  const char* wanted = std::getenv("AUNIT_SWEEP");
  if (GetParam().nightly && !wanted) GTEST_SKIP() << "only with AUNIT_SWEEP";
  const Sweep sweep(GetParam());
  const bool talks = GetParam().talks;  // an editor's run takes longer
  const std::uint64_t first = talks ? 2 : allUpTo, usual = talks ? strides / 4 : strides;
  const std::uint64_t places = std::min<std::uint64_t>(wanted ? std::strtoull(wanted, nullptr, 10) : usual, sweep.calls());
  const std::uint64_t used = seed();
  SCOPED_TRACE(fmt::format("seed {}", used));
  std::mt19937_64 random(used);
  const auto modes = {Failure::once, Failure::forGood};
  for (std::uint64_t n = 1; n <= std::min(first, sweep.calls()); ++n)
    for (const Failure failure : modes) sweep.check(n, failure);
  for (std::uint64_t i = 0; i < places && !HasFailure(); ++i) {
    const std::uint64_t begin = sweep.calls() * i / places, end = sweep.calls() * (i + 1) / places;
    for (const Failure failure : modes) sweep.check(begin + 1 + random() % (end - begin), failure);
  }
}

namespace {

/// A command with several units of work, and a check that an internal error ended exactly one of them.
struct SharedCase {
  Case of;
  std::function<bool(const Outcome& outcome, const Outcome& expected)> isShared;

  friend void PrintTo(const SharedCase& tested, std::ostream* out) { PrintTo(tested.of, out); }
};

class InternalError : public testing::TestWithParam<SharedCase> {};

}  // namespace

TEST_P(InternalError, IsTheOutcomeOfOnePieceOfWork) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "a copy of a process with threads cannot start others under the thread sanitizer";
#endif
  const Sweep sweep(GetParam().of);
  constexpr std::uint64_t places = 24;
  int shared = 0;
  for (std::uint64_t i = 0; i < places && !HasFailure(); ++i) {
    const Outcome outcome = sweep.check(sweep.calls() * (2 * i + 1) / (2 * places) + 1, Failure::ofOurs);
    shared += outcome.code == cli::internalError && GetParam().isShared(outcome, sweep.expected());
  }
  EXPECT_GT(shared, 0) << "it always ended everything";
}

/// Drawing libraries do not check whether malloc() succeeded.
TEST(LibraryAllocationFailure, OfOneThatDrawsEndsInAMessage) {
  if (!allocation::librariesCanFail) GTEST_SKIP() << "malloc() is not ours to replace";
  if (!std::getenv("AUNIT_SWEEP")) GTEST_SKIP() << "only with AUNIT_SWEEP: some places end in a lock of the loader of libraries";
  const Sweep sweep(
      {"feedback",
       0,
       {"grade", "--right", "../right.als", "--pred", "p", "../answers", "--timeout", "0", "-j", "1", "--feedback", "pages"}});
  const std::uint64_t calls = sweep.callsOfLibraries();
  ASSERT_GT(calls, sweep.calls() / 2);
  for (std::uint64_t i = 0; i < strides && !HasFatalFailure(); ++i) sweep.checkThatItEnds(calls - i * (calls / 40) / strides);
}

namespace {

std::vector<std::string> withReports(std::vector<std::string> words) {
  for (const char* word : {"--json", "r.json", "--junit", "r.xml", "--html", "html", "--coverage-out", "c.json"})
    words.emplace_back(word);
  return words;
}

/// A case with filled caches: the same command runs first.
Case warm(std::string name, int code, const std::vector<std::string>& arguments) {
  return {std::move(name), code, arguments, arguments};
}

Case talking(Case tested) {
  tested.talks = true;
  return tested;
}

/// A case that adds tests to a file in the folder of the model.
Case keeping(Case tested) {
  tested.copied = {"door.als", "doors.aunit", "wrong/ring.als"};
  return tested;
}

Case nightly(Case tested) {
  tested.nightly = true;
  return tested;
}

const std::vector<std::string> oneThread{"run", "../list_test.aunit", "-j", "1"};
const std::vector<std::string> twoThreads{"run", "../list_test.aunit", "../other_test.aunit", "-j", "2"};

}  // namespace

INSTANTIATE_TEST_SUITE_P(
    Of, AllocationFailure,
    testing::Values(Case{"start", 0, {"check", "../list.als"}}, warm("run", 1, oneThread), warm("runOnTwoThreads", 1, twoThreads),
                    warm("reports", 1, withReports(oneThread)), warm("reportsOnTwoThreads", 1, withReports(twoThreads)),
                    warm("portfolio", 1, {"exec", "../list.als", "--out", "out", "--show", "json"}),
                    warm("cadical", 1, {"exec", "../list.als", "--solver", "cadical", "--show", "xml"}),
                    warm("minisat", 1, {"exec", "../list.als", "--solver", "minisat", "--json"}),
                    warm("cryptominisat", 1, {"exec", "../list.als", "--solver", "cryptominisat"}),
                    warm("unbounded", 1, {"exec", "../box.als", "--certificates", "proofs"}),
                    warm("nitpick", 1, {"exec", "../pairs.np"}), warm("explore", 1, {"exec", "../lock.prog"}),
                    warm("exploreBySolving", 1, {"exec", "../lock.prog", "--engine", "sat", "--json"}),
                    nightly(warm("repair", 0, {"repair", "../wrong/ring.als", "--timeout", "0"})),
                    nightly(warm("repairJson", 0, {"repair", "../wrong/ring.als", "--timeout", "0", "--limit", "1", "--json"})),
                    nightly(warm("locate", 1, {"locate", "../wrong/ring.als", "--timeout", "0"})),
                    warm("locateJson", 1, {"locate", "../wrong/ring.als", "--timeout", "0", "--json"}),
                    warm("nothingToRepair", 0, {"repair", "../right.als", "--timeout", "0"}),
                    warm("nothingToLocate", 0, {"locate", "../right.als", "--timeout", "0", "--json"}),
                    nightly(warm("generate", 0, {"generate", "../list.als", "--limit", "2"})),
                    nightly(warm("generateScripts", 0, {"generate", "../mutex.als", "--scripts", "--scope", "2"})),
                    nightly(warm("mutate", 0, {"mutate", "../wrong/ring.aunit", "-j", "1", "--timeout", "0"})),
                    warm("mutateJson", 0, {"mutate", "../wrong/ring.aunit", "-j", "1", "--timeout", "0", "--json", "m.json"}),
                    warm("eval", 0, {"eval", "../list_test.aunit", "--val", "beta", "--json", "link"}),
                    talking(Case{"lsp", 0, {"lsp"}}), warm("checkJson", 4, {"check", "../list.als", "../wrong.als", "--json"}),
                    warm("trace", 1, {"trace", "../doors.aunit", "../door.ndjson", "--json"}),
                    keeping(warm("keptLog", 1, {"trace", "doors.aunit", "../door.ndjson", "--keep", "kept.aunit"})),
                    keeping(warm("keptInstances", 1, {"exec", "ring.als", "--keep", "kept.aunit"})),
                    warm("commands", 0, {"exec", "--list", "../list.als", "--json"}),
                    warm("execJson", 1, {"exec", "../list.als", "--show", "json", "--json", "--core"}),
                    warm("nearest", 1, {"exec", "../shut.als", "--nearest", "--json"}),
                    warm("exploreJson", 1, {"exec", "../lock.prog", "--json", "--graph", "lock.svg"}),
                    warm("formatDiff", 0, {"format", "../wrong", "--diff"}),
                    warm("infeasible", 1, {"run", "../list_test.aunit", "-j", "1", "--infeasible", "--suggest"}),
                    warm("generateEach", 0, {"generate", "../right.als", "../list.als", "--limit", "1", "-j", "1"}),
                    warm("grade", 0,
                         {"grade", "--right", "../right.als", "--pred", "p", "../answers", "--timeout", "0", "-j", "1", "--json",
                          "--html", "html"}),
                    warm("gradeFeedback", 0,
                         {"grade", "--right", "../right.als", "--pred", "p", "../answers", "--timeout", "0", "-j", "1",
                          "--feedback", "pages"}),
                    Case{"merge", 0, {"merge", "../before/r.json", "../before/r.json", "-o", "m.json"}, withReports(oneThread)},
                    Case{"mergeJunit", 0, {"merge", "../before/r.xml", "-o", "m.xml"}, withReports(oneThread)},
                    Case{"mergeCoverage", 0, {"coverage", "merge", "../before/c.json", "-o", "c.json"}, withReports(oneThread)},
                    Case{"coverage", 0, {"coverage", "report", "../before/c.json", "--lcov", "c.lcov"}, withReports(oneThread)}),
    [](const auto& tested) { return tested.param.name; });

namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Whether the outputs differ only in one of the JSON lines, which has an internal error.
bool isOneCommandInError(const Outcome& outcome, const Outcome& expected) {
  const std::vector<std::string> lines = linesOf(outcome.out), all = linesOf(expected.out);
  if (lines.size() != all.size()) return false;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == all[i]) continue;
    ++differ;
    const auto line = nlohmann::json::parse(lines[i]);
    if (line["verdict"] != "ERROR" || !line["error"].get<std::string>().starts_with("internal error: ")) return false;
  }
  return differ == 1;
}

/// Whether exactly one test has an internal error in the JUnit file and in the JSON.
bool isOneTestInError(const Outcome& outcome, const Outcome& expected) {
  if (!outcome.files.contains("r.xml") || !outcome.files.contains("r.json")) return false;
  pugi::xml_document document;
  document.load_string(outcome.files.at("r.xml").c_str());
  const auto errors = document.select_nodes("//error[starts-with(@message, 'internal error: ')]");
  const auto tests = document.select_nodes("//testcase").size();
  const auto json = nlohmann::json::parse(outcome.files.at("r.json"));
  return errors.size() == 1 && json["tests"].size() == tests &&
         tests == nlohmann::json::parse(expected.files.at("r.json"))["tests"].size();
}

/// Whether the tests are reported as usual. The internal error ended only an additional question to the solver.
bool areTestsAsEver(const Outcome& outcome, const Outcome& expected) {
  return outcome.files.contains("r.xml") && outcome.files.at("r.xml") == expected.files.at("r.xml") &&
         outcome.files.contains("r.json") && outcome.says("list_test.aunit: error: internal error: ");
}

/// Whether only the second model has proposals, because an internal error ended the search for the first.
bool isOneModelInError(const Outcome& outcome, const Outcome& expected) {
  const std::string second = expected.out.substr(expected.out.find("// for ../list.aunit"));
  return outcome.out == second && outcome.says("../right.als: error: internal error: ");
}

/// Whether no killed mutant has become a survivor, unless a test is reported as lost. Some mutants may be reported as unknown.
bool areMutantsNotDecided(const Outcome& outcome, const Outcome& expected) {
  if (!outcome.files.contains("m.json")) return false;
  const bool testIsLost = outcome.says("aunit: 1 test could not be judged") || outcome.says("aunit: 1 test and ");
  std::map<std::string, std::string> before;
  const auto forEach = [](const Outcome& of, const auto& visit) {
    const auto report = nlohmann::json::parse(of.files.at("m.json"));
    for (const auto& [path, file] : report["files"].items())
      for (const auto& mutant : file["mutants"]) visit(mutant["id"].template get<std::string>(), mutant);
  };
  forEach(expected, [&](const std::string& id, const auto& mutant) { before[id] = mutant["status"]; });
  std::size_t lost = 0, asBefore = 0;
  forEach(outcome, [&](const std::string& id, const auto& mutant) {
    const std::string status = mutant["status"];
    asBefore += status == before[id];
    lost += status == "RuntimeError";
    EXPECT_TRUE(testIsLost || status != "Survived" || before[id] == "Survived") << id << " was " << before[id];
  });
  return lost > 0 && asBefore > lost;
}

const std::vector<std::string> withProofs{"run",  "../list_test.aunit", "-j", "1", "--infeasible", "--json", "r.json", "--junit",
                                          "r.xml"};
const std::vector<std::string> twoModels{"generate", "../right.als", "../list.als", "--limit", "1", "-j", "1"};
const std::vector<std::string> fewMutants{"mutate", "../wrong/ring.aunit", "-j",     "1",     "--timeout",
                                          "0",      "--no-proofs",         "--json", "m.json"};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Of, InternalError,
                         testing::Values(SharedCase{warm("exec", 1, {"exec", "../list.als", "--solver", "minisat", "--json"}),
                                                    isOneCommandInError},
                                         SharedCase{warm("run", 1, withReports(oneThread)), isOneTestInError},
                                         SharedCase{warm("infeasible", 1, withProofs), areTestsAsEver},
                                         SharedCase{warm("generate", 0, twoModels), isOneModelInError},
                                         SharedCase{warm("mutate", 0, fewMutants), areMutantsNotDecided}),
                         [](const auto& tested) { return tested.param.of.name; });

/// Mutants whose judging ran out of memory are unknown, and the exit code shows that.
TEST(MutantsWithoutMemory, AreNoSurvivors) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "a copy of a process with threads cannot start others under the thread sanitizer";
#endif
  const Sweep sweep(warm("mutate", 0, fewMutants));
  constexpr std::uint64_t places = 24;
  int notDecided = 0;
  for (std::uint64_t i = 0; i < places && !HasFailure(); ++i) {
    const Outcome outcome = sweep.check(sweep.calls() * (2 * i + 1) / (2 * places) + 1, Failure::once);
    if (!outcome.files.contains("m.json") || outcome == sweep.expected()) continue;
    EXPECT_EQ(outcome.code, cli::internalError) << outcome.out << outcome.err;
    notDecided += areMutantsNotDecided(outcome, sweep.expected());
  }
  EXPECT_GT(notDecided, 0) << "it always ended everything";
}

}  // namespace aunit::allocation
