#include "cli/output/exec_journal.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/usage_error.h"
#include "reporters/terminal/console.h"

namespace aunit::cli {

namespace {

bool isDone(const ExecLine& done) {
  try {
    return done.at("digest").is_string() && done.at("seconds").is_number() && done.at("shown").is_array() &&
           std::ranges::all_of(done.at("shown"), [](const ExecLine& text) { return text.is_string(); }) &&
           !rowOf(done.at("line"), false, reporters::Style(false)).empty();
  } catch (const ExecLine::exception&) {
    return false;
  }
}

}  // namespace

bool ExecJournal::open(const std::string& path, Of of) {
  auto journal = read(path, of);
  if (!journal) return false;
  if (const auto& damaged = journal->damaged(); !damaged.empty())
    reporters::complain(fmt::format("{}{}:{}: not what was written, by its checksum{}: what it answered is asked again",
                                    of == Of::person ? "--resume: " : "", path, damaged.front(),
                                    damaged.size() == 1 ? "" : fmt::format(", nor are {} lines more", damaged.size() - 1)));
  path_ = path;
  journal_.emplace(std::move(*journal));
  return true;
}

std::optional<runner::Journal> ExecJournal::read(const std::string& path, Of of) {
  const auto refuse = [&](const std::string& text) {
    if (of == Of::person)
      usageError("--resume: " + text);
    else
      reporters::complain("what a part of the commands came to cannot be read: " + text);
    return std::nullopt;
  };
  std::string error;
  auto journal = runner::Journal::open(path, error);
  if (!journal) return refuse(error);
  for (const runner::Journal::Entry& entry : journal->entries()) {
    ExecLine done = ExecLine::parse(entry.text, nullptr, false);
    if (!isDone(done))
      return refuse(fmt::format("{}:{}: this is no line of `aunit exec`{}", path, entry.line,
                                of == Of::person ? "; without it the journal can be used" : ""));
    const std::string digest = done["digest"];
    done_.insert_or_assign(digest, std::move(done));
  }
  return journal;
}

std::optional<Told> ExecJournal::find(const std::string& digest, double timeout) const {
  const auto known = done_.find(digest);
  if (known == done_.end()) return std::nullopt;
  const ExecLine& done = known->second;
  Told told{done["line"]};
  if (told.line["verdict"] == "UNKNOWN" && journal_ && !(timeout > 0 && done["seconds"] >= timeout)) return std::nullopt;
  for (const ExecLine& text : done["shown"]) told.shown.push_back(text);
  return told;
}

bool ExecJournal::add(const std::string& digest, double seconds, const Told& told) {
  const ExecLine done = {{"digest", digest}, {"seconds", seconds}, {"line", told.line}, {"shown", told.shown}};
  std::string error;
  if (journal_->add(done.dump(-1, ' ', false, ExecLine::error_handler_t::replace), error)) return true;
  if (!failed_.exchange(true)) reporters::complain(fmt::format("{}: {}", path_, error));
  return false;
}

}  // namespace aunit::cli
