// AES-128 keys of assets: asks catalog, and remembers for a minute, so that a class that begins at once asks once.
//
// Thread-safe. Who may have a key is not decided here.
#pragma once

#include <grpcpp/channel.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

class KeyCache {
 public:
  using Found = std::function<void(absl::StatusOr<std::string>)>;

  // `credential` is the academy's internal one. The others must outlive the cache, which must outlive calls on their
  // way.
  KeyCache(const std::shared_ptr<grpc::Channel>& catalog, std::string credential, const Clock& clock)
      : media_(catalog), credential_(std::move(credential)), clock_(clock) {}

  // Calls `found` once: at once when the key is known, else on another thread. NOT_FOUND asset_not_found; what
  // Media.GetMediaKey fails with.
  void Find(const std::string& asset_id, const std::string& request_id, Found found);

 private:
  void Told(const std::string& asset_id, const absl::StatusOr<std::string>& key) ABSL_LOCKS_EXCLUDED(mutex_);

  struct Known {
    std::string key;
    UnixMillis until = 0;
  };

  catalog::v1::Media::Stub media_;
  const std::string credential_;
  const Clock& clock_;
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, Known> known_ ABSL_GUARDED_BY(mutex_);
  // Who waits for an answer that is on its way.
  absl::flat_hash_map<std::string, std::vector<Found>> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
