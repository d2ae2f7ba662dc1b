// The tools: what each is for, which arguments it takes, what it answers.
#pragma once

#include <span>

#include "server/mcp/answer.h"
#include "server/mcp/call.h"

namespace aunit::server::mcp {

struct Tool {
  const char* name;
  const char* title;
  const char* description;
  const char* input;   // JSON: its own arguments, as `properties`, and those that are `required`
  const char* output;  // JSON: properties of the structured content, but for those that all answers have
  Answer (*answer)(Call& call);
};

/// All but `more`, which asks nothing new.
std::span<const Tool> tools();
const Tool* toolNamed(const std::string& name);

/// JSON Schema of a tool's arguments, with those that all have; of `more`.
Json inputSchema(const Tool& tool);
Json inputSchemaOfMore();
/// The answer to tools/list.
Json listOfTools();

// Answers of tools, in the file that says what they are about.
Answer checked(Call& call);         // reading.cpp
Answer laidOut(Call& call);         // reading.cpp
Answer executed(Call& call);        // solving.cpp
Answer evaluated(Call& call);       // asking.cpp
Answer explained(Call& call);       // asking.cpp
Answer tested(Call& call);          // testing.cpp
Answer survivors(Call& call);       // testing.cpp
Answer suggestedTests(Call& call);  // testing.cpp
Answer located(Call& call);         // mending.cpp
Answer repaired(Call& call);        // mending.cpp
Answer compared(Call& call);        // comparing.cpp
Answer traced(Call& call);          // comparing.cpp

struct Diagnostics {
  std::vector<Piece> pieces;  // errors first; not all if there are many
  std::size_t errors = 0, warnings = 0;
};
/// The errors and warnings of models.
Diagnostics diagnosticsOf(Call& call, const std::vector<std::string>& files, bool redundant);
/// The answer of a tool whose files do not read: their errors, or what the command said.
Answer unread(Call& call, const std::vector<std::string>& files, const support::ChildAnswer& answer);
/// Likewise of a tool that asks about Call::suites().
Answer unreadSuite(Call& call, const support::ChildAnswer& answer);
/// The remark that time was up; empty if it was not. Notes it in the head.
std::string remarkOnTime(const Call& call, Answer& answer);

}  // namespace aunit::server::mcp
