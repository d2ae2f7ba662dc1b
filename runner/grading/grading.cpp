#include "runner/grading/grading.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "parser/command_text.h"
#include "runner/grading/opened.h"
#include "runner/grading/points.h"
#include "runner/grading/shown_situations.h"
#include "runner/grading/tests_exercise.h"
#include "strength/grading/answer_hint.h"
#include "strength/grading/grader.h"
#include "strength/grading/hidden.h"
#include "strength/grading/readings.h"
#include "suite/text/formula_text.h"
#include "support/digest.h"
#include "support/failure.h"
#include "support/files.h"
#include "support/threads.h"

namespace aunit::runner {

namespace fs = std::filesystem;
using namespace strength::grading;

namespace {

/// Limit, in bytes, for stored answers. Hints are computed from these answers.
constexpr std::size_t mostKeptText = std::size_t{64} << 20;
/// A hint uses at most this number of accepted situations, and at most this number of rejected situations.
constexpr std::size_t examplesForHints = 6;
constexpr double secondsForHint = 2;

std::string withoutFolders(const std::string& path) {
  return fs::path(path).filename().generic_string();
}

class GradingRun {
 public:
  GradingRun(const Assignment& assignment, const GradingOptions& options) : assignment_(assignment), options_(options) {
    report_.title = assignment.title;
    report_.feedback = assignment.feedback;
    report_.hints = assignment.hints;
    report_.hintsSince = assignment.hintsSince;
    report_.part = options.part;
    report_.parts = options.parts;
  }

  Report run(std::vector<Submission> submissions) {
    const auto began = std::chrono::steady_clock::now();
    for (const Submission& one : submissions)
      report_.submissions.push_back({one.name, one.student, one.attempt, one.time, one.counts});
    if (prepare()) {
      try {
        read(submissions);
        judge();
        describe();
      } catch (const support::Exhausted&) {
        report_.interrupted = true;
      }
    }
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(report_);
  }

 private:
  /// The judge of an exercise: `grader` if the exercise asks for a predicate, `tests` if it asks for tests. The other member is
  /// null.
  struct Work {
    std::unique_ptr<Grader> grader;
    std::unique_ptr<TestsExercise> tests;
    /// By submission: the text of its answer, if the exercise asks for a predicate. Submissions with the same Grader::readingOf
    /// have only one entry.
    std::map<std::uint32_t, std::string> texts;
    std::vector<Comment> comments;  // their answers follow the answers of all submissions in `grader`, in the same order
  };

  unsigned threads() const { return options_.jobs == 0 ? support::cores() : options_.jobs; }

  parser::LoadOptions loading() const {
    parser::LoadOptions how;
    how.alloy5 = options_.alloy5;
    return how;
  }

  bool fail(std::string error) {
    report_.errors.push_back(std::move(error));
    return false;
  }

  bool prepare() {
    right_ = parser::load(assignment_.right, loading());
    if (!right_->ok()) return fail(model::render(right_->diagnostics.all(), right_->sources, false));
    report_.model = std::shared_ptr<const model::Model>(right_, right_->model.get());
    hidden_ = {assignment_.hidden.begin(), assignment_.hidden.end()};
    report_.handout = handoutView(report_.model, hidden_);
    opened_ = openedBy(*right_);
    std::set<std::string> predicates;
    for (const Exercise& exercise : assignment_.exercises)
      if (exercise.kind == Exercise::Kind::predicate) predicates.insert(exercise.name);
    for (const Exercise& exercise : assignment_.exercises) {
      report_.exercises.push_back({exercise, {}, {}, {}, {}});
      works_.emplace_back();
      if (exercise.kind == Exercise::Kind::predicate ? !preparePredicate(exercise, predicates) : !prepareTests(exercise))
        return false;
    }
    if (assignment_.folder.empty()) return true;
    comments_ = readComments(assignment_.folder, report_.errors);
    return report_.errors.empty();
  }

