// Literate sources: the prose around the model.
#pragma once

#include <string>

#include "reporters/html/report.h"

namespace aunit::reporters::html {

/// A literate document is loaded with its prose as empty lines. When `document` is what `file.text` was taken from (line by line
/// the same or left empty), it becomes the text, and the occurrences move with their lines; otherwise nothing happens.
void restoreProse(SourceFile& file, std::string document);

}  // namespace aunit::reporters::html
