// What of an upload is in the object store: the parts of its multipart upload, and the tail that is too short for one.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

struct ObjectRecord {
  // The upload's.
  std::string id;
  // The id of its multipart upload in the store.
  std::string multipart;
  // Increases with each append; only the newest may record anything.
  int64_t claim = 0;
  // Of the next part. No number is given twice.
  int next_part = 1;
  // Bytes in the parts and the tail.
  int64_t received = 0;
  int64_t tail_size = 0;
  // The claim that stored the tail.
  int64_t tail_claim = 0;
};

struct ObjectPart {
  int number = 0;
  std::string etag;
  int64_t size = 0;
};

// What an append has stored. It replaces the tail of before, with which it begins.
struct ObjectProgress {
  std::vector<ObjectPart> parts;
  int64_t tail_size = 0;
};

// Returns the bytes of an upload whose record was `held`, after `progress`.
int64_t ReceivedAfter(const ObjectRecord& held, const ObjectProgress& progress);

void InsertObject(soci::session& sql, const std::string& id, const std::string& multipart, UnixMillis now);
// Returns nullopt if there is none, or if it is being removed.
std::optional<ObjectRecord> FindObject(soci::session& sql, const std::string& id);
std::optional<UnixMillis> FindObjectCreation(soci::session& sql, const std::string& id);
// Ends earlier claims and gives the number of a part to the new one. Returns the record as it is then, its next_part
// being the number given; nullopt as FindObject.
std::optional<ObjectRecord> ClaimObject(soci::session& sql, const std::string& id);
// Ends earlier claims. Returns whether there is such an upload.
bool EndObjectClaims(soci::session& sql, const std::string& id);
// Gives the claim of `held` the number of another part. ABORTED upload_interrupted if it has ended.
absl::StatusOr<int> TakePartNumber(soci::session& sql, const ObjectRecord& held);
// Records `progress` beyond `held`. ABORTED upload_interrupted if the claim of `held` has ended, or if this was
// recorded before, by a commit of which nobody heard.
absl::Status RecordObject(soci::session& sql, const ObjectRecord& held, const ObjectProgress& progress);
// In the order of their numbers.
std::vector<ObjectPart> ListObjectParts(soci::session& sql, const std::string& id);
// Returns the uploads of known length that have all their bytes and are not complete.
std::vector<std::string> ListWholeObjects(soci::session& sql);

// Decides the removal, and ends all claims.
void RemoveObject(soci::session& sql, const std::string& id, UnixMillis now);
// Returns at most 100 that were created before `before` and are not needed, because a crash came before their removal.
std::vector<std::string> ListForgottenObjects(soci::session& sql, UnixMillis before);

struct ObjectRemoval {
  std::string id;
  std::string multipart;
  // Whether the store's objects were removed once.
  bool again = false;
};
// Returns at most 100 whose objects are to be removed: for the first time, or, if it was decided before `before`,
// again.
std::vector<ObjectRemoval> ListObjectRemovals(soci::session& sql, UnixMillis before);
void MarkObjectRemoved(soci::session& sql, const std::string& id);
void DeleteObject(soci::session& sql, const std::string& id);

}  // namespace academy::catalog