  bool preparePredicate(const Exercise& exercise, const std::set<std::string>& predicates) {
    const model::Model& model = *right_->model;
    const model::FuncId predicate = strength::grading::predicateNamed(model, exercise.name);
    if (predicate == model::noId || model.func(predicate).recursive) {
      std::vector<std::string> names;
      for (const model::Func& function : model.funcs())
        if (function.module == 0 && function.isPredicate) names.push_back(function.name);
      return fail(predicate != model::noId
                      ? fmt::format("{}: the predicate `{}` must not be recursive\n", assignment_.right, exercise.name)
                      : fmt::format("{} must have exactly one predicate with the name `{}`{}\n", assignment_.right, exercise.name,
                                    model::orNear(exercise.name, names)));
    }
    strength::grading::GraderOptions how;
    std::string error;
    if (options_.scope && !options_.scope(model, how.scope, error)) return fail(error + "\n");
    if (how.scope.overall < 0 && how.scope.sigs.empty()) how.scope.overall = 3;
    how.semantics = options_.semantics;
    how.limits = options_.limits;
    how.nearness = exercise.partial == PartialCredit::distance;
    how.part = options_.part;
    how.parts = options_.parts;
    how.permissions.predicates = predicates;
    how.permissions.hidden = hidden_;
    how.permissions.changeable = {assignment_.mayChange.begin(), assignment_.mayChange.end()};
    how.permissions.helpers = assignment_.helpers;
    ExerciseReport& report = report_.exercises.back();
    report.scope = parser::scopeText(model, how.scope);
    if (auto refused = strength::grading::refusalOf(model, how.scope))
      return fail(fmt::format("scope {}: {}\n", report.scope, *refused));
    works_.back().grader = std::make_unique<Grader>(model, predicate, how);
    return true;
  }

  bool prepareTests(const Exercise& exercise) {
    const auto models = [&](const std::vector<std::string>& paths, std::vector<strength::grading::TestedModel>& into) {
      for (const std::string& path : paths) {
        std::string error;
        auto text = support::readFile(path, error);
        if (!text) return fail(fmt::format("cannot read {}: {}\n", path, error));
        const auto loaded = parser::loadText(path, *text, loading());
        if (!loaded->ok()) return fail(model::render(loaded->diagnostics.all(), loaded->sources, false));
        into.push_back({withoutFolders(path), std::move(*text)});
      }
      return true;
    };
    std::vector<strength::grading::TestedModel> handout, right, wrong;
    if (!models({assignment_.handout}, handout) || !models(exercise.right, right) || !models(exercise.wrong, wrong)) return false;
    strength::grading::TestsJudge judge(handout.front(), std::move(right), std::move(wrong),
                                        {loading(), options_.semantics, options_.limits});
    works_.back().tests = std::make_unique<TestsExercise>(exercise, std::move(judge), report_.submissions.size());
    return true;
  }

  // ------------------------------------------------------------------------------------------------------------ reading

  /// The submission's file with the answer to an exercise. Returns null and sets `why` if there is none, or more than one.
  const SubmittedFile* fileFor(const Exercise& exercise, const Submission& submission, std::string& why) const {
    const SubmittedFile* found = nullptr;
    for (const SubmittedFile& file : submission.files) {
      const bool named = std::ranges::any_of(assignment_.exercises,
                                             [&](const Exercise& one) { return !one.file.empty() && one.file == file.name; });
      if (exercise.file.empty() ? named : file.name != exercise.file) continue;
      if (found)
        return support::failure(why, fmt::format("expected one file, but there are several: {} and {}", found->name, file.name));
      found = &file;
    }
    if (!found) why = exercise.file.empty() ? "nothing was handed in" : fmt::format("there is no file {}", exercise.file);
    return found;
  }

  /// Reads the submissions on several threads, 64 submissions at a time, to bound the number of loaded models.
  void read(std::vector<Submission>& submissions) {
    constexpr std::size_t portion = 64;
    for (std::size_t begin = 0; begin < submissions.size(); begin += portion) {
      const std::size_t count = std::min(portion, submissions.size() - begin);
      std::vector<std::map<const SubmittedFile*, std::unique_ptr<parser::Loaded>>> loaded(count);
      support::forEachParallel(count, threads(), [&](std::size_t i) { load(submissions[begin + i], begin + i, loaded[i]); });
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t e = 0; e < works_.size(); ++e) {
          if (works_[e].grader) add(works_[e], assignment_.exercises[e], submissions[begin + i], begin + i, loaded[i]);
          std::string ignored;
          const SubmittedFile* const file = fileFor(assignment_.exercises[e], submissions[begin + i], ignored);
          if (works_[e].tests && file) works_[e].tests->keep(begin + i, file->text);
        }
        loaded[i].clear();
        submissions[begin + i].files.clear();
      }
      if (options_.progress) options_.progress(begin + count, submissions.size(), "submissions read");
      support::Budget(options_.limits.untimed()).check();
    }
    addComments();
  }

