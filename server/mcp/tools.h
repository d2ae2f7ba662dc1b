// The tools: their purpose, arguments and answers.
#pragma once

#include <span>

#include "server/mcp/answer.h"
#include "server/mcp/call.h"

namespace aunit::server::mcp {

struct Tool {
  const char* name;
  const char* title;
  const char* description;
  const char* input;   // JSON: `properties` and `required` of the arguments that only this tool has
  const char* output;  // JSON: properties of the structured content, without the properties that all answers have
  Answer (*answer)(Call& call);
};

/// All tools except `more`, which only continues earlier answers.
std::span<const Tool> tools();
const Tool* toolNamed(const std::string& name);

/// JSON Schema of a tool's arguments, including the arguments that all tools share.
Json inputSchema(const Tool& tool);
Json inputSchemaOfMore();
/// The answer to tools/list.
Json listOfTools();

// The functions for Tool::answer, and the files that define them.
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
  std::vector<Piece> pieces;  // errors first; truncated if there are many
  std::size_t errors = 0, warnings = 0;
};
Diagnostics diagnosticsOf(Call& call, const std::vector<std::string>& files, bool redundant);
/// The answer of a tool whose command gave no usable output: the errors of `files`, or, if there are none, the command's message.
Answer unread(Call& call, const std::vector<std::string>& files, const support::ChildAnswer& answer);
/// Like unread(), for a tool that works on Call::suites().
Answer unreadSuite(Call& call, const support::ChildAnswer& answer);
/// If the time limit was reached, sets `stopped` in the head of `answer`, and returns a remark on the limit. Otherwise returns
/// an empty text.
std::string remarkOnTime(const Call& call, Answer& answer);

}  // namespace aunit::server::mcp
