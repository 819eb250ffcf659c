// Counts the places (connections or sessions) that each remote address holds, so that one address cannot take them all.
// Addresses of one client count together (services/platform/net/address_groups.h).
//
// Not thread-safe, except total().
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "services/platform/net/address_groups.h"

namespace academy::live {

// The most connections, and also the most sessions, of one remote address, unless an option says otherwise.
inline constexpr size_t kMaxPerAddress = 2'048;

class AddressLimiter {
  struct Table {
    std::unordered_map<std::string, size_t> held;
    std::atomic<size_t> total = 0;
    std::function<void()> on_empty;
  };

 public:
  // One place held by an address, given up on destruction. May outlive the limiter.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept : table_(std::exchange(other.table_, nullptr)), address_(std::move(other.address_)) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(table_, other.table_);
      std::swap(address_, other.address_);
      return *this;
    }
    ~Place() {
      if (table_ == nullptr) return;
      for (const AddressGroup& group : GroupsOf(address_)) {
        auto held = table_->held.find(group.name);
        if (--held->second == 0) table_->held.erase(held);
      }
      if (--table_->total == 0 && table_->on_empty) table_->on_empty();
    }

    const std::string& address() const { return address_; }

   private:
    friend class AddressLimiter;
    Place(std::shared_ptr<Table> table, std::string address) : table_(std::move(table)), address_(std::move(address)) {}

    std::shared_ptr<Table> table_;
    std::string address_;
  };

  // Takes a place. Never fails, because a connection that is being refused needs a place too: the caller checks
  // MayHold() first.
  Place Take(std::string address) {
    for (const AddressGroup& group : GroupsOf(address)) ++table_->held[group.name];
    ++table_->total;
    return Place(table_, std::move(address));
  }

  // Whether the address may hold `more` further places under a limit of `most`.
  bool MayHold(std::string_view address, size_t more, size_t most) const {
    AddressGroups groups = GroupsOf(address);
    return std::all_of(groups.begin(), groups.end(), [&](const AddressGroup& group) {
      auto held = table_->held.find(group.name);
      return (held == table_->held.end() ? 0 : held->second) + more <= most * group.factor;
    });
  }

  // Any thread.
  size_t total() const { return table_->total; }

  // `on_empty` is called whenever the last place is given up.
  void OnEmpty(std::function<void()> on_empty) { table_->on_empty = std::move(on_empty); }

 private:
  const std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace academy::live
