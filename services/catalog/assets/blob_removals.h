// The durable list of blobs to remove, which the sweeper processes. A blob that is no longer referenced is listed in
// the transaction that drops the reference, so that a crash leaves nothing behind.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. A key names a blob, or a
// folder with all blobs below it.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

// Schedules the removal of the key at `due_at` or soon after.
void ScheduleBlobRemoval(soci::session& sql, const std::string& key, UnixMillis due_at);
// Schedules the removal of the key in an hour, unless CancelBlobRemoval is called first. For a blob that is written
// before the change that refers to it.
void ReserveBlob(soci::session& sql, const std::string& key, UnixMillis now);
// Puts a reservation off, for a blob that takes longer to write. Does nothing about a key that is not listed.
void ExtendBlobReservation(soci::session& sql, const std::string& key, UnixMillis now);
// Takes a reserved key off the list, because the caller's transaction refers to it. Returns false, and changes nothing,
// if its removal is due or no longer listed: it may have begun.
bool KeepReservedBlob(soci::session& sql, const std::string& key, UnixMillis now);
// Takes the key off the list, because it is referenced now or was removed.
void CancelBlobRemoval(soci::session& sql, const std::string& key);
// Returns the keys that are due, oldest first.
std::vector<std::string> ListDueBlobRemovals(soci::session& sql, UnixMillis now, int limit);

}  // namespace academy::catalog
