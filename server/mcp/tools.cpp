#include "server/mcp/tools.h"

#include <algorithm>

namespace aunit::server::mcp {

namespace {

constexpr const char* ofAll = R"json({
  "files": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Texts by file name, including opened modules"},
  "sources": {"type": "string", "description": "Instead of `files`: name that an earlier answer gave to them"},
  "paths": {"type": "array", "items": {"type": "string"}, "maxItems": 1000, "description": "Files or folders of the workspace, or among `files`"},
  "timeout": {"type": "number", "minimum": 0.1, "maximum": 3600, "description": "Time limit in seconds (default 30)"},
  "max_tokens": {"type": "integer", "minimum": 200, "maximum": 100000, "description": "Tokens per page (default 1500)"}
})json";

constexpr const char* ofAllAnswers = R"json({
  "more": {"type": "string"}, "stopped": {"type": "boolean"}, "sources": {"type": "string"}, "diagnostics": {"type": "array", "items": {"type": "object"}}
})json";

constexpr const char* statesShown = R"json("states": {"type": "array", "items": {"type": "object", "properties": {
    "of": {"type": "string"}, "state": {"type": "integer"}, "next": {"type": "integer", "description": "the state that follows the last one"},
    "values": {"type": "object"}, "added": {"type": "object"}, "removed": {"type": "object"}, "text": {"type": "string"}}}})json";

constexpr const char* standingOfTests =
    R"json("failing": {"type": "array", "items": {"type": "object"}}, "undecided": {"type": "array", "items": {"type": "object"}})json";

constexpr const char* onInstance = R"json(
    "val": {"type": "string", "description": "A `val` of the file of tests"},
    "command": {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": "The first instance of this command: its label, or its index"},
    "instance": {"type": "string", "description": "An instance that `exec` showed (\"i1\"), or a file (XML, JSON)"},
    "state": {"type": "integer", "minimum": 0, "description": "State of a trace, from 0"})json";

