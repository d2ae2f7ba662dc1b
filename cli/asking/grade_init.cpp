#include "cli/asking/grade_init.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/asking/prompt.h"
#include "cli/exit_code.h"
#include "cli/usage_error.h"
#include "model/diagnostic.h"
#include "parser/front_end.h"
#include "reporters/terminal/console.h"
#include "runner/grading/assignment.h"
#include "runner/grading/handout.h"
#include "support/files.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;

/// The text as a TOML string.
std::string tomlText(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "\"";
}

std::string tomlList(const std::vector<std::string>& texts) {
  return "[" + support::joined(texts, ", ", tomlText) + "]";
}

std::vector<std::string> wordsOf(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t begin = line.find_first_not_of(" ,\t", i);
    if (begin == std::string::npos) break;
    i = std::min(line.find_first_of(" ,\t", begin), line.size());
    words.push_back(line.substr(begin, i - begin));
  }
  return words;
}

/// Asks questions that have default answers. After the end of the input, each further question gets its default.
class Interview {
 public:
  explicit Interview(std::vector<std::string> names) : prompt_(std::move(names)) {}

  bool agrees(const std::string& question, bool usually) {
    while (true) {
      const std::string answer = text(question, usually ? "yes" : "no");
      if (answer == "y" || answer == "yes") return true;
      if (answer == "n" || answer == "no") return false;
    }
  }

  std::string text(const std::string& question, const std::string& usually) {
    if (ended_) return usually;
    const std::string shown = usually.empty() ? question + " > " : fmt::format("{} [{}] > ", question, usually);
    auto line = prompt_.read(shown);
    if (!prompt_.interactive()) reporters::show(stdout, shown + (line ? *line : "") + "\n");
    if (!line) {
      ended_ = true;
      return usually;
    }
    const std::string_view said = support::trimmed(*line);
    return said.empty() ? usually : std::string(said);
  }

  double number(const std::string& question, double usually) {
    while (true) {
      const std::string answer = text(question, fmt::format("{:g}", usually));
      char* end = nullptr;
      const double value = std::strtod(answer.c_str(), &end);
      if (end != answer.c_str() && *end == '\0' && value >= 0 && value <= 1e6) return value;
    }
  }

 private:
  Prompt prompt_;
  bool ended_ = false;
};

class GradeInitCommand {
 public:
  explicit GradeInitCommand(const GradeArguments& arguments) : arguments_(arguments) {}

