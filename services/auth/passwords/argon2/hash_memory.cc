#include "services/auth/passwords/argon2/hash_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace academy::auth {
namespace {

constexpr size_t kHugePage = 2 * 1024 * 1024;

size_t RoundUp(size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

// Maps `size` bytes that begin at a huge page.
uint8_t* Map(size_t size) {
  // The kernel chooses any page: the parts before the first huge page and after the last are unmapped again.
  void* mapped = ::mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) std::abort();
  auto* begin = static_cast<uint8_t*>(mapped);
  size_t before = RoundUp(reinterpret_cast<uintptr_t>(begin)) - reinterpret_cast<uintptr_t>(begin);
  if (before > 0) ::munmap(begin, before);
  ::munmap(begin + before + size, kHugePage - before);
  // Both fail on a kernel without the feature, which does no harm.
  ::madvise(begin + before, size, MADV_HUGEPAGE);
  ::madvise(begin + before, size, MADV_DONTDUMP);
  return begin + before;
}

}  // namespace

HashMemory::Block::~Block() {
  if (owner_ != nullptr) owner_->Return(data_, size_);
}

HashMemory::~HashMemory() {
  absl::MutexLock lock(&mutex_);
  for (const Free& block : free_) Unmap(block);
}

HashMemory::Block HashMemory::Take(size_t bytes) {
  size_t size = RoundUp(bytes);
  absl::MutexLock lock(&mutex_);
  auto found = std::find_if(free_.rbegin(), free_.rend(), [&](const Free& block) { return block.size == size; });
  if (found == free_.rend()) {
    mapped_ += size;
    return Block(this, Map(size), size);
  }
  uint8_t* data = found->data;
  free_.erase(std::next(found).base());
  return Block(this, data, size);
}

void HashMemory::Trim() {
  absl::MutexLock lock(&mutex_);
  auto unused = std::stable_partition(free_.begin(), free_.end(), [](const Free& block) { return block.used; });
  std::for_each(unused, free_.end(), [this](const Free& block) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { Unmap(block); });
  free_.erase(unused, free_.end());
  for (Free& block : free_) block.used = false;
}

size_t HashMemory::mapped() const {
  absl::MutexLock lock(&mutex_);
  return mapped_;
}

void HashMemory::Return(uint8_t* data, size_t size) {
  absl::MutexLock lock(&mutex_);
  free_.push_back({.data = data, .size = size, .used = true});
}

void HashMemory::Unmap(const Free& block) {
  ::munmap(block.data, block.size);
  mapped_ -= block.size;
}

}  // namespace academy::auth
