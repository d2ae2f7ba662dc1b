#include <memory>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/common.h"
#include "cli/options/options.h"
#include "cli/subcommands.h"

namespace aunit::cli::options {

Action grade(CLI::App& c) {
  const auto arguments = std::make_shared<GradeArguments>();
  c.add_option(
       "PATH", arguments->paths,
       "The folder of an assignment, then submissions: files, folders and zip archives that are searched for them, tables "
       "(.csv, .jsonl); or init and a model, to begin an assignment")
      ->option_text("...");
  addPath(c, "--right", arguments->right, "Without an assignment: the model with the right predicates");
  c.add_option("--pred", arguments->predicates, "A predicate that is to be written (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  c.add_option("--hidden", arguments->hidden, "A paragraph of the right model that students do not see (repeatable)")
      ->option_text("NAME")
      ->allow_extra_args(false);
  c.add_option("--scope", arguments->scope, "The scope in which answers are compared: N, or NAME=N (repeatable; default 3)")
      ->option_text("SCOPE")
      ->allow_extra_args(false);
  c.add_option("--partial", arguments->partial,
               "Points for wrong answers: the share of a suite that they judge rightly (suite), or of instances (distance)")
      ->check(CLI::IsMember({"suite", "distance", "none"}))
      ->option_text("RULE");
  c.add_option("--layout", arguments->layout, "What paths of submissions mean: \"{student}/{attempt}/{file}\"")
      ->option_text("PATTERN");
  c.add_flag("--one-student", arguments->oneStudent,
             "All files are one student's, named by --student: what platforms hand to their graders")
      ->excludes("--layout");
  c.add_option("--clusters", arguments->clusters, "Show up to N groups of wrong answers that mean the same (default 5)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_flag("--no-hints", arguments->noHints, "Look for no hints");
  c.add_option("--comments", arguments->comments,
               "In the assignment: begin a comment on each of the N largest groups that have none (comments/NAME.md)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_option("--chaffs", arguments->chaffs, "In the assignment: make wrong models of the N largest groups (wrong/NAME.als)")
      ->option_text("N")
      ->check(atLeast(0));
  c.add_flag("--json", arguments->json, "Write JSON: every submission and every group, with what it judges wrongly");
  addPath(c, "--csv", arguments->csv, "Write a table of points and classes (-: standard output, as for the next ones)");
  addPath(c, "--junit", arguments->junit, "Write a JUnit file, a test suite for each submission");
  addPath(c, "--html", arguments->html, "Write the teacher's page, and one for each submission", "FOLDER");
  addPath(c, "--feedback", arguments->feedback, "Write what students get: a page in HTML and Markdown for each submission",
          "FOLDER");
  addPath(c, "--gradescope", arguments->gradescope, "Write Gradescope's results.json of one student");
  addPath(c, "--prairielearn", arguments->prairielearn, "Write PrairieLearn's results.json of one student");
  addPath(c, "--coderunner", arguments->coderunner, "Write the result of a CodeRunner template grader for one student");
  addPath(c, "--classroom", arguments->classroom, "Write GitHub Classroom's result of one student");
  c.add_option("--student", arguments->student,
               "The student whom the last four are about, where there are several, or whose --one-student is")
      ->option_text("NAME");
  c.add_option("--shard", arguments->shard, "Judge part I of N parts of the answers (auto: as Slurm, Bazel, GitLab or MPI say)")
      ->option_text("I/N|auto");
  c.add_option("--merge", arguments->merge, "Report on these parts (--json --shard), instead of judging anything")
      ->option_text("FILE...")
      ->excludes("--shard");
  addPath(c, "--resume", arguments->resume, "Keep what is found out about groups in this file, and go on where it ends");
  addPath(c, "-o,--output", arguments->out, "The folder that init makes (default: named like the model)", "FOLDER");
  c.add_option("-j,--jobs", arguments->jobs, "Use N threads (default: as many as there are processors)")
      ->option_text("N")
      ->check(atLeast(1));
  addTimeout(c, arguments->timeout, "Give each answer at most so many seconds (default 10, 0: no limit)");
  addColorAndLanguage(c, *arguments);
  return [arguments] { return cli::grade(*arguments); };
}

}  // namespace aunit::cli::options
