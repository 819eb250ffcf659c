// Streams from an S3-compatible store; a single libcurl thread serves all of them.
//
// Thread-safe. A slow reader holds no thread, only its connection to the store and at most about 60 KiB. An interrupted
// transfer resumes where it stopped if the blob is unchanged.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/s3_options.h"

namespace academy {

class S3Streams final : public BlobStreams {
 public:
  explicit S3Streams(S3Options options);
  // Ends all transfers: pending callbacks are called with UNAVAILABLE. Streams may outlive this object.
  ~S3Streams() override;

  void Describe(const std::string& key, Described described) override;
  void Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length, Opened opened) override;

  // Number of open streams.
  size_t open() const;

 private:
  class Loop;
  class Transfer;
  class Stream;

  // A short-lived cache of descriptions: many players ask for the same blobs.
  class Memory {
   public:
    bool Find(const std::string& key, BlobInfo& info) ABSL_LOCKS_EXCLUDED(mutex_);
    void Keep(const std::string& key, const BlobInfo& info) ABSL_LOCKS_EXCLUDED(mutex_);
    void Forget(const std::string& key) ABSL_LOCKS_EXCLUDED(mutex_);

   private:
    struct Entry {
      BlobInfo info;
      absl::Duration until;
    };
    absl::Mutex mutex_;
    absl::flat_hash_map<std::string, Entry> known_ ABSL_GUARDED_BY(mutex_);
  };

  const std::shared_ptr<Memory> memory_;
  const std::shared_ptr<Loop> loop_;
  std::thread thread_;
};

}  // namespace academy
