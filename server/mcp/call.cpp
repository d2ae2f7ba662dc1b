#include "server/mcp/call.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "server/mcp/answer.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::server::mcp {

namespace {

constexpr double graceSeconds = 2;   // from the interrupt of a child process until it is killed
constexpr double secondsBeyond = 2;  // added to the call's time limit, so that the command reaches its own time limit first
constexpr std::size_t longestWord = 100'000, bytesOfWords = 1'000'000;  // many systems refuse longer arguments of a process
constexpr std::size_t bytesOfOutput = std::size_t{64} << 20;

std::vector<std::string> textsOf(const Json& list) {
  return list.is_array() ? list.get<std::vector<std::string>>() : std::vector<std::string>();
}

}  // namespace

Call::Call(Session& session, const Json& arguments, const std::atomic<bool>& stop, Progress progress)
    : session_(session),
      arguments_(arguments),
      stop_(stop),
      progress_(std::move(progress)),
      seconds_(arguments.contains("timeout") ? arguments["timeout"].get<double>() : usualSeconds),
      budget_(support::Limits{.seconds = seconds_ + secondsBeyond, .stop = &stop}) {
  findSources();
}

void Call::findSources() {
  paths_ = textsOf(at(arguments_, {"paths"}));
  if (has("files") && has("sources")) throw CallError{"`files` and `sources` exclude each other"};
  if (has("files"))
    sources_ = session_.store.sent(arguments_["files"]);
  else if (has("sources"))
    sources_ = session_.store.sentBefore(text("sources"));
  else
    sources_ = SourceStore::beneath(session_.roots(), paths_);
  if (sources_.areSent()) paths_ = othersNamed("paths");
}

std::vector<std::string> Call::othersNamed(const char* name) const {
  const Json& said = at(arguments_, {name});
  std::vector<std::string> paths = said.is_string() ? std::vector{said.get<std::string>()} : textsOf(said);
  if (!sources_.areSent()) {
    const Sources found = SourceStore::beneath(sources_.places, paths);
    if (found.folder != sources_.folder)
      for (std::string& path : paths) path = (std::filesystem::path(found.folder) / path).generic_string();
    return paths;
  }
  for (const std::string& path : paths) {
    const auto isIt = [&](const std::string& file) { return file == path || path == "." || file.starts_with(path + "/"); };
    if (std::ranges::none_of(sources_.names, isIt))
      throw CallError{
          fmt::format("{} is not among the files that were sent{}", support::oneLine(path), model::orNear(path, sources_.names))};
  }
  return paths;
}

std::vector<std::string> Call::asked(std::initializer_list<const char*> endings, bool all) const {
  std::vector<std::string> names = paths_;
  for (const std::string& name : sources_.names) {
    if (!paths_.empty() || (!all && !names.empty())) break;
    if (std::ranges::any_of(endings, [&](const char* ending) { return name.ends_with(ending); })) names.push_back(name);
  }
  if (names.empty())
    throw CallError{sources_.areSent() ? fmt::format("none of the files that were sent ends in {}", fmt::join(endings, ", "))
                                       : "name the models: give `paths`, or texts as `files`"};
  return names;
}

std::vector<std::string> Call::suites() const {
  if (!paths_.empty()) return paths_;
  if (!sources_.areSent()) throw CallError{"name the models: give `paths`, or texts as `files`"};
  return {"."};
}

support::ChildAnswer Call::ask(std::vector<std::string> words, const std::vector<std::string>& files,
                               const std::function<void(const std::string& line)>& heard) {
  words.emplace_back("--");
  std::ranges::copy(files, std::back_inserter(words));
  std::vector<std::string> command = {session_.program, "__within", sources_.folder};
  for (const std::string& place : sources_.places)
    if (place != sources_.folder) command.push_back(place);
  command.push_back("--");
  std::size_t bytes = 0;
  for (const std::string& word : words) {
    bytes += word.size();
    if (word.size() > longestWord || bytes > bytesOfWords) throw CallError{"the arguments are too long: put texts into `files`"};
  }
  std::ranges::move(words, std::back_inserter(command));
  std::string line;
  const auto begin = std::chrono::steady_clock::now();
  const auto hear = [&](std::string_view more) {
    for (; !more.empty() && heard; more.remove_prefix(std::min(more.find('\n'), more.size() - 1) + 1)) {
      line += more.substr(0, more.find('\n'));
      if (more.find('\n') != std::string_view::npos) heard(std::exchange(line, ""));
    }
    if (session_.meanwhile) session_.meanwhile();
    if (progress_) progress_(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), seconds_, done_);
  };
  support::ChildAnswer answer = support::askChild(
      std::move(command), "", budget_,
      {.outputBytes = bytesOfOutput, .memoryBytes = session_.memoryBytes, .graceSeconds = graceSeconds, .keepErrors = true},
      hear);
  stopped_ = stopped_ || budget_.exhaustedMeanwhile().has_value();
  if (!answer.started) throw CallError{"the child process cannot be started"};
  if (answer.ended && answer.code < 0) throw CallError{"the child process was ended by a signal"};
  if (!answer.ended && answer.output.size() >= bytesOfOutput) throw CallError{"the answer is longer than 64 MB"};
  return answer;
}

std::vector<Json> objectsOf(const std::string& output) {
  std::vector<Json> objects;
  for (const std::string_view line : support::lines(output))
    if (Json object = shallow(line); object.is_object()) objects.push_back(std::move(object));
  return objects;
}

std::string complaintOf(const support::ChildAnswer& answer) {
  std::string text = answer.errors.substr(0, std::min(answer.errors.size(), answer.errors.rfind("See `aunit ")));
  while (text.ends_with('\n')) text.pop_back();
  return clipped(text, 1200);
}

}  // namespace aunit::server::mcp
