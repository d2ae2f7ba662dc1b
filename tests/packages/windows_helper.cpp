// A Windows program that tests of aunit.exe need.
// Usage:
// - windows_helper.exe carry FILE PROGRAM ARGUMENT...: starts a program, and exits with its exit code. Whenever FILE exists,
// presses Ctrl-C in the program's console and deletes FILE.
// - windows_helper.exe hold FILE MILLISECONDS: keeps a file open so that it cannot be replaced, and reports when it is open.
#include <cstdio>
#include <string>
#include <string_view>

#include <windows.h>

#include <shellapi.h>

namespace {

constexpr int couldNot = 99;

int failed(const char* what) {
  std::fprintf(stderr, "windows_helper: %s: error %lu\n", what, ::GetLastError());
  return couldNot;
}

/// The command line after the first `words` words, as it was typed.
std::wstring behind(int words) {
  const wchar_t* at = ::GetCommandLineW();
  for (; words > 0; --words) {
    bool quoted = false;
    for (; *at != 0 && (quoted || *at != L' '); ++at)
      if (*at == L'"') quoted = !quoted;
    while (*at == L' ') ++at;
  }
  return at;
}

int carry(const wchar_t* file, std::wstring line) {
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = ::GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  if (::GetConsoleCP() == 0) {  // Wine gives no console to programs that another system starts
    ::FreeConsole();
    if (!::AllocConsole()) return failed("no console");
  }
  ::SetConsoleCtrlHandler(nullptr, FALSE);  // the child inherits whether Ctrl-C is ignored
  PROCESS_INFORMATION started{};
  if (!::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &started))
    return failed("cannot start it");
  ::SetConsoleCtrlHandler(nullptr, TRUE);  // this process ignores Ctrl-C
  for (HANDLE handle : {start.hStdInput, start.hStdOutput, start.hStdError})
    ::CloseHandle(handle);            // so that only the child has these ends of its pipes
  constexpr DWORD betweenLooks = 50;  // milliseconds
  while (::WaitForSingleObject(started.hProcess, betweenLooks) != WAIT_OBJECT_0)
    if (::DeleteFileW(file)) ::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
  DWORD code = couldNot;
  ::GetExitCodeProcess(started.hProcess, &code);
  return static_cast<int>(code);
}

int hold(const wchar_t* file, DWORD milliseconds) {
  const HANDLE handle = ::CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return failed("cannot open it");
  std::puts("open");
  std::fflush(stdout);
  ::Sleep(milliseconds);
  ::CloseHandle(handle);
  return 0;
}

}  // namespace

int main() {
  int count = 0;
  wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  const std::wstring_view what = count > 1 ? words[1] : L"";
  if (what == L"carry" && count > 3) return carry(words[2], behind(3));
  if (what == L"hold" && count == 4) return hold(words[2], static_cast<DWORD>(std::stoul(words[3])));
  std::fputs("usage: windows_helper.exe carry FILE PROGRAM ARGUMENT... | hold FILE MILLISECONDS\n", stderr);
  return couldNot;
}
