#include "support/system/child_process.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <windows.h>

#include <shellapi.h>  // needs the types of windows.h

#include "support/system/child_time_limit.h"
#include "support/system/system_files.h"
#include "support/system/text_windows.h"
#include "support/system/this_program.h"
#include "support/threads.h"

namespace aunit::support {

namespace {

/// Closes a handle when it goes out of scope.
struct Handle {
  HANDLE value = nullptr;
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }
  bool isOpen() const { return value != nullptr && value != INVALID_HANDLE_VALUE; }
  void close() {
    if (isOpen()) ::CloseHandle(value);
    value = nullptr;
  }
};

/// Quotes a word for a command line, so that the C libraries of other programs parse it as this word ("Parsing C command-line
/// arguments", Microsoft).
std::string commandWord(std::string_view word) {
  if (!word.empty() && word.find_first_of(" \t\n\v\"") == std::string_view::npos) return std::string(word);
  std::string text = "\"";
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '"') text.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, '\\') + '"';
}

/// Makes a pipe. Sets `inherited` to the end that the child inherits: the reading end if `otherReads`, else the writing end.
bool makePipe(Handle& reading, Handle& writing, HANDLE& inherited, bool otherReads) {
  constexpr DWORD buffered = 1 << 16;
  if (!::CreatePipe(&reading.value, &writing.value, nullptr, buffered)) return false;
  inherited = otherReads ? reading.value : writing.value;
  return ::SetHandleInformation(inherited, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) != 0;
}

/// Starts a program in suspended state. The program inherits only the handles in `streams`.
bool spawn(const std::vector<std::string>& command, std::array<HANDLE, 3> streams, PROCESS_INFORMATION& process) {
  std::string line;
  for (const std::string& word : command) line += (line.empty() ? "" : " ") + commandWord(word);
  std::wstring words = wide(line);
  std::string program = command.front();
  if (program.find_first_of("/\\") == std::string::npos) program = findProgram(program);
  if (program.empty()) return false;
  if (!statusOf(program)) program += ".exe";
  std::ranges::replace(program, '/', '\\');

  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::string room(size, '\0');
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = streams[0];
  start.StartupInfo.hStdOutput = streams[1];
  start.StartupInfo.hStdError = streams[2];
  start.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room.data());
  if (!::InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size)) return false;
  ::UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, streams.data(), sizeof streams,
                              nullptr, nullptr);
  // If this process has no console (because an editor has started it), the child must not open one.
  const DWORD console = ::GetConsoleCP() != 0 ? CREATE_NEW_PROCESS_GROUP : CREATE_NO_WINDOW;
  const bool made = ::CreateProcessW(wide(program).c_str(), words.data(), nullptr, nullptr, TRUE,
                                     CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT | console, nullptr, nullptr,
                                     &start.StartupInfo, &process) != 0;
  ::DeleteProcThreadAttributeList(start.lpAttributeList);
  return made;
}

/// Makes a job object. When this process ends, the system kills the processes in the job.
HANDLE makeJob(std::size_t memoryBytes) {
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.ProcessMemoryLimit = memoryBytes;
  if (job != nullptr) ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

/// Appends to `text` the bytes that can be read now, but at most until its size is `most`. Returns the new part; nothing if the
/// child has closed its end of the pipe.
std::optional<std::string_view> readMore(HANDLE pipe, std::string& text, std::size_t most) {
  DWORD available = 0, got = 0;
  if (!::PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr)) return std::nullopt;
  if (available == 0) return "";
  std::array<char, 16384> buffer;
  if (!::ReadFile(pipe, buffer.data(), std::min<DWORD>(available, buffer.size()), &got, nullptr)) return std::nullopt;
  const std::size_t before = text.size(), room = most > before ? most - before : 0;
  text.append(buffer.data(), std::min<std::size_t>(got, room));
  return std::string_view(text).substr(before);
}