const Tool allTools[] = {
    {"check", "Check syntax and types",
     "Errors and warnings of Alloy 6 models and of test files, each with its place, the text with a caret, the nearest name and, "
     "if it is obvious, the edit that fixes it. Use it first after each change of a text; it does not solve commands.",
     R"json({"properties": {"redundant": {"type": "boolean", "description": "Also find constraints of facts that follow from the others (by solving)"}}})json",
     R"json({"properties": {"ok": {"type": "boolean"}, "errors": {"type": "integer"}, "warnings": {"type": "integer"}}, "required": ["ok", "errors", "warnings"]})json",
     checked},
    {"exec", "Solve run and check commands",
     "Solves the `run` and `check` commands of an Alloy 6 model. Answers \"counterexample found\", \"no counterexample up to 3 "
     "atoms and 10 steps\", \"no instance ...\", and warns if the facts contradict each other, which makes an answer vacuous. "
     "Shows a smallest instance or counterexample (for a trace: the first state, then changes), why an assertion is false in it, "
     "and for a run without an instance the nearest valuation.",
     R"json({"properties": {
       "commands": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "description": "Labels, patterns with *, or indices; default: all"},
       "scope": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "description": "\"4\" or \"Node=4\", for commands without a scope"},
       "core": {"type": "boolean", "description": "If there is no instance: a smallest set of constraints that contradict each other"},
       "nearest": {"type": "boolean", "description": "For a run without an instance: show the nearest valuation (default true)"},
       "instances": {"type": "integer", "minimum": 1, "maximum": 100, "description": "Number of instances per command (default 1)"},
       "all_scopes": {"type": "number", "minimum": 0.1, "maximum": 600, "description": "If there is no instance: seconds per command to prove the answer for any number of atoms"},
       "no_overflow": {"type": "boolean", "description": "Exclude instances with integer overflow (default: integers wrap around)"}}})json",
     R"json({"properties": {"answered": {"type": "integer"}, "counterexamples": {"type": "integer"},
       "commands": {"type": "array", "items": {"type": "object", "properties": {
         "index": {"type": "integer"}, "label": {"type": "string"}, "kind": {"enum": ["run", "check"]},
         "outcome": {"enum": ["counterexample", "no counterexample", "instance", "no instance", "unknown", "error"]},
         "answer": {"type": "string", "description": "in words"}, "as_expected": {"type": "boolean"}, "error": {"type": "string"},
         "empty": {"type": "string", "description": "why the answer is vacuous"}, "all_scopes": {"type": "string"}, "invariant": {"type": "array", "items": {"type": "string"}},
         "warnings": {"type": "array", "items": {"type": "string"}}, "instance": {"type": "string", "description": "for `eval` and `explain`"}},
         "required": ["index", "label", "kind", "outcome", "answer"]}},
       "core": {"type": "array", "items": {"type": "object"}}, "reasons": {"type": "array", "items": {"type": "object"}},
       "nearest": {"type": "array", "items": {"type": "object"}}, @states@}})json",
     executed},
    {"eval", "Evaluate expressions",
     "Values of Alloy expressions and formulas on an instance: one that exec showed (`instance`), the first of a command "
     "(`command`), or a test's valuation (`val`).",
     R"json({"properties": {"expressions": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 100}, @instance@}, "required": ["expressions"]})json",
     R"json({"properties": {"answered": {"type": "integer"}, "values": {"type": "array", "items": {"type": "object", "properties": {
       "expr": {"type": "string"}, "value": {"anyOf": [{"type": "boolean"}, {"type": "integer"}, {"type": "array", "items": {"type": "array"}}]}, "count": {"type": "integer"}, "error": {"type": "string"}, "reason": {"type": "string"}}, "required": ["expr"]}}}})json",
     evaluated},
    {"explain", "Explain why",
     "Why a formula is true or false on an instance (the parts that decide, with the values of their variables), or why a tuple "
     "is in a relation (\"N0->N1 in link\") or not (\"why-not N0->N1 in link\"). Name the instance as for eval.",
     R"json({"properties": {"questions": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 20, "description": "Formulas, or TUPLE in RELATION"}, @instance@}, "required": ["questions"]})json",
     R"json({"properties": {"answered": {"type": "integer"}, "values": {"type": "array", "items": {"type": "object", "properties": {
       "expr": {"type": "string"}, "value": {"type": "boolean"}, "error": {"type": "string"}, "reason": {"type": "string"}}, "required": ["expr"]}}}})json",
     explained},
    {"run_tests", "Run tests",
     "Runs tests (.aunit files, tests in models). Returns counts and, for each failed test, the constraint that decided, with "
     "its place and values. Names tests that pass vacuously.",
     R"json({"properties": {"filter": {"type": "string", "description": "Words, joined by and, or, not: parts of names or files of tests"}, "tags": {"type": "array", "items": {"type": "string"}},
       "all": {"type": "boolean", "description": "List tests that pass, too"}}})json",
     R"json({"properties": {"passed": {"type": "integer"}, "failed": {"type": "integer"}, "errors": {"type": "integer"}, "skipped": {"type": "integer"},
       "xfailed": {"type": "integer"}, "xpassed": {"type": "integer"}, "not_run": {"type": "integer"}, "deselected": {"type": "integer"},
       "tests": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "place": {"type": "string"}, "outcome": {"type": "string"}, "message": {"type": "string"}}, "required": ["name", "place", "outcome"]}}}})json",
     tested},
    {"survivors", "Find changes that no test notices",
     "Judges the tests on mutants, which are copies of the model with one small change each. Lists the changes that no test "
     "notices, each with a test that notices it. Use it to find out how strong the tests are.",
     R"json({"properties": {"model": {"type": "string", "description": "The model for tests that do not name it"}}})json",
     R"json({"properties": {"mutants": {"type": "integer"}, "killed": {"type": "integer"}, "survived": {"type": "integer"}, "equivalent": {"type": "integer"},
       "survivors": {"type": "array", "items": {"type": "object", "properties": {"place": {"type": "string"}, "paragraph": {"type": "string"}, "was": {"type": "string"}, "now": {"type": "string"}, "test": {"type": "string"}}}}}})json",
     survivors},
    {"suggest_tests", "Propose tests",
     "Proposes a few tests that a model or test file lacks: valuations, each with the verdict of the model, as text for a .aunit "
     "file. A person, or you, must decide whether each states what is intended.",
     R"json({"properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "At most this many tests (default 5)"}, "preds": {"type": "array", "items": {"type": "string"}, "description": "Only for these predicates and functions"},
       "for": {"type": "string", "description": "mutants, coverage, pairs or boundary, joined by commas (default: mutants,coverage)"}, "scope": {"type": "integer", "minimum": 1, "maximum": 30}}})json",
     R"json({"properties": {"proposed": {"type": "integer"}, "tests": {"type": "array", "items": {"type": "string"}}}})json",
     suggestedTests},
    {"locate", "Find the likely fault",
     "Finds the likely fault if tests or commands fail (commands with `expect`, checks with counterexamples): the most "
     "suspicious places first, and why.",
     R"json({"properties": {"model": {"type": "string", "description": "The model for tests that do not name it"}, "limit": {"type": "integer", "minimum": 1, "maximum": 50, "description": "At most this many suspects (default 5)"}}})json",
     R"json({"properties": {"failing_count": {"type": "integer"}, "undecided_count": {"type": "integer"},
       "suspects": {"type": "array", "items": {"type": "object"}}, "missing": {"type": "array", "items": {"type": "object"}},
       "contradictions": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}, @standing@}})json",
     located},
    {"repair", "Propose repairs",
     "Proposes edits after which failing tests pass and commands answer as expected, the best first. Each was checked. Try this "
     "before you edit a model by hand. Writes nothing: `begin` and `end` of an edit are byte offsets in the file.",
     R"json({"properties": {"model": {"type": "string", "description": "The model for tests that do not name it"}}})json",
     R"json({"properties": {"failing_count": {"type": "integer"}, "undecided_count": {"type": "integer"}, "proposals": {"type": "integer"},
       "repairs": {"type": "array", "items": {"type": "object", "properties": {
         "edits": {"type": "array", "items": {"type": "object", "properties": {"file": {"type": "string"}, "begin": {"type": "integer"}, "end": {"type": "integer"}, "old": {"type": "string"}, "replacement": {"type": "string"}}, "required": ["file", "begin", "end", "replacement"]}},
         "verified": {"enum": ["commands", "tests"]}, "mends": {"type": "integer"}, "remarks": {"type": "array", "items": {"type": "string"}}}, "required": ["edits", "verified"]}}, @standing@}})json",
     repaired},
    {"diff", "Compare two versions by meaning",
     "Compares two versions of a model: for each paragraph, whether it became weaker or stronger, or means the same in the "
     "scope, with a smallest witness (an instance that only one version accepts), as a test.",
     R"json({"properties": {"old": {"type": "string", "description": "A path, or a name among `files`"}, "new": {"type": "string"}, "scope": {"type": "integer", "minimum": 1, "maximum": 30},
       "tests": {"type": "array", "items": {"type": "string"}, "description": "Test files; lists the tests that distinguish the versions"},
       "suggest": {"type": "boolean", "description": "Show the witnesses as tests (default true)"}}, "required": ["old", "new"]})json",
     R"json({"properties": {"changed": {"type": "integer"}, "different": {"type": "integer"}, "unchanged": {"type": "integer"},
       "changes": {"type": "array", "items": {"type": "object", "properties": {"paragraph": {"type": "string"}, "standing": {"enum": ["changed", "added", "removed"]},
         "relation": {"enum": ["same", "same-shared", "stronger", "weaker", "neither", "unknown"]}, "scope": {"type": "string"}}}},
       "tests": {"type": "array", "items": {"type": "object"}}, "telling": {"type": "array", "items": {"type": "object"}}, @states@}})json",
     compared},
    {"trace", "Check logs against a model",
     "Is a log of a program (JSON lines, ITF, ...) explained by some behaviour of the model? If not: the first line that nothing "
     "explains, the actions that this line could mean, with the formulas that fail, and the state before. `paths` names the file "
     "with the `log` paragraph that says what lines mean.",
     R"json({"properties": {"logs": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 100}, "log": {"type": "string", "description": "The `log` paragraph, if there are several"},
       "atoms": {"type": "string", "description": "A JSON file with all atoms"}}, "required": ["logs"]})json",
     R"json({"properties": {"judged": {"type": "integer"}, "fit": {"type": "integer"},
       "logs": {"type": "array", "items": {"type": "object", "properties": {"log": {"type": "string"}, "outcome": {"enum": ["fits", "does not fit", "undecided", "malformed", "empty"]}, "explained": {"type": "integer"},
         "place": {"type": "string"}, "state": {"type": "integer"}, "message": {"type": "string"}, "meant": {"type": "array", "items": {"type": "object"}}}}}}})json",
     traced},
    {"format", "Format",
     "Formats models and test files (indentation and blanks) and shows the changes as a diff. Writes nothing.",
     R"json({"properties": {}})json",
     R"json({"properties": {"changed": {"type": "boolean"}, "diff": {"type": "array", "items": {"type": "string"}}}, "required": ["changed"]})json",
     laidOut},
};

