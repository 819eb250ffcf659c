// Media assets with their renditions and captions, and the blobs that wait for removal.
//
// Thread-safe.
#pragma once

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

class AssetStore {
 public:
  AssetStore(Database& database, ChangeFeed& feed, AuditOutbox& audit, const Clock& clock)
      : database_(database), feed_(feed), audit_(audit), clock_(clock) {}

  // NOT_FOUND asset_not_found.
  absl::StatusOr<AssetRecord> Get(const std::string& id);
  // The ready ones among `ids`, in the order asked.
  absl::StatusOr<std::vector<AssetRecord>> GetReady(const std::vector<std::string>& ids);
  // The assets that are not ready, failed ones included, once for each part that has it; the newest first.
  absl::StatusOr<std::vector<UploadInWork>> InWork(int limit);
  // The AES-128 key, 16 bytes. NOT_FOUND asset_not_found, for an asset that is not ready too.
  absl::StatusOr<std::string> GetKey(const std::string& id);

  // Keeps the captions of `captions.lang`, whose blob was reserved; an earlier file is removed. The first captions are
  // the default, until others say that they are. NOT_FOUND asset_not_found.
  absl::StatusOr<AssetRecord> PutCaptions(const Caller& caller, const std::string& id, const CaptionRecord& captions);
  // When the default goes, the first language that is left takes its place. NOT_FOUND asset_not_found or
  // captions_not_found.
  absl::StatusOr<AssetRecord> DeleteCaptions(const Caller& caller, const std::string& id, const std::string& lang);

  // Deletes the assets that no part has used since `before`; returns them.
  absl::StatusOr<std::vector<std::string>> DeleteUnused(UnixMillis before);

  // Has the blobs removed after an hour unless a change keeps them: for what is written before the change that names
  // it, so that a crash between the two leaves nothing behind.
  absl::Status ReserveBlobs(const std::vector<std::string>& keys);
  // Blobs and folders that are to be removed by now, and that one is.
  absl::StatusOr<std::vector<std::string>> DueBlobRemovals(int limit);
  absl::Status BlobRemoved(const std::string& key);

 private:
  Database& database_;
  ChangeFeed& feed_;
  AuditOutbox& audit_;
  const Clock& clock_;
};

}  // namespace academy::catalog
