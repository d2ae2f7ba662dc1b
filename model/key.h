// Keys of tables, made from what they stand for.
#pragma once

#include <string>

namespace aunit::model {

/// The bytes of a value that has no padding: good within one process.
template <class T>
void appendBytes(std::string& key, const T& value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace aunit::model
