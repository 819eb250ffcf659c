// Makes an upload's record agree with its bytes after an append whose end was not stored: the process crashed, or the
// database was away.
//
// Thread-safe; the caller holds the upload's lock.
#pragma once

#include "absl/status/statusor.h"
#include "services/catalog/deps.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/catalog/uploads/upload_store.h"

namespace academy::catalog {

// Removes bytes whose checksum was not verified, and completes the upload if it has all its bytes. Returns the upload
// as it is now. Errors of the database and of UploadStorage.
absl::StatusOr<UploadRecord> SettleUpload(const Deps& deps, UploadStorage& files, const UploadRecord& upload);

}  // namespace academy::catalog
