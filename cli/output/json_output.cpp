#include "cli/output/json_output.h"

#include <cstdio>

#include "reporters/terminal/console.h"

namespace aunit::cli {

JsonOutput::JsonOutput(Outputs& outputs, const std::optional<std::string>& path)
    : outputs_(outputs), wanted_(path.has_value()), alone_(path == "-") {
  outputs.addFile("--json", path);
}

void JsonOutput::add(std::string_view text) {
  if (alone_)
    reporters::writeDocument(stdout, std::string(text));
  else if (wanted_)
    text_ += text;
}

bool JsonOutput::write() {
  return alone_ || outputs_.write("--json", [&] { return text_; });
}

}  // namespace aunit::cli
