#include "cli/viewing/viewing.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/asking/subject.h"
#include "cli/input/named.h"
#include "cli/input/project.h"
#include "cli/usage_error.h"
#include "parser/front_end.h"
#include "runner/interrupt.h"

namespace aunit::cli {

namespace {

using server::view::Viewer;
using Kind = Viewer::Source::Kind;

/// The path of the theme file, which is beside the model.
std::string themeFileOf(const std::string& model) {
  return std::filesystem::path(model).replace_extension(".theme.json").generic_string();
}

/// Whether the valuation of --val is added to commands as a fact. It is added if --command is given, or if --val names a file.
bool isFact(const ViewArguments& arguments) {
  std::error_code ignored;
  return !arguments.valuation.empty() && (!arguments.command.empty() || std::filesystem::exists(arguments.valuation, ignored));
}

/// The index of the source that is shown first. Returns nothing, after a message, if no command or valuation has the given name.
std::optional<std::size_t> startOf(const Viewer& viewer, const ViewArguments& arguments) {
  std::optional<std::uint32_t> id = 0;
  Kind kind = Kind::file;
  std::string error;
  if (!arguments.command.empty()) {
    const auto command = findCommand(*viewer.loaded().model, arguments.command, error);
    if (command) kind = viewer.loaded().model->commands()[*command].check ? Kind::check : Kind::run;
    id = command;
  } else if (isFact(arguments)) {
    return 0;
  } else if (!arguments.valuation.empty()) {
    id = findValuation(viewer.loaded(), arguments.valuation, error);
    kind = Kind::valuation;
  } else if (!arguments.log.empty()) {
    kind = Kind::log;
  } else if (arguments.instance.empty()) {
    return 0;
  }
  if (!id) return usageError(error);
  for (std::size_t i = 0; i < viewer.sources().size(); ++i)
    if (viewer.sources()[i].kind == kind && viewer.sources()[i].id == *id) return i;
  return 0;
}

}  // namespace

void tell(const std::string& text) {
  reporters::show(stderr, text.ends_with('\n') ? text : text + "\n");
}

ViewerResult viewerOf(const ViewArguments& arguments) {
  if (parser::languageOf(arguments.model) == parser::Language::program)
    return {nullptr, usageError("a program has no instances to view: `aunit exec` shows the runs that violate its properties")};
  LanguageOptions language = arguments.language;
  const auto options = loadOptions(arguments.model, language);
  if (!options) return {nullptr, usageOrModelError};
  server::view::ViewOptions viewing;
  viewing.name = arguments.model;
  viewing.themeFile = themeFileOf(arguments.model);
  viewing.instanceFile = arguments.instance;
  viewing.logFile = arguments.log;
  const auto beside = std::filesystem::path(arguments.model).replace_filename("tests.aunit").generic_string();
  viewing.opening = opening(arguments.model, beside).value_or("");
  viewing.load = [model = arguments.model, options = *options, seconds = arguments.timeout,
                  given = isFact(arguments) ? arguments.valuation : ""] {
    return parser::load(model, options.within({.seconds = seconds}), given);
  };
  viewing.solver.solver = arguments.solver;
  viewing.solver.limits.seconds = arguments.timeout;
  viewing.solver.semantics = language.semantics;
  viewing.solver.preference.kind = solver::Preference::Kind::smallest;  // so that instances come in the order of their sizes
  auto viewer = std::make_unique<Viewer>(std::move(viewing));
  const bool good = viewer->load();
  reporters::showDiagnostics(viewer->loaded().diagnostics.all(), viewer->loaded().sources, colorChoice(arguments.color));
  if (!good) return {nullptr, usageOrModelError};
  if (viewer->sources().empty()) {
    reporters::complain("there is nothing to show: the file has no command and no valuation");
    return {nullptr, nothingToRun};
  }
  const auto start = startOf(*viewer, arguments);
  if (!start) return {nullptr, usageOrModelError};
  viewer->startWith(*start);
  if ((!arguments.valuation.empty() && !isFact(arguments)) || !arguments.instance.empty() || !arguments.log.empty()) {
    const server::view::Outcome stated = viewer->first(*start, runner::interruptRequested);
    if (!stated.index) {
      tell(stated.message);
      return {nullptr, usageOrModelError};
    }
  }
  if (!viewer->themeTrouble().empty()) reporters::complain(viewer->themeTrouble());
  return {std::move(viewer), allPassed};
}

}  // namespace aunit::cli