  /// For exercises that ask for a predicate, loads the file with the answer into `loaded`. For exercises that ask for tests,
  /// judges the answer.
  void load(const Submission& submission, std::size_t number,
            std::map<const SubmittedFile*, std::unique_ptr<parser::Loaded>>& loaded) {
    for (std::size_t e = 0; e < works_.size(); ++e) {
      std::string why;
      const SubmittedFile* const file = fileFor(assignment_.exercises[e], submission, why);
      if (works_[e].tests) {
        if (number % options_.parts != options_.part) continue;
        if (file && file->error.empty()) {
          const std::string path = pathOf(submission, *file);
          works_[e].tests->judge(number, path.substr(0, path.find_last_of('.')) + ".aunit", file->text);
        } else {
          works_[e].tests->refuse(number, file ? file->error : why);
        }
      } else if (file && file->error.empty() && !loaded.contains(file)) {
        loaded[file] = load(pathOf(submission, *file), file->text);
      }
    }
  }

  void add(Work& work, const Exercise& exercise, const Submission& submission, std::size_t number,
           const std::map<const SubmittedFile*, std::unique_ptr<parser::Loaded>>& loaded) {
    std::string why;
    const SubmittedFile* const file = fileFor(exercise, submission, why);
    if (!file || !file->error.empty()) {
      work.grader->addInvalid(file ? file->error : why);
      return;
    }
    const std::size_t before = work.grader->readings();
    work.grader->add(*loaded.at(file));
    if (work.grader->readings() == before || keptText_ + file->text.size() > mostKeptText) return;
    keptText_ += file->text.size();
    work.texts.emplace(static_cast<std::uint32_t>(number), file->text);
    paths_.emplace(static_cast<std::uint32_t>(number), pathOf(submission, *file));
  }

  /// Judges the answer of each comment (Comment::answer) like the answer of a submission.
  void addComments() {
    for (const Comment& comment : comments_) {
      std::unique_ptr<parser::Loaded> loaded;
      for (std::size_t e = 0; e < works_.size(); ++e) {
        if (comment.tests == !works_[e].tests || !isAbout(comment, e)) continue;
        if (comment.tests) {
          works_[e].tests->comment(comment);
          continue;
        }
        if (!loaded) loaded = load("comment.als", comment.answer);
        works_[e].grader->add(*loaded);
        works_[e].comments.push_back(comment);
      }
    }
  }

  /// Whether a comment is about an exercise: its name begins with the exercise's name. A comment whose name begins with no
  /// exercise's name is about all exercises.
  bool isAbout(const Comment& comment, std::size_t exercise) const {
    const auto named = [&](const Exercise& one) { return comment.name.starts_with(nameForFiles(one) + "-"); };
    return named(assignment_.exercises[exercise]) || std::ranges::none_of(assignment_.exercises, named);
  }

  std::unique_ptr<parser::Loaded> load(const std::string& path, const std::string& text) const {
    return parser::loadText(path, text, loadingOf(path));
  }

  /// A submission may only open the files that the right model opens.
  parser::LoadOptions loadingOf(const std::string& path) const {
    parser::LoadOptions how = loading();
    how.limits = options_.limits;
    readOnly(opened_, path, how);
    return how;
  }

  // ------------------------------------------------------------------------------------------------------------ judging

  void judge() {
    support::forEachParallel(works_.size(), threads(), [&](std::size_t e) {
      if (works_[e].grader) works_[e].grader->judge();
    });
  }

  void describe() {
    struct Place {
      std::size_t exercise;
      std::uint32_t cluster;
    };
    std::vector<Place> wrong;
    std::vector<TextVariant> others;
    for (std::size_t e = 0; e < works_.size(); ++e) {
      if (works_[e].tests) {
        works_[e].tests->describe(options_.part, options_.parts, report_.exercises[e]);
        continue;
      }
      gather(e);
      for (std::uint32_t c = 0; c < report_.exercises[e].clusters.size(); ++c)
        if (report_.exercises[e].clusters[c].verdict != Class::correct) wrong.push_back({e, c});
    }
    if (options_.hints && assignment_.hints)
      for (std::size_t e = 0; e < works_.size(); ++e) findWordings(e, others);
    std::atomic<std::size_t> done = 0;
    support::forEachParallel(wrong.size(), threads(), [&](std::size_t i) {
      support::Budget(options_.limits.untimed()).check();
      describe(wrong[i].exercise, wrong[i].cluster);
      if (options_.progress) options_.progress(++done, wrong.size() + others.size(), "groups of answers described");
    });
    support::forEachParallel(others.size(), threads(), [&](std::size_t i) {
      support::Budget(options_.limits.untimed()).check();
      hintAbout(others[i]);
      if (options_.progress) options_.progress(++done, wrong.size() + others.size(), "groups of answers described");
    });
    for (const TextVariant& one : others)
      for (const std::uint32_t answer : one.answers) report_.exercises[one.exercise].answers[answer].hint = one.hint;
    for (std::size_t e = 0; e < works_.size(); ++e) {
      ExerciseReport& exercise = report_.exercises[e];
      if (options_.parts == 1) withNumbers(exercise.clusters);
      if (works_[e].grader && options_.texts)
        for (std::size_t c = 0; c < exercise.clusters.size(); ++c)
          exercise.clusters[c].text = textOf(*works_[e].grader, clusterOf_[e][c]);
      works_[e] = {};
    }
  }

