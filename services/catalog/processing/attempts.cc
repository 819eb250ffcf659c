#include "services/catalog/processing/attempts.h"

#include <string>

#include "services/catalog/assets/asset_record.h"
#include "services/catalog/assets/blob_removals.h"

namespace academy::catalog {
namespace {

std::string FolderOf(const HeldJob& held) { return AttemptFolder(held.asset_id, held.claim); }

}  // namespace

void ReserveAttempt(Transaction& tx, const HeldJob& held, UnixMillis now) {
  ReserveBlob(tx.sql(), FolderOf(held), now);
}

void ExtendAttempt(Transaction& tx, const HeldJob& held, UnixMillis now) {
  ExtendBlobReservation(tx.sql(), FolderOf(held), now);
}

absl::Status KeepAttempt(Transaction& tx, const HeldJob& held, UnixMillis now) {
  if (KeepReservedBlob(tx.sql(), FolderOf(held), now)) return absl::OkStatus();
  return absl::CancelledError("the files of this attempt may be gone");
}

}  // namespace academy::catalog
