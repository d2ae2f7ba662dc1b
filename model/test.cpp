#include "model/test.h"

namespace aunit::model {

std::string_view words(Named what) {
  switch (what) {
    case Named::fact: return "fact";
    case Named::sig: return "sig";
    case Named::field: return "declaration of";
    case Named::predicate: return "predicate";
    case Named::assertion: return "assertion";
    case Named::scope: return "scope of";
  }
  return {};
}

}  // namespace aunit::model
