// Asynchronous access to blobs for an event loop; no call here blocks.
//
// Implementations are thread-safe. Each callback runs exactly once, either on the implementation's own thread, where it
// must not block, or on the caller's thread before the call returns.
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

// A transfer of one blob's bytes. The amount buffered but not yet read is bounded: the source waits for the reader.
// Destroying the stream ends the transfer. Used by one thread at a time.
class BlobStream {
 public:
  virtual ~BlobStream() = default;

  // Moves received bytes into `piece`, which must be empty. If none have arrived, `piece` stays empty and `ready` is
  // called once there are bytes or an error. UNAVAILABLE storage_error when no more will come.
  virtual absl::Status Read(std::string& piece, std::function<void()> ready) = 0;
};

class BlobStreams {
 public:
  virtual ~BlobStreams() = default;

  // Gets a blob's description, which may be a few seconds old. NOT_FOUND blob_not_found, INVALID_ARGUMENT
  // blob_key_invalid, UNAVAILABLE storage_error.
  using Described = std::function<void(absl::StatusOr<BlobInfo>)>;
  virtual void Describe(const std::string& key, Described described) = 0;

  // Opens bytes [offset, offset + length), with length at least 1, of the blob that Describe returned as `info`. The
  // first bytes are being transferred when `opened` is called. Errors as Describe, ABORTED blob_changed when the blob
  // was replaced (call Describe again), and RESOURCE_EXHAUSTED too_many_streams when too many are open.
  using Opened = std::function<void(absl::StatusOr<std::unique_ptr<BlobStream>>)>;
  virtual void Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length, Opened opened) = 0;
};

}  // namespace academy
