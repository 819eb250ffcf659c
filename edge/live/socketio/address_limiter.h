// Counts what each remote address holds, so that one cannot take everything.
//
// Not thread-safe but for total().
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace academy::live {

class AddressLimiter {
  struct Table {
    std::unordered_map<std::string, size_t> held;
    std::atomic<size_t> total = 0;
    std::function<void()> on_empty;
  };

 public:
  // A place that one address holds until this is destroyed. May outlive the limiter.
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
      auto held = table_->held.find(address_);
      if (--held->second == 0) table_->held.erase(held);
      if (--table_->total == 0 && table_->on_empty) table_->on_empty();
    }

    const std::string& address() const { return address_; }

   private:
    friend class AddressLimiter;
    Place(std::shared_ptr<Table> table, std::string address) : table_(std::move(table)), address_(std::move(address)) {}

    std::shared_ptr<Table> table_;
    std::string address_;
  };

  // Takes a place. The caller looks at Held() first; taking never fails, so that a refusal has a place too.
  Place Take(std::string address) {
    ++table_->held[address];
    ++table_->total;
    return Place(table_, std::move(address));
  }

  size_t Held(const std::string& address) const {
    auto held = table_->held.find(address);
    return held == table_->held.end() ? 0 : held->second;
  }

  // Any thread.
  size_t total() const { return table_->total; }

  // Called whenever the last place is given up.
  void OnEmpty(std::function<void()> on_empty) { table_->on_empty = std::move(on_empty); }

 private:
  const std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace academy::live