/// Parses a schema. Replaces placeholders such as `@states@`, and adds the properties in `shared`.
Json schemaOf(std::string text, const char* shared) {
  for (const auto& [mark, part] :
       {std::pair("@states@", statesShown), std::pair("@standing@", standingOfTests), std::pair("@instance@", onInstance)})
    if (const std::size_t at = text.find(mark); at != std::string::npos) text.replace(at, std::string_view(mark).size(), part);
  Json schema = {{"type", "object"}};
  const Json own = Json::parse(text), others = Json::parse(shared);
  schema["properties"] = own["properties"];
  for (const auto& [name, property] : others.items())
    if (!schema["properties"].contains(name)) schema["properties"][name] = property;
  if (own.contains("required")) schema["required"] = own["required"];
  return schema;
}

}  // namespace

std::span<const Tool> tools() {
  return allTools;
}

const Tool* toolNamed(const std::string& name) {
  const auto tool = std::ranges::find_if(allTools, [&](const Tool& one) { return name == one.name; });
  return tool == std::end(allTools) ? nullptr : tool;
}

Json inputSchema(const Tool& tool) {
  Json schema = schemaOf(tool.input, ofAll);
  schema["additionalProperties"] = false;
  return schema;
}

Json inputSchemaOfMore() {
  return {{"type", "object"},
          {"properties",
           {{"cursor", {{"type", "string"}, {"description", "The cursor that the previous answer named"}}},
            {"max_tokens", Json::parse(ofAll)["max_tokens"]}}},
          {"required", {"cursor"}},
          {"additionalProperties", false}};
}

Json listOfTools() {
  Json list = Json::array();
  const Json annotations = {
      {"readOnlyHint", true}, {"destructiveHint", false}, {"idempotentHint", true}, {"openWorldHint", false}};
  for (const Tool& tool : allTools)
    list.push_back({{"name", tool.name},
                    {"title", tool.title},
                    {"description", tool.description},
                    {"inputSchema", inputSchema(tool)},
                    {"outputSchema", schemaOf(tool.output, ofAllAnswers)},
                    {"annotations", annotations}});
  list.push_back({{"name", "more"},
                  {"title", "Continue an answer"},
                  {"description", "The next part of an answer that has more parts."},
                  {"inputSchema", inputSchemaOfMore()},
                  {"annotations", annotations}});
  return list;
}

}  // namespace aunit::server::mcp
