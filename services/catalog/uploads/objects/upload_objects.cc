#include "services/catalog/uploads/objects/upload_objects.h"

#include <algorithm>
#include <fstream>
#include <optional>

#include "absl/time/time.h"
#include "services/catalog/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

// Longer than any process that does not know of the removal goes on storing.
constexpr absl::Duration kStragglers = absl::Hours(1);
// Bytes read from the store at once.
constexpr int64_t kPiece = int64_t{8} << 20;

absl::Status StorageError(std::string_view what) {
  return Error(absl::StatusCode::kUnavailable, "storage_error", what);
}

}  // namespace

absl::Status UploadObjects::Create(const std::string& id) {
  ASSIGN_OR_RETURN(std::string multipart, places_.multipart.Begin(SourceKey(id)));
  return places_.database.Write([&](Transaction& tx) -> absl::Status {
    InsertObject(tx.sql(), id, multipart, clock_.Now());
    return absl::OkStatus();
  });
}

absl::StatusOr<std::unique_ptr<UploadWriter>> UploadObjects::Open(const std::string& id, bool checked) {
  ASSIGN_OR_RETURN(ObjectRecord held, places_.database.Write([&](Transaction& tx) -> absl::StatusOr<ObjectRecord> {
    std::optional<ObjectRecord> claimed = ClaimObject(tx.sql(), id);
    if (!claimed.has_value()) return error::UploadNotFound();
    return *std::move(claimed);
  }));
  std::string tail;
  if (held.tail_size > 0) {
    absl::StatusOr<std::string> stored =
        ReadBlob(places_.blobs, TailKey(id, held.tail_claim), PartSizeOf(kMaxPartNumber));
    if (absl::IsNotFound(stored.status())) return StorageError("The store lost the end of the upload");
    RETURN_IF_ERROR(stored.status());
    if (static_cast<int64_t>(stored->size()) != held.tail_size) return StorageError("The upload's end is another");
    tail = *std::move(stored);
  }
  return std::make_unique<ObjectWriter>(places_, std::move(held), std::move(tail), checked);
}

absl::StatusOr<ObjectRecord> UploadObjects::Load(const std::string& id) const {
  return places_.database.Read([&](soci::session& sql) -> absl::StatusOr<ObjectRecord> {
    std::optional<ObjectRecord> object = FindObject(sql, id);
    if (!object.has_value()) return error::UploadNotFound();
    return *std::move(object);
  });
}

absl::StatusOr<int64_t> UploadObjects::Size(const std::string& id) const {
  ASSIGN_OR_RETURN(ObjectRecord object, Load(id));
  return object.received;
}

absl::Status UploadObjects::EndAppends(const std::string& id) {
  return places_.database.Write([&](Transaction& tx) -> absl::Status {
    return EndObjectClaims(tx.sql(), id) ? absl::OkStatus() : error::UploadNotFound();
  });
}

absl::Status UploadObjects::Finish(const std::string& id, int64_t size) {
  ASSIGN_OR_RETURN(ObjectRecord object, Load(id));
  if (object.received != size) return StorageError("The upload has not all its bytes");
  // The store knows no empty list of parts, and there is nothing to process.
  if (size == 0) return absl::OkStatus();
  if (object.tail_size > 0) RETURN_IF_ERROR(StoreTailAsPart(object));
  ASSIGN_OR_RETURN(std::vector<ObjectPart> parts, places_.database.Read([&](soci::session& sql) {
    return absl::StatusOr<std::vector<ObjectPart>>(ListObjectParts(sql, id));
  }));
  std::vector<StoredPart> stored;
  for (const ObjectPart& part : parts) stored.push_back({.number = part.number, .etag = part.etag});
  absl::Status completed = places_.multipart.Complete(SourceKey(id), object.multipart, stored);
  if (!absl::IsNotFound(completed)) return completed;
  // It was completed before, here or elsewhere.
  absl::StatusOr<int64_t> made = places_.blobs.Size(SourceKey(id));
  if (absl::IsNotFound(made.status())) return StorageError("The store lost the upload");
  RETURN_IF_ERROR(made.status());
  return *made == size ? absl::OkStatus() : StorageError("The store has another file than was uploaded");
}

absl::Status UploadObjects::StoreTailAsPart(const ObjectRecord& object) {
  ASSIGN_OR_RETURN(std::unique_ptr<UploadWriter> writer, Open(object.id, /*checked=*/false));
  return writer->Sync(/*whole=*/true);
}

