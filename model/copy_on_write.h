// A value that all copies of its owner share, until one of the copies changes it.
#pragma once

#include <atomic>
#include <memory>

namespace aunit::model {

/// Copies of this object share the value. `own` copies the value if it is shared, so that the caller may change it. The reference
/// that `own` returns is valid until this object is copied. Each thread may use its own copy of this object.
template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() = default;
  CopyOnWrite(const CopyOnWrite&) = default;  // there is no move, because it would leave an object without a value
  CopyOnWrite& operator=(const CopyOnWrite&) = default;
  ~CopyOnWrite() = default;

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  T& own() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(*value_);
    std::atomic_thread_fence(std::memory_order_acquire);  // orders other threads' reads of the value before the caller's writes
    return *value_;
  }

 private:
  std::shared_ptr<T> value_ = std::make_shared<T>();
};

}  // namespace aunit::model
