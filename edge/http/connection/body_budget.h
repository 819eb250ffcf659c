// Limits the bytes of request bodies kept in memory at once, over all connections.
//
// Thread-safe; one Share is not.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace academy::http {

class BodyBudget {
 public:
  // The part of the budget that one body holds, released on destruction. The budget must outlive it.
  class Share {
   public:
    Share() = default;
    // The shares of strangers (callers who have not signed in) together take at most half of the budget, so that the
    // rest stays free for others.
    Share(BodyBudget& budget, bool stranger) : budget_(&budget), stranger_(stranger) {}
    Share(Share&& other) noexcept { *this = std::move(other); }
    Share& operator=(Share&& other) noexcept {
      if (this == &other) return *this;
      Release();
      budget_ = std::exchange(other.budget_, nullptr);
      stranger_ = other.stranger_;
      bytes_ = std::exchange(other.bytes_, 0);
      return *this;
    }
    ~Share() { Release(); }

    // Makes the share at least `bytes` large; false, with nothing changed, if the budget does not allow it.
    bool GrowTo(uint64_t bytes) {
      if (budget_ == nullptr || bytes <= bytes_) return true;
      if (!budget_->Take(bytes - bytes_, stranger_)) return false;
      bytes_ = bytes;
      return true;
    }

   private:
    void Release() {
      if (budget_ != nullptr) budget_->Return(bytes_, stranger_);
      bytes_ = 0;
    }

    BodyBudget* budget_ = nullptr;
    bool stranger_ = false;
    uint64_t bytes_ = 0;
  };

  explicit BodyBudget(uint64_t bytes) : bytes_(bytes) {}

  // Bytes held by all shares now.
  uint64_t used() const { return used_; }

 private:
  bool Take(uint64_t bytes, bool stranger) {
    if (stranger && !Add(strangers_, bytes, bytes_ / 2)) return false;
    if (Add(used_, bytes, bytes_)) return true;
    if (stranger) strangers_ -= bytes;
    return false;
  }
  void Return(uint64_t bytes, bool stranger) {
    used_ -= bytes;
    if (stranger) strangers_ -= bytes;
  }
  static bool Add(std::atomic<uint64_t>& count, uint64_t bytes, uint64_t at_most) {
    uint64_t before = count;
    while (before + bytes <= at_most) {
      if (count.compare_exchange_weak(before, before + bytes)) return true;
    }
    return false;
  }

  const uint64_t bytes_;
  std::atomic<uint64_t> used_ = 0;
  // The part of `used_` that strangers hold.
  std::atomic<uint64_t> strangers_ = 0;
};

}  // namespace academy::http
