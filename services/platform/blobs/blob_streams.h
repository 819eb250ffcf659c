// Blobs for an event loop: where reading takes its time, nothing here waits for it.
//
// Implementations are thread-safe. Callbacks run once, on a thread of the implementation that must not be blocked, or
// at once on the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy {

struct BlobInfo {
  // Bytes.
  int64_t size = 0;
  // When it was stored.
  UnixMillis modified = 0;
  // A strong HTTP entity tag, quotes included.
  std::string etag;
};

// Bytes of one blob on their way. What has arrived and was not taken is bounded: the source waits for the reader.
// Letting go of it ends the transfer. Read by one thread at a time.
class BlobStream {
 public:
  virtual ~BlobStream() = default;

  // Puts bytes that have arrived into `piece`, which is empty. When there are none yet, `piece` stays empty and `ready`
  // is called once there are, or once there is an error. UNAVAILABLE storage_error when no more will come.
  virtual absl::Status Read(std::string& piece, std::function<void()> ready) = 0;
};

class BlobStreams {
 public:
  virtual ~BlobStreams() = default;

  // NOT_FOUND blob_not_found, INVALID_ARGUMENT blob_key_invalid, UNAVAILABLE storage_error. The answer may be some
  // seconds old.
  using Described = std::function<void(absl::StatusOr<BlobInfo>)>;
  virtual void Describe(const std::string& key, Described described) = 0;

  // Opens bytes [offset, offset + length), at least one, of the blob that Describe described; the first bytes are on
  // their way when `opened` is called. As Describe, and ABORTED blob_changed when another blob stands there now:
  // describe it again. RESOURCE_EXHAUSTED too_many_streams when too many are open.
  using Opened = std::function<void(absl::StatusOr<std::unique_ptr<BlobStream>>)>;
  virtual void Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length, Opened opened) = 0;
};

}  // namespace academy
