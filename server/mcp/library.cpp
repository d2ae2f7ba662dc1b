#include "server/mcp/library.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "server/mcp/embedded_texts.h"

namespace aunit::server::mcp {

namespace {

constexpr std::string_view cardName = "language-card.md";
constexpr std::string_view scheme = "aunit://";

std::string uriOf(const EmbeddedText& text) {
  return fmt::format("{}{}", scheme, text.name);
}

std::string typeOf(std::string_view name) {
  return name.ends_with(".md") ? "text/markdown" : "text/plain";
}

struct Prompt {
  const char* name;
  const char* title;
  const char* description;
  const char* argument;    // name of the required argument
  const char* ofArgument;  // description of the required argument
  const char* optional;    // name of the optional argument; null if there is none
  const char* ofOptional;
  const char* text;  // {0}: the required argument, {1}: the optional one
};

constexpr Prompt prompts[] = {
    {"test_model", "Test this model",
     "Find out whether an Alloy model states what is intended, and write tests that state the intent", "path", "The model",
     "intent", "What the model is intended to state",
     R"(Test the Alloy model {0} with aunit's tools. {1}

1. `check` it and fix errors. 2. `exec` all its commands. A check that holds vacuously says nothing: find out with `exec` and `core: true` which facts contradict each other. 3. Ask `suggest_tests` for a few situations. For each, decide whether it should be allowed: from the intent, not from the model. Where the model disagrees with the intent, show me the situation and ask before changing anything. 4. Write those that are right into a .aunit file beside the model, `run_tests`. 5. Ask `survivors` for the changes that no test notices, and add the tests that matter. Report: what the model forbids and allows, as situations; what changed; what stays undecided, with the scope.)"},
    {"explain_failure", "Why does this fail?", "Find out why a test or a command of a model fails, and what would fix it", "path",
     "The model or its tests", "name", "The test or command",
     R"(Find out why {0} fails. {1}

1. `run_tests` (or `exec` for commands): read which constraint decided and the values it names. 2. `explain` that constraint on the instance or `val`; `eval` its parts if the reason is not clear. 3. `locate` the suspicious places. 4. `repair`: if a proposal states what is intended, show it with the situation that it changes. `diff` it with the current text to see what else it allows or forbids. Do not apply it before I agree. Say in two sentences: what the model does, what it should do.)"},
    {"explain_log", "Is this log explained?", "Check a log of a program against its model", "log", "The log", "model",
     "The model, or the file with a `log` paragraph",
     R"(Is the log {0} explained by the model? {1}

1. `trace` it. If it fits, say how many lines are explained. 2. If not: read the first line that nothing explains, the actions that the line could mean, the formulas that fail for them, and the state before. Decide whether the program is wrong (it did what the model forbids), the model is wrong (it forbids what is fine), or the mapping in the `log` paragraph is wrong (it gives a line another meaning than the program does). Give the evidence: the line, the formula, its values. 3. Propose the smallest change, and `trace` again to show that the line is then explained, `run_tests` to show that nothing else broke.)"},
};

}  // namespace

Json listOfResources() {
  Json list = Json::array();
  for (const EmbeddedText& one : embeddedTexts()) {
    const bool isCard = one.name == cardName;
    list.push_back(
        {{"uri", uriOf(one)},
         {"name", one.name},
         {"title", isCard ? "Alloy 6 on one card: the language, time, tests" : fmt::format("Example: {}", one.name)},
         {"description",
          isCard ? "Read this before writing Alloy: syntax, operators, temporal logic, scopes, traps, and aunit's tests"
                 : "A worked example of a model or of its tests"},
         {"mimeType", typeOf(one.name)},
         {"size", one.text.size()},
         {"annotations", {{"audience", {"assistant"}}, {"priority", isCard ? 1.0 : 0.3}}}});
  }
  return list;
}

Json listOfTemplates() {
  return Json::array({{{"uriTemplate", "aunit://specs/{path}"},
                       {"name", "examples"},
                       {"title", "Worked examples"},
                       {"description", "Models with tests, by their path: list/list.als"},
                       {"mimeType", "text/plain"}}});
}

Json listOfPrompts() {
  Json list = Json::array();
  for (const Prompt& prompt : prompts)
    list.push_back({{"name", prompt.name},
                    {"title", prompt.title},
                    {"description", prompt.description},
                    {"arguments",
                     {{{"name", prompt.argument}, {"description", prompt.ofArgument}, {"required", true}},
                      {{"name", prompt.optional}, {"description", prompt.ofOptional}, {"required", false}}}}});
  return list;
}

std::optional<Json> resourceAt(const std::string& uri) {
  for (const EmbeddedText& one : embeddedTexts())
    if (uri == uriOf(one)) return Json{{"contents", {{{"uri", uri}, {"mimeType", typeOf(one.name)}, {"text", one.text}}}}};
  return std::nullopt;
}

Json promptNamed(const std::string& name, const Json& arguments) {
  const auto prompt = std::ranges::find_if(prompts, [&](const Prompt& one) { return name == one.name; });
  if (prompt == std::end(prompts)) throw RequestError{ErrorCode::invalidParams, "Unknown prompt: " + name.substr(0, 100)};
  const Json& required = at(arguments, {prompt->argument});
  if (!required.is_string())
    throw RequestError{ErrorCode::invalidParams, fmt::format("the prompt {} needs the argument `{}`", name, prompt->argument)};
  const Json& optional = at(arguments, {prompt->optional});
  const std::string said = optional.is_string() ? fmt::format("{}: {}", prompt->ofOptional, optional.get<std::string>()) : "";
  const std::string text = fmt::format(fmt::runtime(prompt->text), required.get<std::string>(), said);
  return {{"description", prompt->description},
          {"messages", Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", text}}}}})}};
}

Json completionOf(const Json& params) {
  Json values = Json::array();
  std::size_t total = 0;
  constexpr std::size_t most = 100;
  constexpr std::string_view folder = "specs/";
  const Json& typed = at(params, {"argument", "value"});
  if (at(params, {"ref", "type"}) == "ref/resource" && typed.is_string())
    for (const EmbeddedText& one : embeddedTexts()) {
      const std::string_view name = one.name;
      if (!name.starts_with(folder) || !name.substr(folder.size()).starts_with(typed.get_ref<const std::string&>())) continue;
      if (++total <= most) values.push_back(name.substr(folder.size()));
    }
  return {{"completion", {{"values", std::move(values)}, {"total", total}, {"hasMore", total > most}}}};
}

}  // namespace aunit::server::mcp
