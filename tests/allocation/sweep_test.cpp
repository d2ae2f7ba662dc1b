// A run whose memory ends at any place gives a message and a documented exit code, leaves outputs that are whole or not there,
// and lets the process work on as if nothing had been. (CaDiCaL's mobical tests its solver so.) The message appears even where a
// library ends the process, as ANTLR's tables and the destructors of JSON documents make it.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
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

/// Without what the clock decides: numbers with a fraction, those before `ms` or `s`, dates and times of day are 0.
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
    const bool isHour = end - i == 5 && text[i + 2] == ':';
    const bool isTime = isHour || marks >= 2 || end - i >= 10 || precedes(" ms") || precedes(" s");
    result += isTime ? "0" : text.substr(i, end - i);
    i = end;
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

/// What one call of the tool leaves behind.
struct Outcome {
  int code = -1;
  std::string out, err;
  std::map<std::string, std::string> files;  // by path in the working folder

  friend bool operator==(const Outcome&, const Outcome&) = default;

  bool says(std::string_view text) const { return err.find(text) != std::string::npos || out.find(text) != std::string::npos; }
};

/// The tool at work in a folder of its own, with what it shows in two files beside it.
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

/// Arguments as main gets them.
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

/// What a process does in which the memory ends, and then once more with all the memory there is.
struct Trial {
  int status = -1;          // of the process, as waitpid has it
  int returned = 0;         // of its two calls
  std::uint64_t calls = 0;  // of operator new in the first
  Outcome outcomes[2];
};

struct Case {
  std::string name;
  int code;  // when nothing fails
  std::vector<std::string> arguments;
  std::vector<std::string> before = {};  // called first, so that tables are there and data to work on; empty: nothing is
  bool nightly = false;                  // only with AUNIT_SWEEP: another case covers most of it

  friend void PrintTo(const Case& tested, std::ostream* out) {
    *out << fmt::format("aunit {}", fmt::join(tested.arguments, " "));
  }
};

