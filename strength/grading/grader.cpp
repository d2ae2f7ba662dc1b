#include "strength/grading/grader.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "solver/entailment/logic.h"
#include "solver/grounding/scope.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "solver/unsupported.h"
#include "strength/grading/clusters.h"
#include "strength/grading/readings.h"
#include "strength/grading/rows.h"
#include "strength/grading/situation_solver.h"
#include "strength/grading/small_situations.h"
#include "strength/instances/smallest.h"
#include "support/digest.h"

namespace aunit::strength::grading {

using namespace model;

const char* nameOf(Class one) {
  switch (one) {
    case Class::correct: return "correct";
    case Class::under: return "under";
    case Class::over: return "over";
    case Class::both: return "both";
    case Class::invalid: return "invalid";
    case Class::forbidden: return "forbidden";
    case Class::unknown: return "unknown";
  }
  return "unknown";
}

namespace {

constexpr std::size_t rowsByChance = 150, triesByChance = 1500;
// Limits for the pool of situations that are used to name the clusters. If fewer than `fewForNames` random situations are found,
// the fixed suite is added to the pool.
constexpr std::size_t rowsForNames = 400, triesForNames = 3000, fewForNames = 40;

Permissions withPredicate(Permissions permissions, const model::Func& predicate) {
  permissions.predicates.insert(predicate.name);
  return permissions;
}

}  // namespace

std::optional<std::string> refusalOf(const model::Model& model, const model::Scope& scope) {
  try {
    solver::deriveSizes(model, scope, model.hasMutable());
    return std::nullopt;
  } catch (const solver::Unsupported& refused) {
    return refused.what();
  }
}

/// Judges the answers. A reading is the formula of one or more answers (readings.h). Most vectors among the members have one
/// element per reading.
class Grader::Work {
 public:
  Work(const model::Model& right, model::FuncId predicate, GraderOptions options)
      : options_(std::move(options)), readings_(right, predicate, withPredicate(options_.permissions, right.func(predicate))) {}

  std::uint32_t add(const parser::Loaded& answer) {
    ReadingError reason;
    const auto reading = readings_.read(answer, reason);
    readingOf_.push_back(reading.value_or(noId));
    Judgement judgement;
    if (!reading) judgement.verdict = reason.forbidden ? Class::forbidden : Class::invalid;
    judgement.why = std::move(reason.why);
    judgements_.push_back(std::move(judgement));
    return static_cast<std::uint32_t>(judgements_.size() - 1);
  }

  std::uint32_t addInvalid(std::string why) {
    readingOf_.push_back(noId);
    judgements_.push_back({.verdict = Class::invalid, .why = std::move(why)});
    return static_cast<std::uint32_t>(judgements_.size() - 1);
  }

  void judge() {
    temporal_ = readings_.model().hasMutable();
    bool timed = false;  // whether some answer has temporal operators
    for (const Reading& reading : readings_.all()) timed |= readings_.model().expr(reading.body).temporal;
    rows_.emplace(readings_, options_.scope, temporal_, options_.semantics, options_.limits);
    rows_->onRow = [this] { refine(); };
    solver_.emplace(readings_, options_, temporal_, timed);
    groupOf_.assign(readings_.size(), 0);
    digest_.assign(readings_.size(), support::fnvBasis);
    confirmed_.assign(readings_.size(), false);
    shows_[0].assign(readings_.size(), noId);
    shows_[1].assign(readings_.size(), noId);
    groups_ = 1;
    agreed_.assign(readings_.size(), {});
    // All situations of the suite are made before any answer is evaluated in them. So the suite does not depend on how much time
    // the answers take.
    std::vector<Situation> suite = rows_->byChance(rowsByChance, triesByChance);
    solver_->addRight(suite, rows_->sizes());
    for (Situation& situation : suite) rows_->add(std::move(situation));
    suite_ = agreed_;
    byChance_ = {rows_->size(), {shows_[0], shows_[1]}, digest_};
    separate();
    for (const bool accepted : {true, false}) direct(accepted);
    conclude();
    nameClusters(clusters_, poolForNames(), suiteDigests(), readings_.model(), options_);
    if (!options_.nearness) return;
    small_ = smallSituations(readings_, options_.scope, temporal_, solver_->how());
    if (!small_->situations.empty())
      measureNearness(clusters_, small_->situations, readings_[0].body, readings_.model(), options_);
  }

