#include "runner/grading/assignment.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "runner/files/toml_reader.h"
#include "support/files.h"

namespace aunit::runner {

namespace fs = std::filesystem;
using namespace strength::grading;

namespace {

/// The names of a folder's files with this ending, sorted; nothing if the folder does not exist.
std::vector<std::string> filesIn(const std::string& folder, std::string_view ending) {
  std::vector<std::string> names;
  std::string ignored;
  auto reader = support::FolderReader::open(folder, ignored);
  while (auto name = reader ? reader->next() : std::nullopt)
    if (name->ends_with(ending) && !name->starts_with('.')) names.push_back(std::move(*name));
  std::ranges::sort(names);
  return names;
}

class AssignmentReader : TomlReader {
 public:
  AssignmentReader(const std::string& folder, std::string& error)
      : TomlReader((fs::path(folder) / assignmentFile).generic_string(), error), folder_(folder) {}

  std::optional<Assignment> readAll() {
    const auto all = read();
    found_.folder = folder_;
    if (!all || !take(*all, keys()) || !isComplete()) return std::nullopt;
    return std::move(found_);
  }

 private:
  Take path(std::string& into) {
    return [this, &into](std::string_view key, const toml::node& node) {
      if (!text(into)(key, node)) return false;
      into = resolved(into);
      return true;
    };
  }
  std::optional<double> number(std::string_view key, const toml::node& node, double most) {
    std::optional<double> value;
    if (const auto whole = node.value_exact<std::int64_t>())
      value = static_cast<double>(*whole);
    else
      value = node.value_exact<double>();
    if (value && *value >= 0 && *value <= most) return value;
    return fail(node.source(), fmt::format("`{}` must be a number from 0 to {:.0f}", key, most));
  }

  std::string resolved(const std::string& name) const {
    return fs::path(name).is_absolute() ? name : (fs::path(folder_) / name).lexically_normal().generic_string();
  }

  Keys keys() {
    return {
        {"title", text(found_.title)},
        {"right", path(found_.right)},
        {"handout", path(found_.handout)},
        {"hidden", texts(found_.hidden)},
        {"may-change", texts(found_.mayChange)},
        {"helpers", flag(found_.helpers)},
        {"hints", flag(found_.hints)},
        {"hints-since",
         [this](std::string_view key, const toml::node& node) {
           if (!node.is_date() && !node.is_date_time()) return text(found_.hintsSince)(key, node);
           const toml::date day = node.is_date() ? *node.value_exact<toml::date>() : node.value_exact<toml::date_time>()->date;
           found_.hintsSince = fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
           if (node.is_date_time()) {
             const toml::time time = node.value_exact<toml::date_time>()->time;
             found_.hintsSince += fmt::format("T{:02}:{:02}:{:02}", time.hour, time.minute, time.second);
           }
           return true;
         }},
        {"submissions",
         [this](std::string_view key, const toml::node& node) {
           if (!text(found_.layout)(key, node)) return false;
           return found_.layout.find("{student}") != std::string::npos ||
                  fail(node.source(), "`submissions` must contain {student}, as in \"{student}/{attempt}.als\"");
         }},
        {"timeout",
         [this](std::string_view key, const toml::node& node) {
           found_.timeout = number(key, node, 1'000'000);
           return found_.timeout.has_value();
         }},
        {"scope",
         [this](std::string_view key, const toml::node& node) -> bool {
           if (const auto whole = node.value_exact<std::int64_t>(); whole && *whole >= 0 && *whole <= 1'000'000) {
             found_.scope = {std::to_string(*whole)};
             return true;
           }
           return node.is_array() ? texts(key, node, found_.scope)
                                  : fail(node.source(), "`scope` must be a number, or a list such as [\"3\", \"Person=4\"]");
         }},
        {"feedback",
         [this](std::string_view key, const toml::node& node) {
           std::string level;
           if (!text(level)(key, node)) return false;
           found_.feedback = level == "verdict" ? Feedback::verdict : Feedback::situation;
           return level == "verdict" || level == "situation" ||
                  fail(node.source(), "`feedback` must be \"verdict\" or \"situation\"");
         }},
        {"exercise",
         [this](std::string_view, const toml::node& node) -> bool {
           const toml::array* array = node.as_array();
           if (!array) return fail(node.source(), "exercises are tables: [[exercise]]");
           for (const toml::node& item : *array) {
             const toml::table* table = item.as_table();
             if (!table) return fail(item.source(), "exercises are tables: [[exercise]]");
             if (!exercise(*table)) return false;
           }
           return true;
         }},
    };
  }

