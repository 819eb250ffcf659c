// The memory in which passwords are hashed. Blocks are kept mapped from one computation to the next, in huge pages
// where the kernel has them: to map, touch and unmap 19 MiB of small pages takes a third of the fastest computation's
// time. They are left out of core dumps. Whoever used a block wipes it.
//
// Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy::auth {

class HashMemory {
 public:
  HashMemory() = default;
  // Every block must have been returned.
  ~HashMemory();

  HashMemory(const HashMemory&) = delete;
  HashMemory& operator=(const HashMemory&) = delete;

  // A block, returned by its destructor.
  class Block {
   public:
    Block(Block&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)), data_(other.data_), size_(other.size_) {}
    Block& operator=(Block&&) = delete;
    ~Block();

    uint8_t* data() const { return data_; }
    size_t size() const { return size_; }

   private:
    friend class HashMemory;
    Block(HashMemory* owner, uint8_t* data, size_t size) : owner_(owner), data_(data), size_(size) {}

    HashMemory* owner_;
    uint8_t* data_;
    size_t size_;
  };

  // Returns at least `bytes`. Ends the process when the system has none: to start again is the best remedy.
  Block Take(size_t bytes) ABSL_LOCKS_EXCLUDED(mutex_);

  // Unmaps the blocks that nobody has taken since the last call.
  void Trim() ABSL_LOCKS_EXCLUDED(mutex_);

  // Bytes of the blocks that are mapped, in use or not.
  size_t mapped() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Free {
    uint8_t* data;
    size_t size;
    // Whether it was returned since the last Trim.
    bool used;
  };

  void Return(uint8_t* data, size_t size) ABSL_LOCKS_EXCLUDED(mutex_);
  void Unmap(const Free& block) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable absl::Mutex mutex_;
  // The last one returned is taken first, so that those beyond what is needed can be unmapped.
  std::vector<Free> free_ ABSL_GUARDED_BY(mutex_);
  size_t mapped_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::auth
