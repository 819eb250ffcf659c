// Caches the AES-128 keys of assets for a minute, so that a class that starts together makes one call to catalog.
//
// Thread-safe. Does not check who may have a key.
#pragma once

#include <grpcpp/channel.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

class KeyCache {
 public:
  using Found = std::function<void(absl::StatusOr<std::string>)>;

  // `clock` must outlive the cache, and the cache its unfinished calls.
  KeyCache(const std::shared_ptr<grpc::Channel>& catalog, const Clock& clock) : playback_(catalog), clock_(clock) {}

  // Calls `found` once: on this thread before returning when the key is cached, else later on another thread. NOT_FOUND
  // asset_not_found; INTERNAL when catalog answers with anything but 16 bytes; the other errors of
  // Playback.GetMediaKey.
  void Find(const std::string& asset_id, const std::string& request_id, Found found);

 private:
  void Told(const std::string& asset_id, const absl::StatusOr<std::string>& key) ABSL_LOCKS_EXCLUDED(mutex_);

  struct Known {
    std::string key;
    UnixMillis until = 0;
  };

  catalog::v1::Playback::Stub playback_;
  const Clock& clock_;
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, Known> known_ ABSL_GUARDED_BY(mutex_);
  // The callers waiting for an unfinished call, by asset.
  absl::flat_hash_map<std::string, std::vector<Found>> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::edge