  /// Answers of a cluster that differ from each other only in names of variables, and from the cluster's first answer in more
  /// than these names.
  struct TextVariant {
    std::size_t exercise;
    std::uint32_t cluster;
    std::uint32_t text;                  // the submission whose text is shown for all of `answers`; noId if no text is stored
    std::vector<std::uint32_t> answers;  // the submissions that have these answers
    std::string hint;
  };

  void findWordings(std::size_t e, std::vector<TextVariant>& found) const {
    const Work& work = works_[e];
    if (!work.grader) return;
    std::map<std::uint32_t, std::uint32_t> texts;  // by Grader::readingOf
    for (const auto& [submission, text] : work.texts) texts.emplace(work.grader->readingOf(submission), submission);
    const auto& clusters = report_.exercises[e].clusters;
    for (std::uint32_t c = 0; c < clusters.size(); ++c) {
      if (clusters[c].verdict == Class::correct || clusters[c].answers.empty()) continue;
      const std::uint32_t first = work.grader->readingOf(clusters[c].answers.front());
      std::map<std::uint32_t, std::size_t> wordings;  // by value of Grader::readingOf: index in `found`
      for (const std::uint32_t answer : clusters[c].answers) {
        const std::uint32_t reading = work.grader->readingOf(answer);
        if (reading == first) continue;
        const auto [place, added] = wordings.try_emplace(reading, found.size());
        const auto text = texts.find(reading);
        if (added) found.push_back({e, c, text == texts.end() ? model::noId : text->second, {}, {}});
        found[place->second].answers.push_back(answer);
      }
    }
  }

  void hintAbout(TextVariant& one) const {
    const Work& work = works_[one.exercise];
    if (one.text == model::noId) return;
    const std::string& text = work.texts.at(one.text);
    std::string key;
    if (options_.remembered || options_.remember) key = keyOf(report_.exercises[one.exercise], "another wording\n" + text);
    if (options_.remembered)
      if (const auto known = options_.remembered(key, *right_->model)) {
        one.hint = known->hint;
        return;
      }
    one.hint = hintFor(one.exercise, one.text, text, work.grader->witnessesOf(clusterOf_[one.exercise][one.cluster]));
    if (!options_.remember) return;
    ClusterReport detail;
    detail.hint = one.hint;
    options_.remember(key, detail, *right_->model);
  }

  std::string hintFor(std::size_t e, std::uint32_t submission, const std::string& text,
                      const strength::grading::Witnesses& found) const {
    const Grader& grader = *works_[e].grader;
    std::vector<strength::grading::Example> examples;
    if (found.accepted) examples.push_back({&found.accepted->wrong, false});
    if (found.rejected) examples.push_back({&found.rejected->wrong, true});
    for (const strength::grading::Example& one : grader.examples(examplesForHints)) examples.push_back(one);
    const std::string& path = paths_.at(submission);
    strength::grading::HintOptions how{loadingOf(path), options_.semantics, options_.limits};
    how.limits.seconds = secondsForHint;
    return strength::grading::answerHint(path, text, report_.exercises[e].exercise.name, grader.model(), examples, how);
  }