  std::size_t readings() const { return readings_.size(); }
  std::uint32_t readingOf(std::uint32_t answer) const { return readingOf_[answer]; }
  int nearnessScope() const { return small_ ? small_->atoms : 0; }
  std::size_t nearnessSituations() const { return small_ ? small_->situations.size() : 0; }
  std::size_t suiteSize(bool accepted) const { return suite_.empty() ? 0 : suite_[0][accepted]; }
  const std::vector<Judgement>& judgements() const { return judgements_; }
  const std::vector<Cluster>& clusters() const { return clusters_; }
  const model::Model& model() const { return readings_.model(); }

  Witnesses witnessesOf(std::uint32_t cluster) const {
    Witnesses found;
    if (sought_[cluster].empty()) return found;
    Situations situations(readings_, rows_->sizes(), options_.semantics, options_.limits);
    for (const ExampleGoal& sought : sought_[cluster])
      (sought.accepted ? found.accepted : found.rejected) = witnessOf(sought, clusters_[cluster].body, situations);
    return found;
  }

  std::vector<Example> examples(std::size_t each) const {
    std::vector<std::uint32_t> order(byChance_.rows);
    for (std::uint32_t row = 0; row < order.size(); ++row) order[row] = row;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t row) { return sizes_[row]; });
    std::vector<Example> chosen;
    std::array<std::size_t, 2> left{each, each};
    for (const std::uint32_t row : order)
      if (left[right_[row]] > 0) {
        --left[right_[row]];
        chosen.push_back({&(*rows_)[row], right_[row]});
      }
    return chosen;
  }

 private:
  /// Says where an example for students comes from: it is row `row` of the suite or, if `row` is noId, the solver's answer to
  /// `question`.
  struct ExampleGoal {
    bool accepted;
    std::uint32_t row;
    ExprId question;
    bool timed;
  };

  /// Called after a row (a situation with the value of each reading in it) was added. Splits groups whose readings have different
  /// values in the row. `shows_` has, for each reading, the smallest row that it wrongly accepts, and the smallest row that it
  /// wrongly rejects. The new row replaces larger ones.
  void refine() {
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> parts;
    std::vector<std::uint32_t> part(groups_, 0);
    const auto row = static_cast<std::uint32_t>(rows_->size() - 1);
    const std::size_t size = sizeOf((*rows_)[row].instance);
    sizes_.push_back(size);
    right_.push_back(rows_->last(0));
    for (std::uint32_t r = 0; r < readings_.size(); ++r) {
      agreed_[r][rows_->last(0)] += rows_->last(r) == rows_->last(0);
      digest_[r] = support::fnv(digest_[r], rows_->last(r) ? 2 : 1);
    }
    for (std::uint32_t r = 0; r < readings_.size(); ++r) {
      if (isOpen(r) && rows_->last(r) != rows_->last(0)) {
        std::uint32_t& known = shows_[rows_->last(r)][r];
        if (known == noId || size < sizes_[known]) known = row;
      }
      if (!isOpen(r)) continue;
      const std::uint32_t old = groupOf_[r];
      const auto [place, added] = parts.try_emplace({old, rows_->last(r)}, part[old] == 0 ? old : groups_);
      if (added && part[old]++ != 0) ++groups_;
      groupOf_[r] = place->second;
    }
  }

  /// False if the reading was marked as undecided.
  bool isOpen(std::uint32_t reading) const { return readings_[reading].undecided.empty(); }
  void giveUp(std::uint32_t reading, const std::string& why) {
    readings_.all()[reading].undecided = why.empty() ? "the solver did not decide" : why;
  }

  std::vector<std::vector<std::uint32_t>> groups() const {
    std::vector<std::vector<std::uint32_t>> members(groups_);
    for (std::uint32_t r = 0; r < readings_.size(); ++r)
      if (isOpen(r) && isMine(r)) members[groupOf_[r]].push_back(r);
    return members;
  }

  /// Whether this part of the run judges the reading. Readings that the suite does not distinguish belong to the same part.
  bool isMine(std::uint32_t reading) const {
    return options_.parts <= 1 || (byChance_.digests[reading] >> 20) % options_.parts == options_.part;
  }

  /// Asks the solver, for each group, whether its members are equivalent. Repeats this until all members of all groups are
  /// confirmed or undecided.
  void separate() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::vector<std::uint32_t>& members : groups()) {
        if (members.size() < 2) continue;
        std::vector<std::uint32_t> open;
        for (std::size_t i = 1; i < members.size(); ++i)
          if (!confirmed_[members[i]]) open.push_back(members[i]);
        if (open.empty()) continue;
        changed = true;
        compare(members[0], open);
      }
    }
  }

  /// Asks the solver whether reading `first` is equivalent to the readings `others`. Each call makes progress: it confirms a
  /// reading of `others`, separates one from the group of `first`, or marks a reading as undecided.
  void compare(std::uint32_t first, const std::vector<std::uint32_t>& others) {
    readings_.nodes().at({});
    std::vector<ExprId> differences;
    for (const std::uint32_t other : others) differences.push_back(logic().differ(readings_[first].body, readings_[other].body));
    switch (ask(logic().any(differences))) {
      case Answer::none:
        for (const std::uint32_t other : others) confirmed_[other] = true;
        return;
      case Answer::row:
        if (std::ranges::any_of(others,
                                [&](std::uint32_t other) { return !isOpen(other) || groupOf_[other] != groupOf_[first]; }))
          return;
        why_ = "evaluation does not agree with the solver";
        break;
      case Answer::unknown: break;
    }
    if (others.size() == 1) return giveUpOneOf(first, others[0]);
    for (const std::uint32_t other : others) {
      if (!isOpen(other) || !isOpen(first) || groupOf_[other] != groupOf_[first]) continue;
      compare(first, {other});
    }
  }

  /// Called if the solver cannot compare two readings. Marks one of them as undecided: `first` if the solver cannot compare it
  /// with the right predicate either, otherwise `second`. So a reading that is too hard does not make all others undecided.
  void giveUpOneOf(std::uint32_t first, std::uint32_t second) {
    const std::string why = why_;
    if (first != 0 && ask(logic().differ(readings_[first].body, readings_[0].body)) == Answer::unknown)
      return giveUp(first, why_);
    giveUp(second, why);
  }

  /// Finds, for each group of wrong readings, a row that the readings wrongly accept (or wrongly reject, if `accepted` is false).
  /// Skips groups for which such a row is known.
  void direct(bool accepted) {
    std::vector<std::uint32_t> open;
    for (const std::vector<std::uint32_t>& members : groups())
      if (!members.empty() && members[0] != 0 && (!isOpen(0) || groupOf_[members[0]] != groupOf_[0])) open.push_back(members[0]);
    const auto settled = [&](std::uint32_t reading) { return !isOpen(reading) || shows_[accepted][reading] != noId; };
    while (std::erase_if(open, settled), !open.empty())
      if (!look(open, accepted)) return;
  }

  /// Asks the solver for a situation that one of the readings `open` wrongly accepts (or, if `accepted` is false, wrongly
  /// rejects). Returns false if there is nothing left to ask.
  bool look(const std::vector<std::uint32_t>& open, bool accepted) {
    readings_.nodes().at({});
    std::vector<ExprId> wrong;
    for (const std::uint32_t reading : open) wrong.push_back(wrongly(readings_[reading].body, accepted));
    const Answer answer = ask(logic().any(wrong));
    if (answer == Answer::none) return false;
    const bool shown = std::ranges::any_of(open, [&](std::uint32_t r) { return !isOpen(r) || shows_[accepted][r] != noId; });
    if (answer == Answer::row && shown) return true;
    if (answer == Answer::row) why_ = "evaluation does not agree with the solver";
    if (open.size() == 1) {
      giveUpGroup(open[0]);
      return true;
    }
    for (const std::uint32_t reading : open)
      if (isOpen(reading) && shows_[accepted][reading] == noId) look({reading}, accepted);
    return false;  // the loop has asked about each reading alone
  }

  void giveUpGroup(std::uint32_t reading) {
    const std::uint32_t group = groupOf_[reading];
    for (std::uint32_t r = 0; r < readings_.size(); ++r)
      if (isOpen(r) && groupOf_[r] == group) giveUp(r, why_);
  }

  /// Returns a formula that holds if `body` wrongly accepts a situation (or wrongly rejects it, if `accepted` is false).
  ExprId wrongly(ExprId body, bool accepted) {
    readings_.nodes().at({});
    const ExprId right = readings_[0].body;
    return accepted ? logic().both(logic().no(right), body) : logic().both(right, logic().no(body));
  }

  solver::Logic logic() { return {readings_.model(), readings_.nodes(), options_.semantics}; }

  enum class Answer : std::uint8_t { none, row, unknown };

  /// Asks the solver for a situation in which `formula` holds, and adds it as a row. The free variables of `formula` must be the
  /// parameters of the predicate.
  Answer ask(ExprId formula) {
    SituationAnswer found = solver_->ask(formula);
    if (found.kind == SituationAnswer::Kind::none) return Answer::none;
    why_ = std::move(found.why);
    if (!found.situation) return Answer::unknown;
    rows_->add(std::move(*found.situation));
    return Answer::row;
  }

  void conclude() {
    std::map<std::uint32_t, std::uint32_t> clusterOf;  // by group
    if (isOpen(0)) {
      clusterOf.emplace(groupOf_[0], 0);
      sought_.emplace_back();
      clusters_.push_back(
          {.verdict = Class::correct, .name = "correct", .answers = {}, .share = 1, .nearness = {}, .body = readings_[0].body});
    }
    for (std::uint32_t a = 0; a < readingOf_.size(); ++a) {
      const std::uint32_t reading = readingOf_[a];
      if (reading == noId) continue;
      Judgement& judgement = judgements_[a];
      if (!isOpen(reading) || !isOpen(0)) {
        judgement.verdict = Class::unknown;
        judgement.why = isOpen(reading) ? "the right predicate: " + readings_[0].undecided : readings_[reading].undecided;
        continue;
      }
      if (!isMine(reading)) {
        judgement.elsewhere = true;
        continue;
      }
      const auto [place, added] = clusterOf.try_emplace(groupOf_[reading], static_cast<std::uint32_t>(clusters_.size()));
      if (added) clusters_.push_back(clusterAround(reading));
      clusters_[place->second].answers.push_back(a);
      judgement.cluster = place->second;
      judgement.verdict = clusters_[place->second].verdict;
    }
  }

  /// Returns the cluster of the group whose first member is the wrong reading `reading`. Cluster::verdict follows from the rows
  /// that `reading` judges wrongly.
  Cluster clusterAround(std::uint32_t reading) {
    const std::uint32_t rejected = shows_[0][reading], accepted = shows_[1][reading];
    Cluster cluster;
    cluster.share = shareOf(reading);
    cluster.verdict = accepted == noId ? Class::over : rejected == noId ? Class::under : Class::both;
    cluster.body = readings_[reading].body;
    sought_.emplace_back();
    for (const bool kind : {false, true}) {
      if (shows_[kind][reading] == noId) continue;
      ExampleGoal sought{kind, byChance_.shows[kind][reading], noId, false};
      if (sought.row == noId) {
        sought.question = solver_->quantified(wrongly(cluster.body, kind));
        sought.timed = readings_.model().expr(sought.question).temporal;
      }
      sought_.back().push_back(sought);
    }
    return cluster;
  }

  /// Returns the situations that nameClusters() needs. They do not depend on the answers, unless the fixed suite is added.
  std::vector<Situation> poolForNames() {
    std::vector<Situation> pool = rows_->forNames(rowsForNames, triesForNames);
    if (pool.size() < fewForNames)
      for (std::size_t row = 0; row < byChance_.rows; ++row) pool.push_back((*rows_)[row]);
    return pool;
  }

  /// Returns, by cluster, the digest of its first answer's verdicts on the fixed suite; 0 for a cluster without answers.
  std::vector<std::uint64_t> suiteDigests() const {
    std::vector<std::uint64_t> digests;
    for (const Cluster& cluster : clusters_)
      digests.push_back(cluster.answers.empty() ? 0 : byChance_.digests[readingOf_[cluster.answers.front()]]);
    return digests;
  }

  std::optional<Witness> witnessOf(const ExampleGoal& sought, ExprId body, Situations& situations) const {
    std::optional<Situation> situation;
    if (sought.row != noId) {
      situation = (*rows_)[sought.row];
    } else {
      solver::Session session(readings_.model(), solver_->problemOf(sought.timed), solver_->how());
      solver::Result result = answered(session.ask({{sought.question}}));
      if (result.verdict != solver::Verdict::satisfiable) return std::nullopt;
      situation = solver_->situationOf(std::move(result));
    }
    if (situation) situation = situations.smallest(std::move(*situation), body, sought.accepted);
    if (!situation) return std::nullopt;
    auto beside = situations.beside(*situation, body);
    return Witness{std::move(*situation), std::move(beside)};
  }

  /// Returns Cluster::share of the reading: the mean of two shares of correct verdicts, on situations that the right predicate
  /// rejects and on those that it accepts. If the suite has only one of these two kinds, returns the share on that kind.
  double shareOf(std::uint32_t reading) const {
    double sum = 0;
    int kinds = 0;
    for (const bool right : {false, true})
      if (suite_[0][right] != 0) {
        sum += static_cast<double>(suite_[reading][right]) / static_cast<double>(suite_[0][right]);
        ++kinds;
      }
    return kinds == 0 ? 0 : std::min(mostOfWrong, sum / kinds);
  }

  const GraderOptions options_;
  Readings readings_;
  std::vector<std::uint32_t> readingOf_;  // by answer: the index of its reading; noId if it has none
  std::vector<Judgement> judgements_;
  std::vector<Cluster> clusters_;

  bool temporal_ = false;  // whether the right model has traces
  std::optional<Rows> rows_;
  std::optional<SituationSolver> solver_;
  std::vector<std::uint32_t> groupOf_;  // by reading
  std::uint32_t groups_ = 0;
  std::vector<bool> confirmed_;          // by reading: whether it is proved equivalent to the first reading of its group
  std::vector<std::uint32_t> shows_[2];  // by reading: smallest row that the reading wrongly rejects [0] or accepts [1]
  using Agreed = std::array<std::size_t, 2>;
  // By reading: the number of rows that both the reading and the right predicate reject [0] or accept [1]. `agreed_` counts all
  // rows; `suite_` counts only rows of the fixed suite.
  std::vector<Agreed> agreed_, suite_;
  std::vector<std::size_t> sizes_;     // by row
  std::vector<bool> right_;            // by row: whether the right predicate accepts it
  std::vector<std::uint64_t> digest_;  // by reading: a hash of the reading's values in all rows
  /// The state of the rows when the fixed suite was complete.
  struct {
    std::size_t rows = 0;
    std::array<std::vector<std::uint32_t>, 2> shows{};
    std::vector<std::uint64_t> digests{};
  } byChance_;
  std::vector<std::vector<ExampleGoal>> sought_;  // by cluster
  std::optional<SmallSituations> small_;
  std::string why_;  // why the last `Answer` was `unknown`
};

