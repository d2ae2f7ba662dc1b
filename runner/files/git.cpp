#include "runner/files/git.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace aunit::runner {

GitAnswer git(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "git");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool started = ::posix_spawnp(&child, "git", &actions, nullptr, argv.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  GitAnswer answer;
  char buffer[4096];
  for (ssize_t count = 0; started && (count = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    answer.text.append(buffer, static_cast<std::size_t>(count));
  ::close(ends[0]);
  int status = 0;
  if (started && ::waitpid(child, &status, 0) == child && WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  if (answer.code == 127) answer.code = -1;
  return answer;
}

std::optional<Revision> Revision::find(const std::string& name, std::string& error) {
  const GitAnswer answer = git({"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
  if (answer.code != 0) {
    error = answer.code < 0 ? "git cannot be started" : "git knows no commit " + name + " here";
    return std::nullopt;
  }
  Revision revision;
  revision.commit_ = answer.text.substr(0, answer.text.find('\n'));
  return revision;
}

std::optional<std::string> Revision::read(const std::string& path) const {
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  // A folder that is not there any more has no working folder to ask from.
  std::error_code ignored;
  GitAnswer answer = std::filesystem::is_directory(folder, ignored)
                         ? git({"-C", folder, "show", commit_ + ":./" + file.filename().string()})
                         : git({"show", commit_ + ":./" + path});
  if (answer.code != 0) return std::nullopt;
  return std::move(answer.text);
}

std::vector<std::string> Revision::filesEndingIn(const std::string& ending) const {
  const std::string list = git({"ls-tree", "-r", "-z", "--name-only", commit_}).text;
  std::vector<std::string> result;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find('\0', at), list.size());
    if (std::string path = list.substr(at, end - at); path.ends_with(ending)) result.push_back(std::move(path));
    at = end + 1;
  }
  return result;
}

}  // namespace aunit::runner