  /// Adds the judgements and clusters of the answers to the report. Omits a cluster of wrong answers if all its answers are from
  /// the teacher's comments.
  void gather(std::size_t e) {
    const Grader& grader = *works_[e].grader;
    ExerciseReport& report = report_.exercises[e];
    const auto count = static_cast<std::uint32_t>(report_.submissions.size());
    report.rule = ruleOf(report.exercise, grader);
    std::vector<std::uint32_t> now(grader.clusters().size(), model::noId);
    clusterOf_.resize(works_.size());
    for (std::uint32_t c = 0; c < grader.clusters().size(); ++c) {
      const strength::grading::Cluster& cluster = grader.clusters()[c];
      const bool answered = cluster.answers.empty() || cluster.answers.front() < count;
      if (cluster.verdict != Class::correct && !answered) continue;
      now[c] = static_cast<std::uint32_t>(report.clusters.size());
      clusterOf_[e].push_back(c);
      ClusterReport shown;
      shown.verdict = cluster.verdict;
      shown.name = cluster.name;
      shown.share = shareBy(report.exercise, cluster);
      for (const std::uint32_t answer : cluster.answers) {
        if (answer < count) {
          shown.answers.push_back(answer);
        } else if (const Comment& comment = works_[e].comments[answer - count];
                   !comment.text.empty() && cluster.verdict != Class::correct) {
          shown.comment += (shown.comment.empty() ? "" : "\n\n") + comment.text;
        }
      }
      report.clusters.push_back(std::move(shown));
    }
    for (std::uint32_t s = 0; s < count; ++s) {
      const strength::grading::Judgement& judgement = grader.judgements()[s];
      AnswerReport answer;
      answer.verdict = judgement.verdict;
      answer.why = judgement.why;
      answer.elsewhere = judgement.elsewhere;
      if (judgement.cluster != model::noId) answer.cluster = now[judgement.cluster];
      if (!answer.elsewhere) answer.points = pointsFor(report.exercise, answer, report.clusters);
      report.answers.push_back(std::move(answer));
    }
  }

  void describe(std::size_t e, std::uint32_t c) {
    const Work& work = works_[e];
    ClusterReport& cluster = report_.exercises[e].clusters[c];
    const std::uint32_t number = clusterOf_[e][c];
    const auto text = cluster.answers.empty() ? work.texts.end() : work.texts.find(cluster.answers.front());
    std::string key;
    if (text != work.texts.end() && (options_.remembered || options_.remember)) {
      key = keyOf(report_.exercises[e], text->second);
      if (options_.remembered)
        if (auto known = options_.remembered(key, *right_->model)) {
          cluster.accepted = std::move(known->accepted);
          cluster.rejected = std::move(known->rejected);
          cluster.hint = std::move(known->hint);
          return;
        }
    }
    const strength::grading::Witnesses found = work.grader->witnessesOf(number);
    cluster.accepted = shownOf(work.grader->model(), *report_.handout, found.accepted);
    cluster.rejected = shownOf(work.grader->model(), *report_.handout, found.rejected);
    if (options_.hints && assignment_.hints && text != work.texts.end())
      cluster.hint = hintFor(e, text->first, text->second, found);
    if (options_.remember && !key.empty()) options_.remember(key, cluster, *right_->model);
  }

  /// A digest of all inputs on which a cluster's situations and hint depend.
  std::string keyOf(const ExerciseReport& exercise, const std::string& text) const {
    std::string all = right_->sources.file(0).document();
    for (const auto& [path, content] : opened_) all += path + content;
    for (const std::string& name : hidden_) all += name;  // hidden names change the names of atoms
    all += fmt::format("{}\n{}\n{}\n{}\n{}\n", exercise.exercise.name, exercise.scope, options_.hints && assignment_.hints,
                       options_.alloy5, static_cast<int>(options_.semantics.noOverflow));
    return support::hexDigest(all + text);
  }

  /// The formula of a cluster as text; empty if its answers are correct.
  std::string textOf(const Grader& grader, std::uint32_t cluster) const {
    const model::ExprId body = grader.clusters()[cluster].body;
    if (body == model::noId || grader.clusters()[cluster].verdict == Class::correct) return {};
    return suite::FormulaText(grader.model(), right_->sources, right_->model->exprCount()).of(body);
  }

  const Assignment& assignment_;
  const GradingOptions& options_;
  Report report_;
  std::shared_ptr<parser::Loaded> right_;
  std::set<std::string> hidden_;
  std::map<std::string, std::string> opened_;
  std::vector<Comment> comments_;
  std::vector<Work> works_;  // by exercise
  std::vector<std::vector<std::uint32_t>>
      clusterOf_;                               // by exercise and by cluster in the report: the cluster's number in the grader
  std::map<std::uint32_t, std::string> paths_;  // by submission, if its text is stored: the path that diagnostics show
  std::size_t keptText_ = 0;
};

}  // namespace

Report grade(const Assignment& assignment, std::vector<Submission> submissions, const GradingOptions& options) {
  return GradingRun(assignment, options).run(std::move(submissions));
}

}  // namespace aunit::runner
