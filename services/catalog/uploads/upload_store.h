// Resumable uploads in the database. The number of bytes received is not stored; it is the size of the upload's file.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. None appends events. Updates
// of a missing upload change nothing.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

struct UploadRecord {
  // Also the asset's id.
  std::string id;
  // Total bytes; absent while the client has not specified it.
  std::optional<int64_t> length;
  // tus Upload-Metadata as received.
  std::string metadata;
  UnixMillis expires_at = 0;
  bool complete = false;
  // Offset at which an unfinished append with a checksum began: bytes from there on do not count yet.
  std::optional<int64_t> unverified_from;
};

struct NewUpload {
  std::string id;
  std::optional<int64_t> length;
  std::string filename;
  std::string metadata;
  UnixMillis expires_at = 0;
};

struct AppendStart {
  // The new expiry; each append extends it.
  UnixMillis expires_at = 0;
  // The length, if it was deferred.
  std::optional<int64_t> length;
  // For an append with a checksum; see UploadRecord.
  std::optional<int64_t> unverified_from;
};

// Inserts the upload and its asset, which is `uploading`. Returns the upload as FindUpload does.
UploadRecord InsertUpload(soci::session& sql, const NewUpload& upload, UnixMillis now);
// Returns nullopt if there is no such upload.
std::optional<UploadRecord> FindUpload(soci::session& sql, const std::string& id);

// Must be committed before the append's first byte is written.
void RecordAppend(soci::session& sql, const std::string& id, const AppendStart& start);
// Call when the checksum of the last append matched, or its bytes were removed.
void MarkUploadVerified(soci::session& sql, const std::string& id);
// Stores the progress in per cent for the managers' list of uploads. Changes nothing once the asset is no longer
// `uploading`.
void SetUploadProgress(soci::session& sql, const std::string& id, int percent);
// Marks the upload as complete with `size` bytes, and its asset as `queued`.
void MarkUploadComplete(soci::session& sql, const std::string& id, int64_t size);

// Counts the uploads that are not complete.
int64_t CountUnfinishedUploads(soci::session& sql);
// Returns those that have a length and expire after `expires_after`.
std::vector<UploadRecord> ListUnfinishedUploads(soci::session& sql, UnixMillis expires_after);
// Returns at most 100 ids of those that have expired.
std::vector<std::string> ListExpiredUploads(soci::session& sql, UnixMillis now);
// Whether the upload's file is still needed: its asset is not ready, or has a job, and the file was not given up.
bool IsUploadFileNeeded(soci::session& sql, const std::string& id);

}  // namespace academy::catalog