absl::Status UploadObjects::Place(const std::string& id, const std::filesystem::path& path,
                                  const std::function<bool()>& on_progress) const {
  ASSIGN_OR_RETURN(int64_t size, Size(id));
  std::ofstream file(path, std::ios::binary);
  std::unique_ptr<Blob> source;
  if (size > 0) {
    absl::StatusOr<std::unique_ptr<Blob>> opened = places_.blobs.Open(SourceKey(id));
    if (absl::IsNotFound(opened.status())) return StorageError("The uploaded file is missing in the store");
    RETURN_IF_ERROR(opened.status());
    source = *std::move(opened);
    if (source->size() != size) return StorageError("The store has another file than was uploaded");
  }
  std::string piece(static_cast<size_t>(std::min(size, kPiece)), '\0');
  for (int64_t done = 0; done < size;) {
    if (on_progress && !on_progress()) return absl::CancelledError("stopped");
    ASSIGN_OR_RETURN(size_t got, source->ReadAt(done, piece.data(), piece.size()));
    if (got == 0) return StorageError("The store sent less than the file has");
    file.write(piece.data(), static_cast<std::streamsize>(got));
    done += static_cast<int64_t>(got);
  }
  return file.flush() ? absl::OkStatus() : StorageError("cannot write the work file");
}

absl::Status UploadObjects::Remove(const std::string& id) {
  return places_.database.Write([&](Transaction& tx) -> absl::Status {
    RemoveObject(tx.sql(), id, clock_.Now());
    return absl::OkStatus();
  });
}

absl::Status UploadObjects::RemoveDue() {
  if (hold_.Held()) return absl::OkStatus();
  RETURN_IF_ERROR(DecideForgotten());
  using Removals = absl::StatusOr<std::vector<ObjectRemoval>>;
  ASSIGN_OR_RETURN(std::vector<ObjectRemoval> removals, places_.database.Read([&](soci::session& sql) -> Removals {
    return ListObjectRemovals(sql, clock_.Now() - absl::ToInt64Milliseconds(kStragglers));
  }));
  absl::Status removed;
  for (const ObjectRemoval& removal : removals) {
    absl::Status status = Purge(removal);
    // One that cannot be removed keeps no other, and is tried again.
    if (!status.ok()) LogWarning("upload not removed", {{"upload", removal.id}, {"error", MessageOf(status)}});
    removed.Update(status);
  }
  return removed;
}

absl::Status UploadObjects::DecideForgotten() {
  // A new upload's object is there before its record.
  UnixMillis before = clock_.Now() - absl::ToInt64Milliseconds(kStragglers);
  using Ids = absl::StatusOr<std::vector<std::string>>;
  ASSIGN_OR_RETURN(std::vector<std::string> forgotten,
                   places_.database.Read([&](soci::session& sql) -> Ids { return ListForgottenObjects(sql, before); }));
  if (forgotten.empty()) return absl::OkStatus();
  return places_.database.Write([&](Transaction& tx) -> absl::Status {
    for (const std::string& id : ListForgottenObjects(tx.sql(), before)) RemoveObject(tx.sql(), id, clock_.Now());
    return absl::OkStatus();
  });
}

absl::Status UploadObjects::Purge(const ObjectRemoval& removal) {
  RETURN_IF_ERROR(places_.multipart.Abort(SourceKey(removal.id), removal.multipart));
  RETURN_IF_ERROR(places_.blobs.RemoveAll(ObjectsFolder(removal.id)));
  return places_.database.Write([&](Transaction& tx) -> absl::Status {
    // A process that was at it may store its tail after this; an hour later none does.
    if (removal.again) {
      DeleteObject(tx.sql(), removal.id);
    } else {
      MarkObjectRemoved(tx.sql(), removal.id);
    }
    return absl::OkStatus();
  });
}

std::vector<std::string> UploadObjects::List() const {
  using Ids = absl::StatusOr<std::vector<std::string>>;
  return places_.database.Read([](soci::session& sql) -> Ids { return ListWholeObjects(sql); })
      .value_or(std::vector<std::string>());
}

absl::StatusOr<UnixMillis> UploadObjects::ModifiedAt(const std::string& id) const {
  return places_.database.Read([&](soci::session& sql) -> absl::StatusOr<UnixMillis> {
    std::optional<UnixMillis> created = FindObjectCreation(sql, id);
    if (!created.has_value()) return error::UploadNotFound();
    return *created;
  });
}

absl::Status UploadObjects::RequireSpace(int64_t bytes) const {
  ASSIGN_OR_RETURN(int64_t free, options_.free_space(options_.work_folder));
  return free - bytes < options_.keep_free ? error::DiskFull() : absl::OkStatus();
}

}  // namespace academy::catalog
