#pragma once
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>

#include "locks_program.h"

struct LocksDriver : LocksProgram {
  void init(const aunit_replay::State&, const aunit_replay::State&, const aunit_replay::State&) override {
    if (bug == "begins") queue.push_back("nobody");
  }
  bool acquire(const std::string& c) override {
    if (std::find(queue.begin(), queue.end(), c) != queue.end()) return false;
    queue.push_back(c);
    return true;
  }
  bool release(const std::string& c) override {
    if (!has(c)) throw aunit_replay::Refused();
    return next();
  }
  bool cancel(const std::string& c) override {
    const auto found = std::find(queue.begin(), queue.end(), c);
    if (found == queue.begin() || found == queue.end()) return false;
    queue.erase(found);
    return true;
  }
  bool renew(const std::string& c) override { return has(c) && !renewed && (renewed = true); }
  bool expire() override {
    if (queue.empty()) return false;
    if (!renewed) return next();
    renewed = false;
    return true;
  }
  aunit_replay::State state() override {
    aunit_replay::State result{{"queue", {}}, {"Renewed", {}}};
    for (std::size_t i = 0; i < queue.size(); ++i) result["queue"].insert(std::to_string(i) + ":" + queue[i]);
    if (renewed) result["Renewed"].insert(queue.front());
    return result;
  }

 private:
  bool has(const std::string& c) const { return !queue.empty() && queue.front() == c; }
  bool next() {
    renewed = false;
    queue.pop_front();
    if (bug == "throws" && queue.size() > 1) throw std::runtime_error("planted");
    if (bug == "last" && queue.size() > 1) {  // the process that waits last gets the lock first
      queue.push_front(queue.back());
      queue.pop_back();
    }
    return true;
  }
  const std::string bug = std::getenv("LOCKS_BUG") ? std::getenv("LOCKS_BUG") : "";
  std::deque<std::string> queue;
  bool renewed = false;
};
