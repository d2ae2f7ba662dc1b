#include "reporters/html/ready_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reporters/html/highlighted_text.h"
#include "reporters/html/valuation.h"
#include "reporters/markup.h"

namespace aunit::reporters::html {

std::string readyTest(std::string_view name, std::string_view caption, std::string_view text,
                      const suite::JudgedInstance& example) {
  return fmt::format(
             "<figure class=\"ready\"><figcaption>{} <button type=\"button\" class=\"copy\" hidden>Copy</button></figcaption>"
             "<pre class=\"text\"><code>{}</code></pre></figure>\n",
             escaped(caption), fmt::join(highlightedLines(text), "\n")) +
         (example.instance ? valuation(*example.model, *example.instance, name) : "");
}

}  // namespace aunit::reporters::html