/// One command line, tried with a memory that ends at its n-th allocation.
class Sweep {
 public:
  explicit Sweep(const Case& tested) : arguments_(tested.arguments) {
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

  void check(std::uint64_t n, Failure failure) const {
    SCOPED_TRACE(fmt::format("allocation {} of {} fails, {}", n, calls_, failure == Failure::once ? "once" : "and all after it"));
    const Trial trial = attempt(n, failure);
    const Outcome& first = trial.outcomes[0];
    ASSERT_TRUE(WIFEXITED(trial.status)) << "killed by signal " << WTERMSIG(trial.status) << "\n" << first.out << first.err;
    const bool endedByLibrary = trial.returned == 0 && WEXITSTATUS(trial.status) == cli::internalError;
    if (endedByLibrary || first != expected_) {
      EXPECT_TRUE(first.says("out of memory")) << first.code << "\n" << first.out << first.err;
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

 private:
  void writeInputs() const {
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

  /// In this process, of which the others are copies.
  void prepare(const std::vector<std::string>& arguments) const {
    std::fflush(nullptr);
    const int out = ::dup(STDOUT_FILENO), err = ::dup(STDERR_FILENO);
    enter(folder_.path() / "before");
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
    struct Told {
      int returned = 0, codes[2] = {-1, -1};
      std::uint64_t calls = 0;
    } told;
    int pipe[2];
    EXPECT_EQ(::pipe(pipe), 0);
    Words words(arguments_);
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(120);  // rather than hang
      for (const fs::path& folder : folders) {
        const bool first = told.returned == 0;
        enter(folder);
        if (first) failAt(n, failure);
        told.codes[told.returned] = words.call();
        if (first) told.calls = failNoMore();
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
  Outcome expected_;
  std::uint64_t calls_ = 0;
};

/// As the properties have it: RC_PARAMS="seed=N", else another one each time.
std::uint64_t seed() {
  const char* parameters = std::getenv("RC_PARAMS");
  const std::string_view text = parameters ? parameters : "";
  std::uint64_t number = std::random_device()();
  if (const std::size_t at = text.find("seed="); at != std::string_view::npos)
    std::from_chars(text.data() + at + 5, text.data() + text.size(), number);
  return number;
}

/// A process takes from 3 to 50 ms (five times that with sanitizers).
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t allUpTo = 2, strides = 8;
#else
constexpr std::uint64_t allUpTo = 10, strides = 30;
#endif

class AllocationFailure : public testing::TestWithParam<Case> {};

}  // namespace

/// AUNIT_SWEEP=N tries N places instead, or all of them.
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
  const std::uint64_t places = std::min<std::uint64_t>(wanted ? std::strtoull(wanted, nullptr, 10) : strides, sweep.calls());
  const std::uint64_t used = seed();
  SCOPED_TRACE(fmt::format("seed {}", used));
  std::mt19937_64 random(used);
  const auto modes = {Failure::once, Failure::forGood};
  for (std::uint64_t n = 1; n <= std::min(allUpTo, sweep.calls()); ++n)
    for (const Failure failure : modes) sweep.check(n, failure);
  for (std::uint64_t i = 0; i < places && !HasFailure(); ++i) {
    const std::uint64_t begin = sweep.calls() * i / places, end = sweep.calls() * (i + 1) / places;
    for (const Failure failure : modes) sweep.check(begin + 1 + random() % (end - begin), failure);
  }
}

namespace {

std::vector<std::string> withReports(std::vector<std::string> words) {
  for (const char* word : {"--json", "r.json", "--junit", "r.xml", "--html", "html", "--coverage-out", "c.json"})
    words.emplace_back(word);
  return words;
}

/// After the same command.
Case warm(std::string name, int code, const std::vector<std::string>& arguments) {
  return {std::move(name), code, arguments, arguments};
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
                    warm("portfolio", 0, {"exec", "../list.als", "--out", "out", "--show", "json"}),
                    warm("cadical", 0, {"exec", "../list.als", "--solver", "cadical", "--show", "xml"}),
                    warm("minisat", 0, {"exec", "../list.als", "--solver", "minisat", "--json"}),
                    warm("cryptominisat", 0, {"exec", "../list.als", "--solver", "cryptominisat"}),
                    warm("unbounded", 0, {"exec", "../box.als", "--certificates", "proofs"}),
                    warm("nitpick", 0, {"exec", "../pairs.np"}), warm("explore", 1, {"explore", "../lock.prog"}),
                    warm("exploreBySolving", 1, {"explore", "../lock.prog", "--engine", "sat", "--json"}),
                    nightly(warm("repair", 0, {"repair", "../wrong/ring.als", "--timeout", "0"})),
                    nightly(warm("repairJson", 0, {"repair", "../wrong/ring.als", "--timeout", "0", "--limit", "1", "--json"})),
                    nightly(warm("locate", 1, {"locate", "../wrong/ring.als", "--timeout", "0"})),
                    warm("locateJson", 1, {"locate", "../wrong/ring.als", "--timeout", "0", "--json"}),
                    warm("nothingToRepair", 0, {"repair", "../right.als", "--timeout", "0"}),
                    warm("nothingToLocate", 0, {"locate", "../right.als", "--timeout", "0", "--json"}),
                    nightly(warm("generate", 0, {"generate", "../list.als", "--limit", "2"})),
                    nightly(warm("mutate", 0, {"mutate", "../wrong/ring.aunit", "-j", "1", "--timeout", "0"})),
                    warm("mutateJson", 0, {"mutate", "../wrong/ring.aunit", "-j", "1", "--timeout", "0", "--json", "m.json"}),
                    warm("eval", 0, {"eval", "../list_test.aunit", "--val", "beta", "--json", "link"}),
                    Case{"coverage", 0, {"coverage", "report", "../before/c.json", "--lcov", "c.lcov"}, withReports(oneThread)}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace aunit::allocation
