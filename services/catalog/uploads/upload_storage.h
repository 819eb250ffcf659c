// The bytes of uploads, from their first append until their processing is done: files on this machine (UploadFiles), or
// objects that every process of the academy reaches (UploadObjects).
//
// Implementations are thread-safe; one UploadWriter belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

// One append. Errors of every method: UNAVAILABLE storage_error or disk_full, ABORTED upload_interrupted if another
// process has taken the upload over.
class UploadWriter {
 public:
  virtual ~UploadWriter() = default;

  // Returns the upload's bytes before this append.
  virtual absl::StatusOr<int64_t> Size() const = 0;
  // Appends all of `data` or nothing. How much of it is durable before Sync is up to the implementation.
  virtual absl::Status Append(std::string_view data) = 0;
  // Drops everything that this writer has appended, durably.
  virtual absl::Status Discard() = 0;
  // Appended bytes are durable and counted once this has returned OK. `whole` says that the upload has all its bytes.
  virtual absl::Status Sync(bool whole) = 0;
};

class UploadStorage {
 public:
  virtual ~UploadStorage() = default;

  // Creates an empty upload, durably. ALREADY_EXISTS when there is one.
  virtual absl::Status Create(const std::string& id) = 0;
  // Begins an append; earlier ones, in whichever process, add nothing more. With `checked`, the bytes belong to a
  // checksum. NOT_FOUND upload_not_found.
  virtual absl::StatusOr<std::unique_ptr<UploadWriter>> Open(const std::string& id, bool checked) = 0;
  // Whether bytes of an append with a checksum are in Size before it has ended, so that a crash leaves them there.
  virtual bool counts_unverified() const = 0;
  // Cuts the upload to `size` bytes, durably, if it has more: the rest was not verified.
  virtual absl::Status Truncate(const std::string& id, int64_t size) = 0;
  // Returns the bytes stored. NOT_FOUND upload_not_found.
  virtual absl::StatusOr<int64_t> Size(const std::string& id) const = 0;
  // Appends that began before, in whichever process, add nothing more. The caller holds the upload's lock. NOT_FOUND
  // upload_not_found.
  virtual absl::Status EndAppends(const std::string& id) = 0;
  // Makes the source for processing of an upload that has all its `size` bytes. May be repeated.
  virtual absl::Status Finish(const std::string& id, int64_t size) = 0;

  // Makes the source available as `path`, which must be new, in a folder of the work files; it must not be written.
  // `on_progress` may be empty and is called now and then; CANCELLED once it returns false.
  virtual absl::Status Place(const std::string& id, const std::filesystem::path& path,
                             const std::function<bool()>& on_progress) const = 0;

  // Removes the upload, now or with a later RemoveDue. OK if there is none.
  virtual absl::Status Remove(const std::string& id) = 0;
  // Removes what could not be removed before. Returns the first error; what could not be removed is left for the next
  // call.
  virtual absl::Status RemoveDue() = 0;

  // Returns the ids of uploads at which a start must look: what they need may not be done.
  virtual std::vector<std::string> List() const = 0;
  // When its last byte was appended or it was created. NOT_FOUND upload_not_found.
  virtual absl::StatusOr<UnixMillis> ModifiedAt(const std::string& id) const = 0;

  // Whether the bytes take space on this machine's disk, where the work files are too.
  virtual bool on_this_disk() const = 0;
  // UNAVAILABLE disk_full if `bytes` more on the disk of the work files would leave too little.
  virtual absl::Status RequireSpace(int64_t bytes) const = 0;
};

}  // namespace academy::catalog
