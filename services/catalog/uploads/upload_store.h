// Resumable uploads in the database: what they will be. How far one is, only its file's size says.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/records.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::catalog {

struct NewUpload {
  std::string id;
  std::optional<int64_t> length;
  std::string filename;
  std::string metadata;
  UnixMillis expires_at = 0;
};

struct AppendStart {
  // An upload that goes on lives longer.
  UnixMillis expires_at = 0;
  // Tells a deferred length.
  std::optional<int64_t> length;
  // Where a checksummed append begins: bytes from there on count only once EndChecked was called.
  std::optional<int64_t> checked_from;
};

class UploadStore {
 public:
  UploadStore(Database& database, ChangeFeed& feed, AuditOutbox& audit, const Clock& clock)
      : database_(database), feed_(feed), audit_(audit), clock_(clock) {}

  // Makes the upload and its asset, `uploading`.
  absl::StatusOr<UploadRecord> Create(const Caller& caller, const NewUpload& upload);
  // NOT_FOUND upload_not_found.
  absl::StatusOr<UploadRecord> Get(const std::string& id);
  // Notes what an append brings before its first byte is stored.
  absl::Status BeginAppend(const std::string& id, const AppendStart& start);
  // The append's checksum was right, or its bytes are gone again.
  absl::Status EndChecked(const std::string& id);
  // Uploads with a checksummed append that never ended.
  absl::StatusOr<std::vector<UploadRecord>> Unchecked();
  // Per cent, for managers who look on.
  absl::Status SetProgress(const std::string& id, int percent);
  // All bytes are there: queues the asset for processing. NOT_FOUND upload_not_found.
  absl::Status Complete(const std::string& id, int64_t size);
  // Deletes the upload and its asset; parts lose it. NOT_FOUND upload_not_found.
  absl::Status Delete(const std::string& id);
  // The same, because the caller wants it.
  absl::Status Terminate(const Caller& caller, const std::string& id);
  // Uploads that are not complete.
  absl::StatusOr<int64_t> CountOpen();
  // Those among them with a known length that live longer than until `expires_after`.
  absl::StatusOr<std::vector<UploadRecord>> Open(UnixMillis expires_after);
  // Unfinished uploads whose time is over.
  absl::StatusOr<std::vector<std::string>> Expired();
  // Whether the upload's file is still needed: it is not complete, or not processed yet.
  absl::StatusOr<bool> NeedsFile(const std::string& id);

 private:
  Database& database_;
  ChangeFeed& feed_;
  AuditOutbox& audit_;
  const Clock& clock_;
};

}  // namespace academy::catalog
