// An owning pointer whose target is const if the pointer is const.
#pragma once

#include <memory>
#include <utility>

namespace aunit::support {

/// Like std::unique_ptr, but a const OwningPtr gives access only to const T.
template <class T>
class OwningPtr {
 public:
  OwningPtr() = default;
  OwningPtr(std::unique_ptr<T> owned) : owned_(std::move(owned)) {}

  T* get() { return owned_.get(); }
  const T* get() const { return owned_.get(); }
  T& operator*() { return *owned_; }
  const T& operator*() const { return *owned_; }
  T* operator->() { return owned_.get(); }
  const T* operator->() const { return owned_.get(); }
  explicit operator bool() const { return owned_ != nullptr; }

 private:
  std::unique_ptr<T> owned_;
};

}  // namespace aunit::support
