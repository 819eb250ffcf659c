// Keeps the JSON of long answers, and its compressed forms, for as long as services repeat them: services cache whole
// lists, so most answers of such a list are the same bytes.
//
// Thread-safe.
#pragma once

#include <grpcpp/support/slice.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/response/compressed_text.h"

namespace academy::edge {

class KeptAnswers {
 public:
  using Answer = std::shared_ptr<const CompressedText>;

  // Bytes of all kept answers, serialized and as JSON.
  static constexpr size_t kMaxBytes = 48 << 20;

  explicit KeptAnswers(size_t max_bytes = kMaxBytes) : max_bytes_(max_bytes) {}

  // Returns the JSON of the serialized message `wire`, from `make` unless it is kept. `type` is any pointer that tells
  // message types apart. An answer is kept from the second time on, so that those that come once take no memory; the
  // ones asked for longest ago are dropped when there are too many. Null if `make` returns nullopt.
  Answer Get(const void* type, const grpc::Slice& wire, absl::FunctionRef<std::optional<std::string>()> make)
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Entry {
    uint64_t key;
    const void* type;
    grpc::Slice wire;
    Answer answer;
    size_t bytes;
  };
  using Entries = std::list<Entry>;

  std::optional<Entry> Find(uint64_t key) ABSL_LOCKS_EXCLUDED(mutex_);
  bool CameBefore(uint64_t key);
  void Drop(Entries::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  // The last key of each remainder.
  std::array<std::atomic<uint64_t>, 1024> came_ = {};

  absl::Mutex mutex_;
  // The one asked for last comes first.
  Entries entries_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<uint64_t, Entries::iterator> by_key_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::edge