void writeInput(HANDLE pipe, std::string_view input) {
  DWORD count = 0;
  while (!input.empty() &&
         ::WriteFile(pipe, input.data(), static_cast<DWORD>(std::min<std::size_t>(input.size(), 1 << 16)), &count, nullptr))
    input.remove_prefix(count);
}

}  // namespace

ChildAnswer askChild(std::vector<std::string> command, const std::string& input, const Budget& budget, const ChildLimits& limits,
                     const ChildHeard& heard) {
  ChildAnswer answer;
  Handle inTheirs, inOurs, outOurs, outTheirs, wrongOurs, wrongTheirs, job;
  std::array<HANDLE, 3> streams{};
  if (!makePipe(inTheirs, inOurs, streams[0], true) || !makePipe(outOurs, outTheirs, streams[1], false)) return answer;
  if (limits.keepErrors) {
    if (!makePipe(wrongOurs, wrongTheirs, streams[2], false)) return answer;
  } else {
    SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
    wrongTheirs.value =
        ::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inheritable, OPEN_EXISTING, 0, nullptr);
    streams[2] = wrongTheirs.value;
  }
  job.value = makeJob(limits.memoryBytes);
  PROCESS_INFORMATION started{};
  if (!spawn(command, streams, started)) return answer;
  Handle process, thread;
  process.value = started.hProcess;
  thread.value = started.hThread;
  answer.started = true;
  ::AssignProcessToJobObject(job.value, process.value);
  ::ResumeThread(thread.value);
  inTheirs.close();
  outTheirs.close();
  wrongTheirs.close();
  // A thread of its own writes the input: a write blocks until the child reads, and the child may never read. The write fails
  // when the child ends.
  Thread writing(
      [&] {
        writeInput(inOurs.value, input);
        inOurs.close();
      },
      Stack::usual);
  ChildTimeLimit time(budget, limits.graceSeconds);
  const auto over = [&] { return time.isOver([&] { ::GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, started.dwProcessId); }); };
  int quiet = 0;  // number of rounds without output
  const auto rest = [&] { ::Sleep(++quiet < 20 ? 1 : 10); };
  while (outOurs.isOpen() && answer.output.size() < limits.outputBytes && !over()) {
    const std::optional<std::string_view> more = readMore(outOurs.value, answer.output, limits.outputBytes);
    std::optional<std::string_view> wrong = "";
    if (wrongOurs.isOpen() && !(wrong = readMore(wrongOurs.value, answer.errors, limits.outputBytes))) wrongOurs.close();
    if (!more) outOurs.close();
    if (heard && more) heard(*more);
    if ((more && !more->empty()) || (wrong && !wrong->empty()))
      quiet = 0;
    else if (more)
      rest();
  }
  while (wrongOurs.isOpen() && !outOurs.isOpen() && !over()) {
    const auto wrong = readMore(wrongOurs.value, answer.errors, limits.outputBytes);
    if (!wrong) wrongOurs.close();
    if (wrong && wrong->empty()) rest();
  }
  answer.ended = !outOurs.isOpen();
  while (answer.ended && ::WaitForSingleObject(process.value, 1) != WAIT_OBJECT_0 && !over()) continue;
  DWORD code = STILL_ACTIVE;
  ::GetExitCodeProcess(process.value, &code);
  constexpr DWORD leastOfFaults = 0xC0000000;
  if (code != STILL_ACTIVE && code < leastOfFaults) answer.code = static_cast<int>(code);
  ::TerminateJobObject(job.value, 1);  // kills the processes that the child has started, and the child if it still runs
  ::TerminateProcess(process.value, 1);
  ::WaitForSingleObject(process.value, INFINITE);
  outOurs.close();
  writing.join();
  return answer;
}

void endWithParent() {}  // the parent's job object (makeJob) ends this process when the parent ends

bool hasDesktop() {
  return ::GetConsoleWindow() != nullptr;
}

void openInBrowser(const std::string& address) {
  ::ShellExecuteW(nullptr, L"open", wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

}  // namespace aunit::support
