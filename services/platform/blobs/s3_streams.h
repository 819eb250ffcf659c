// Streams out of a store that speaks S3: one thread of libcurl's carries all of them.
//
// Thread-safe. A reader that is slow holds no thread, only its connection to the store and at most some 60 KiB; a
// transfer that breaks off goes on where it was, as long as the blob is the same.
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
  // Ends what is under way: callbacks that were not called are, with UNAVAILABLE. Streams may outlive it.
  ~S3Streams() override;

  void Describe(const std::string& key, Described described) override;
  void Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length, Opened opened) override;

  // Streams open now.
  size_t open() const;

 private:
  class Loop;
  class Transfer;
  class Stream;

  // What is remembered of blobs, for a while: a player asks for the same ones as all others.
  class Memory {
   public:
    bool Find(const std::string& key, BlobInfo& info) ABSL_LOCKS_EXCLUDED(mutex_);
    void Keep(const std::string& key, const BlobInfo& info) ABSL_LOCKS_EXCLUDED(mutex_);
    void Forget(const std::string& key) ABSL_LOCKS_EXCLUDED(mutex_);

   private:
    struct Entry {
      BlobInfo info;
      absl::Time until;
    };
    absl::Mutex mutex_;
    absl::flat_hash_map<std::string, Entry> known_ ABSL_GUARDED_BY(mutex_);
  };

  const std::shared_ptr<Memory> memory_;
  const std::shared_ptr<Loop> loop_;
  std::thread thread_;
};

}  // namespace academy
