#include "strength/grading/report.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace aunit::strength::grading {

const char* nameOf(PartialCredit rule) {
  switch (rule) {
    case PartialCredit::none: return "none";
    case PartialCredit::suite: return "suite";
    case PartialCredit::distance: return "distance";
  }
  return "none";
}

const char* nameOf(Feedback level) {
  return level == Feedback::verdict ? "verdict" : "situation";
}

std::string hintFor(const ExerciseReport& exercise, const AnswerReport& answer) {
  if (answer.hint || answer.cluster == model::noId) return answer.hint.value_or("");
  return exercise.clusters[answer.cluster].hint;
}

std::optional<double> pointsOf(const Report& report, std::uint32_t submission) {
  double sum = 0;
  for (const ExerciseReport& exercise : report.exercises) {
    if (!exercise.answers[submission].points) return std::nullopt;
    sum += *exercise.answers[submission].points;
  }
  return sum;
}

double mostPoints(const Report& report) {
  double sum = 0;
  for (const ExerciseReport& exercise : report.exercises) sum += exercise.exercise.points;
  return sum;
}

std::vector<std::pair<Moves, Moves>> movesOf(const Report& report, const ExerciseReport& exercise) {
  std::vector<std::pair<Moves, Moves>> moves(exercise.clusters.size());
  std::map<std::string_view, std::vector<std::uint32_t>> byStudent;
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) byStudent[report.submissions[s].student].push_back(s);
  for (auto& [student, attempts] : byStudent) {
    std::ranges::stable_sort(attempts, {}, [&](std::uint32_t s) { return report.submissions[s].attempt; });
    for (std::size_t i = 0; i + 1 < attempts.size(); ++i) {
      const AnswerReport &before = exercise.answers[attempts[i]], &after = exercise.answers[attempts[i + 1]];
      if (before.cluster == model::noId) continue;
      const std::string& time = report.submissions[attempts[i + 1]].time;
      const bool hinted = !report.hintsSince.empty() && !time.empty() && time >= report.hintsSince;
      for (Moves* one : {&moves[before.cluster].first, &moves[before.cluster].second}) {
        if (one == &moves[before.cluster].second && !hinted) continue;
        ++one->tried;
        one->right += after.verdict == Class::correct;
        one->stayed += after.cluster == before.cluster;
      }
    }
  }
  return moves;
}

void withNumbers(std::vector<ClusterReport>& clusters) {
  std::vector<ClusterReport*> byName;
  for (ClusterReport& cluster : clusters) byName.push_back(&cluster);
  std::ranges::stable_sort(byName, {}, &ClusterReport::name);
  std::map<std::string, std::size_t> times;
  for (ClusterReport* cluster : byName) {
    cluster->name.resize(std::min(cluster->name.find('~'), cluster->name.size()));
    if (const std::size_t time = ++times[cluster->name]; time > 1) cluster->name += fmt::format("-{}", time);
  }
}