Grader::Grader(const model::Model& right, model::FuncId predicate, GraderOptions options)
    : work_(std::make_unique<Work>(right, predicate, std::move(options))) {}
Grader::~Grader() = default;

std::uint32_t Grader::add(const parser::Loaded& answer) {
  return work_->add(answer);
}
std::uint32_t Grader::addInvalid(std::string why) {
  return work_->addInvalid(std::move(why));
}
void Grader::judge() {
  work_->judge();
}
const std::vector<Judgement>& Grader::judgements() const {
  return work_->judgements();
}
const std::vector<Cluster>& Grader::clusters() const {
  return work_->clusters();
}
Witnesses Grader::witnessesOf(std::uint32_t cluster) const {
  return work_->witnessesOf(cluster);
}
std::vector<Example> Grader::examples(std::size_t each) const {
  return work_->examples(each);
}
std::uint32_t Grader::readingOf(std::uint32_t answer) const {
  return work_->readingOf(answer);
}
std::size_t Grader::readings() const {
  return work_->readings();
}
int Grader::nearnessScope() const {
  return work_->nearnessScope();
}
std::size_t Grader::nearnessSituations() const {
  return work_->nearnessSituations();
}
std::size_t Grader::suiteSize(bool accepted) const {
  return work_->suiteSize(accepted);
}
const model::Model& Grader::model() const {
  return work_->model();
}

}  // namespace aunit::strength::grading