  bool exercise(const toml::table& table) {
    Exercise made;
    std::string predicate, tests;
    std::map<std::string, std::string> hints;
    const Keys keys = {
        {"predicate", text(predicate)},
        {"tests", text(tests)},
        {"file", text(made.file)},
        {"right", texts(made.right)},
        {"wrong", texts(made.wrong)},
        {"hints",
         [&](std::string_view key, const toml::node& node) -> bool {
           const toml::table* by = node.as_table();
           if (!by)
             return fail(
                 node.source(),
                 fmt::format("`{}` must be a table that describes wrong models: {{ \"no-teacher.als\" = \"...\" }}", key));
           for (const auto& [file, hint] : *by)
             if (!text(hints[std::string(file.str())])(file.str(), hint)) return false;
           return true;
         }},
        {"points",
         [&](std::string_view key, const toml::node& node) {
           const auto value = number(key, node, 1e6);
           if (value) made.points = *value;
           return value.has_value();
         }},
        {"partial",
         [&](std::string_view key, const toml::node& node) -> bool {
           std::string rule;
           if (!text(rule)(key, node)) return false;
           for (const PartialCredit one : {PartialCredit::none, PartialCredit::suite, PartialCredit::distance})
             if (rule == nameOf(one)) {
               made.partial = one;
               return true;
             }
           return fail(node.source(), R"(`partial` must be "none", "suite" or "distance")");
         }},
    };
    if (!take(table, keys)) return false;
    if (predicate.empty() == tests.empty())
      return fail(table.source(), "an exercise must have either predicate = \"NAME\" or tests = \"NAME\"");
    made.name = predicate.empty() ? tests : predicate;
    if (!tests.empty()) {
      made.kind = Exercise::Kind::tests;
      if (made.partial == PartialCredit::distance)
        return fail(table.source(), R"(`partial` must be "none" or "suite" if the exercise asks for tests)");
      if (!models(table, made.right) || !models(table, made.wrong)) return false;
      if (made.wrong.empty())
        return fail(table.source(), "wrong = [\"FILE\"] is missing: without wrong models, any tests would get all points");
      for (const std::string& wrong : made.wrong) {
        const auto known = hints.find(fs::path(wrong).filename().generic_string());
        made.hints.push_back(known == hints.end() ? "" : known->second);
        if (known != hints.end()) hints.erase(known);
      }
      if (!hints.empty())
        return fail(table.source(),
                    fmt::format("`hints` has the key `{}`, but `wrong` has no model of this name", hints.begin()->first));
    } else if (!made.right.empty() || !made.wrong.empty() || !hints.empty()) {
      return fail(table.source(), "`right`, `wrong` and `hints` are only for exercises that ask for tests (tests = \"NAME\")");
    }
    for (const Exercise& other : found_.exercises)
      if (other.name == made.name) return fail(table.source(), fmt::format("there are two exercises `{}`", made.name));
    found_.exercises.push_back(std::move(made));
    return true;
  }

  /// Reads paths of models. Replaces a folder by the models in it.
  bool models(const toml::table& table, std::vector<std::string>& paths) {
    std::vector<std::string> all;
    for (const std::string& one : paths) {
      const std::string place = resolved(one);
      std::error_code ignored;
      if (fs::is_directory(place, ignored)) {
        const auto names = filesIn(place, ".als");
        if (names.empty()) return fail(table.source(), fmt::format("there is no model in the folder `{}`", one));
        for (const std::string& name : names) all.push_back((fs::path(place) / name).generic_string());
      } else if (fs::exists(place, ignored)) {
        all.push_back(place);
      } else {
        return fail(table.source(), fmt::format("no such file or folder: {}", one));
      }
    }
    paths = std::move(all);
    return true;
  }

  bool isComplete() {
    if (found_.right.empty()) return fail("right = \"FILE\" is missing; FILE is the model with the right predicates");
    if (found_.exercises.empty()) return fail("a table [[exercise]] is missing");
    const bool tests =
        std::ranges::any_of(found_.exercises, [](const Exercise& one) { return one.kind == Exercise::Kind::tests; });
    if (tests && found_.handout.empty())
      return fail("handout = \"FILE\" is missing; FILE is the model that students see and test");
    for (Exercise& one : found_.exercises)
      if (one.kind == Exercise::Kind::tests && one.right.empty()) one.right = {found_.right};
    return true;
  }

  const std::string folder_;
  Assignment found_;
};

}  // namespace

bool isAssignment(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) && fs::exists(fs::symlink_status(fs::path(path) / assignmentFile, ignored));
}

std::optional<Assignment> readAssignment(const std::string& folder, std::string& error) {
  return AssignmentReader(folder, error).readAll();
}

std::string nameForFiles(const Exercise& exercise) {
  std::string name = exercise.name;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain) c = '-';
  }
  return name;
}

std::vector<Comment> readComments(const std::string& folder, std::vector<std::string>& errors) {
  std::vector<Comment> comments;
  const std::string place = (fs::path(folder) / "comments").generic_string();
  std::vector<std::string> names = filesIn(place, ".als");
  for (std::string& tests : filesIn(place, ".aunit")) names.push_back(std::move(tests));
  std::ranges::sort(names);
  for (const std::string& name : names) {
    const std::string stem = fs::path(name).stem().generic_string();
    Comment comment{stem, {}, {}, name.ends_with(".aunit")};
    const std::string answer = (fs::path(place) / name).generic_string(),
                      said = (fs::path(place) / (stem + ".md")).generic_string();
    std::string error;
    auto text = support::readFile(answer, error);
    if (!text) {
      errors.push_back(fmt::format("cannot read {}: {}", answer, error));
      continue;
    }
    comment.answer = std::move(*text);
    std::error_code ignored;
    if (fs::exists(said, ignored)) {
      auto words = support::readFile(said, error);
      if (!words) {
        errors.push_back(fmt::format("cannot read {}: {}", said, error));
        continue;
      }
      while (!words->empty() && (words->back() == '\n' || words->back() == ' ' || words->back() == '\r')) words->pop_back();
      comment.text = std::move(*words);
    }
    comments.push_back(std::move(comment));
  }
  return comments;
}

}  // namespace aunit::runner