namespace {

/// The data that must be equal in the reports of all parts of a run.
auto identityOf(const Report& report) {
  std::vector<std::tuple<std::string, std::string, double, std::string>> exercises;
  for (const ExerciseReport& one : report.exercises)
    exercises.emplace_back(one.exercise.name, one.scope, one.exercise.points, one.rule);
  std::vector<std::tuple<std::string, std::string, std::uint32_t>> submissions;
  for (const SubmissionReport& one : report.submissions) submissions.emplace_back(one.name, one.student, one.attempt);
  return std::tuple(report.title, report.parts, std::move(exercises), std::move(submissions));
}

/// Merges a part's cluster with the equal cluster of `all`, or adds it to `all` if none is equal. Returns the index in `all`. Two
/// clusters of right answers are equal. Two clusters of tests are equal if the tests have the same outcomes on all models.
std::uint32_t placeOf(ClusterReport&& cluster, ExerciseReport& all) {
  const bool tests = all.exercise.kind == Exercise::Kind::tests;
  for (std::uint32_t c = 0; c < all.clusters.size(); ++c) {
    ClusterReport& known = all.clusters[c];
    const bool same =
        cluster.verdict == known.verdict &&
        (cluster.verdict == Class::correct || (tests && cluster.missed == known.missed && cluster.refused == known.refused));
    if (!same) continue;
    if (known.comment.empty()) known.comment = std::move(cluster.comment);
    if (tests && !cluster.answers.empty() && (known.answers.empty() || cluster.answers.front() < known.answers.front())) {
      known.text = std::move(cluster.text);
      known.answers = std::move(cluster.answers);
    }
    return c;
  }
  all.clusters.push_back(std::move(cluster));
  return static_cast<std::uint32_t>(all.clusters.size() - 1);
}

void add(ExerciseReport& all, ExerciseReport&& part) {
  std::vector<std::uint32_t> now;
  for (ClusterReport& cluster : part.clusters) now.push_back(placeOf(std::move(cluster), all));
  for (std::size_t s = 0; s < all.answers.size(); ++s) {
    AnswerReport &one = all.answers[s], &other = part.answers[s];
    // A limit may have left an answer undecided in one part of the run, while another part has decided it.
    const bool better = (one.elsewhere && !other.elsewhere) ||
                        (one.verdict == Class::unknown && !other.elsewhere && other.verdict != Class::unknown);
    if (!better) continue;
    if (other.cluster != model::noId) other.cluster = now[other.cluster];
    one = std::move(other);
  }
}

/// Removes duplicate and empty clusters, sorts the remaining clusters, and lists the answers of each.
void order(ExerciseReport& exercise) {
  std::vector<ClusterReport> clusters = std::move(exercise.clusters);
  for (ClusterReport& cluster : clusters) cluster.answers.clear();
  for (std::uint32_t s = 0; s < exercise.answers.size(); ++s)
    if (const std::uint32_t c = exercise.answers[s].cluster; c != model::noId) clusters[c].answers.push_back(s);
  std::vector<std::uint32_t> places;
  std::optional<std::uint32_t> right;
  for (std::uint32_t c = 0; c < clusters.size(); ++c) {
    if (clusters[c].verdict == Class::correct)
      right = c;
    else if (!clusters[c].answers.empty())
      places.push_back(c);
  }
  std::ranges::sort(places, {}, [&](std::uint32_t c) { return clusters[c].answers.front(); });
  if (right) places.insert(places.begin(), *right);
  std::vector<std::uint32_t> now(clusters.size(), model::noId);
  exercise.clusters.clear();
  for (const std::uint32_t c : places) {
    now[c] = static_cast<std::uint32_t>(exercise.clusters.size());
    exercise.clusters.push_back(std::move(clusters[c]));
  }
  for (AnswerReport& answer : exercise.answers)
    if (answer.cluster != model::noId) answer.cluster = now[answer.cluster];
}

}  // namespace

std::optional<Report> united(std::vector<Report> parts, std::string& error) {
  std::vector<bool> there(parts.front().parts);
  for (const Report& part : parts) {
    if (identityOf(part) != identityOf(parts.front())) {
      error = "the reports are not parts of one run: their assignments, submissions or numbers of parts differ";
      return std::nullopt;
    }
    if (part.part >= there.size()) {
      error = fmt::format("a report says that it is shard {} of {}, which does not exist", part.part + 1, there.size());
      return std::nullopt;
    }
    there[part.part] = true;
  }
  if (const auto missing = std::ranges::find(there, false); missing != there.end()) {
    error = fmt::format("shard {}/{} is missing", missing - there.begin() + 1, there.size());
    return std::nullopt;
  }
  Report all = std::move(parts.front());
  for (std::size_t p = 1; p < parts.size(); ++p) {
    all.interrupted |= parts[p].interrupted;
    all.seconds += parts[p].seconds;
    for (std::size_t e = 0; e < all.exercises.size(); ++e) add(all.exercises[e], std::move(parts[p].exercises[e]));
  }
  for (ExerciseReport& exercise : all.exercises) {
    order(exercise);
    withNumbers(exercise.clusters);
  }
  all.part = 0;
  all.parts = 1;
  return all;
}

}  // namespace aunit::strength::grading