  int make() {
    if (arguments_.paths.size() != 2) return usageError("aunit grade init needs one model");
    parser::LoadOptions how;
    how.alloy5 = arguments_.language.alloy5;
    loaded_ = parser::load(arguments_.paths[1], how);
    if (!loaded_->ok()) {
      reporters::show(stderr, model::render(loaded_->diagnostics.all(), loaded_->sources, false));
      return usageOrModelError;
    }
    const fs::path model = arguments_.paths[1];
    folder_ = arguments_.out.value_or(model.stem().generic_string());
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(folder_, ignored)) && !fs::is_empty(folder_, ignored))
      return usageError(fmt::format("`{}` exists already and is not empty", folder_));
    std::vector<std::string> names;
    for (const model::Func& function : loaded_->model->funcs())
      if (function.module == 0 && function.isPredicate && !function.recursive) names.push_back(function.name);
    if (names.empty()) return usageError(fmt::format("{} has no predicate that students can write", arguments_.paths[1]));
    ask(names);
    if (exercises_.empty()) return usageError("there is no exercise: name one with --pred");
    std::string error;
    std::vector<std::string> predicates;
    for (const auto& [name, points] : exercises_) predicates.push_back(name);
    const auto handout = runner::handoutOf(*loaded_, predicates, hidden_, error);
    if (!handout) return usageError(error);
    const auto seen = parser::loadText((fs::path(folder_) / handoutName()).generic_string(), *handout, reading());
    if (!seen->ok()) {
      usageError("the model for students has errors: visible paragraphs use hidden ones");
      reporters::show(stderr, model::render(seen->diagnostics.all(), seen->sources, false));
      return usageOrModelError;
    }
    return write(*handout);
  }

 private:
  void ask(const std::vector<std::string>& names) {
    Interview interview(names);
    for (const std::string& name : arguments_.predicates) exercises_.emplace_back(name, 1);
    hidden_ = runner::markedSecret(*loaded_);
    hidden_.insert(arguments_.hidden.begin(), arguments_.hidden.end());
    title_ = interview.text("Title", fs::path(arguments_.paths[1]).stem().generic_string());
    if (exercises_.empty())
      for (const std::string& name : names)
        if (!hidden_.contains(name) &&
            interview.agrees(fmt::format("Do students write the predicate `{}`?", support::oneLine(name)), false))
          exercises_.emplace_back(name, 1);
    for (auto& [name, points] : exercises_) points = interview.number(fmt::format("Points for `{}`", support::oneLine(name)), 1);
    partial_ = interview.text(
        "Points for wrong answers (none: no points; suite: by the share of situations that the answer judges correctly; "
        "distance: by the share of instances that the answer has in common with the right predicate)",
        arguments_.partial.value_or("none"));
    if (partial_ != "suite" && partial_ != "distance") partial_ = "none";
    for (const std::string& word : wordsOf(interview.text("Names of paragraphs that students do not see", "")))
      hidden_.insert(word);
    if (!exercises_.empty() && interview.agrees("Do students write tests, too?", false)) {
      tests_ = "tests of " + exercises_.front().first;
      testPoints_ = interview.number("Points for the tests", 1);
    }
    scope_ = wordsOf(interview.text("Scope in which answers are compared",
                                    arguments_.scope.empty() ? "3" : fmt::format("{}", fmt::join(arguments_.scope, " "))));
    helpers_ = interview.agrees("May answers add predicates and functions?", true);
    situation_ = interview.agrees("Do students see a situation that their answer judges wrongly?", true);
    hints_ = interview.agrees("Do students get hints?", !arguments_.noHints);
  }

  std::string ending() const { return arguments_.paths[1].ends_with(".md") ? ".md" : ".als"; }
  std::string rightName() const { return "right" + ending(); }
  std::string handoutName() const { return "handout" + ending(); }

  /// Options for loading texts of the new folder as if they were in the original model's folder, so that their `open`s find the
  /// same modules.
  parser::LoadOptions reading() const {
    parser::LoadOptions how;
    how.alloy5 = arguments_.language.alloy5;
    const fs::path from = fs::path(arguments_.paths[1]).parent_path(), to = folder_;
    how.readFile = [from, to](const std::string& path) {
      std::string ignored;
      return support::readFile((from / fs::path(path).lexically_relative(to)).generic_string(), ignored);
    };
    return how;
  }

  std::string settings() const {
    std::string text = "# What students write, and how it is judged: see docs/grading.md.\n";
    text += fmt::format(
        "title = {}\nright = {}        # the right model; students do not see it\nhandout = {}    # the model that students "
        "get\n",
        tomlText(title_), tomlText(rightName()), tomlText(handoutName()));
    text += fmt::format("hidden = {}    # paragraphs and fields of the right model that students do not see\n",
                        tomlList({hidden_.begin(), hidden_.end()}));
    text += "may-change = []    # paragraphs of the handout that answers may change\n";
    text += fmt::format("helpers = {}    # whether answers may add predicates and functions\n", helpers_);
    text += fmt::format("scope = {}    # scope of the comparison with the right model: \"3\", \"Person=4\"\n", tomlList(scope_));
    text += fmt::format("timeout = {:g}    # time limit per answer, in seconds\n", arguments_.timeout.value_or(10));
    text += fmt::format("feedback = \"{}\"    # what students see: \"verdict\", or also a small \"situation\"\n",
                        situation_ ? "situation" : "verdict");
    text += fmt::format("hints = {}\n", hints_);
    text += fmt::format(
        "{}submissions = {}    # pattern of the paths below the folder of all submissions; without it, each file is one "
        "student's\n",
        arguments_.layout ? "" : "# ", tomlText(arguments_.layout.value_or("{student}/{attempt}.als")));
    for (const auto& [name, points] : exercises_)
      text += fmt::format(
          "\n[[exercise]]\npredicate = {}\npoints = {:g}\npartial = \"{}\"    # points for wrong answers: \"none\", \"suite\", "
          "\"distance\"\n",
          tomlText(name), points, partial_);
    if (!tests_.empty())
      text += fmt::format(
          "\n[[exercise]]\ntests = {}\npoints = {:g}\npartial = \"{}\"\nfile = \"tests.aunit\"\nright = [{}]\nwrong = "
          "[\"wrong\"]    # a folder; aunit grade --chaffs N writes models with students' wrong answers into it\n",
          tomlText(tests_), testPoints_, partial_ == "none" ? "none" : "suite", tomlText(rightName()));
    return text;
  }

  int write(const std::string& handout) {
    std::string error;
    auto folders = support::NewFolders::create(folder_, error);
    if (!folders) return usageError(fmt::format("cannot create the folder {}: {}", folder_, error));
    std::vector<std::pair<std::string, std::string>> files = {{rightName(), loaded_->sources.file(0).document()},
                                                              {handoutName(), handout}};
    const fs::path base = fs::path(arguments_.paths[1]).parent_path().lexically_normal();
    for (model::FileId f = 1; f < loaded_->sources.size(); ++f) {
      const std::string name =
          fs::path(loaded_->sources.file(f).path()).lexically_normal().lexically_relative(base).generic_string();
      if (name.empty() || name.starts_with("..") || !fs::exists(loaded_->sources.file(f).path()))
        continue;  // skips modules of the library
      files.emplace_back(name, loaded_->sources.file(f).document());
    }
    files.emplace_back(runner::assignmentFile, settings());
    if (!tests_.empty()) files.emplace_back("wrong/.keep", "");
    std::vector<support::NewFolders> below;
    std::vector<support::OutputFile> made;
    for (const auto& [name, text] : files) {
      const fs::path place = fs::path(folder_) / name;
      auto parents = support::NewFolders::create(place.parent_path().generic_string(), error);
      auto file = parents ? support::OutputFile::create(place.generic_string(), error) : std::nullopt;
      if (!file) return usageError(fmt::format("cannot write `{}`: {}", place.generic_string(), error));
      below.push_back(std::move(*parents));
      made.push_back(std::move(*file));
    }
    for (std::size_t i = 0; i < files.size(); ++i)
      if (!made[i].commit(files[i].second, error)) return usageError(fmt::format("cannot write `{}`: {}", made[i].path(), error));
    for (support::NewFolders& one : below) one.keep();
    folders->keep();
    reporters::show(stdout,
                    fmt::format("{0}/{1}: the settings of the assignment\n{0}/{2}: the right model (do not give it to students)\n"
                                "{0}/{3}: the model that students get\n",
                                folder_, runner::assignmentFile, rightName(), handoutName()));
    return allPassed;
  }

  const GradeArguments& arguments_;
  std::unique_ptr<parser::Loaded> loaded_;
  std::string folder_, title_, partial_ = "none", tests_;
  std::vector<std::pair<std::string, double>> exercises_;
  std::set<std::string> hidden_;
  std::vector<std::string> scope_;
  double testPoints_ = 1;
  bool helpers_ = true, situation_ = true, hints_ = true;
};

}  // namespace

int gradeInit(const GradeArguments& arguments) {
  return GradeInitCommand(arguments).make();
}

}  // namespace aunit::cli
