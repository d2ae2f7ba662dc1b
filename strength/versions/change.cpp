#include "strength/versions/change.h"

namespace aunit::strength::versions {

const char* name(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::signature: return "sig";
    case Change::Kind::fact: return "fact";
    case Change::Kind::predicate: return "pred";
    case Change::Kind::function: return "fun";
    case Change::Kind::assertion: return "assert";
    case Change::Kind::command: return "command";
    case Change::Kind::test: return "test";
    case Change::Kind::model: break;
  }
  return "model";
}

const char* name(Change::Standing standing) {
  switch (standing) {
    case Change::Standing::added: return "added";
    case Change::Standing::removed: return "removed";
    case Change::Standing::changed: break;
  }
  return "changed";
}

}  // namespace aunit::strength::versions
