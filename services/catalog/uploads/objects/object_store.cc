#include "services/catalog/uploads/objects/object_store.h"

#include <tuple>

#include "services/catalog/errors.h"
#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

#define ACADEMY_OBJECT_COLUMNS "asset_id, multipart, claim, next_part, received, tail_size, tail_claim"

struct ObjectRow {
  ObjectRecord record;

  auto Columns() {
    return std::tie(record.id, record.multipart, record.claim, record.next_part, record.received, record.tail_size,
                    record.tail_claim);
  }
  ObjectRecord ToRecord() const { return record; }
};

struct PartRow {
  ObjectPart part;

  auto Columns() { return std::tie(part.number, part.etag, part.size); }
  ObjectPart ToRecord() const { return part; }
};

struct RemovalRow {
  ObjectRemoval removal;
  int again = 0;

  auto Columns() { return std::tie(removal.id, removal.multipart, again); }
  ObjectRemoval ToRecord() const { return {.id = removal.id, .multipart = removal.multipart, .again = again != 0}; }
};

}  // namespace

void InsertObject(soci::session& sql, const std::string& id, const std::string& multipart, UnixMillis now) {
  Execute(sql, "INSERT INTO upload_objects (asset_id, multipart, created_at) VALUES (:id, :multipart, :now)", id,
          multipart, now);
}

std::optional<ObjectRecord> FindObject(soci::session& sql, const std::string& id) {
  return QueryOne<ObjectRow>(
      sql, "SELECT " ACADEMY_OBJECT_COLUMNS " FROM upload_objects WHERE asset_id = :id AND removed_at IS NULL", id);
}

std::optional<UnixMillis> FindObjectCreation(soci::session& sql, const std::string& id) {
  return QueryOne<UnixMillis>(sql, "SELECT created_at FROM upload_objects WHERE asset_id = :id AND removed_at IS NULL",
                              id);
}

std::optional<ObjectRecord> ClaimObject(soci::session& sql, const std::string& id) {
  std::optional<ObjectRecord> claimed =
      QueryOne<ObjectRow>(sql,
                          "UPDATE upload_objects SET claim = claim + 1, next_part = next_part + 1"
                          " WHERE asset_id = :id AND removed_at IS NULL RETURNING " ACADEMY_OBJECT_COLUMNS,
                          id);
  if (claimed.has_value()) --claimed->next_part;
  return claimed;
}

bool EndObjectClaims(soci::session& sql, const std::string& id) {
  return QueryOne<std::string>(sql,
                               "UPDATE upload_objects SET claim = claim + 1 WHERE asset_id = :id AND removed_at IS NULL"
                               " RETURNING asset_id",
                               id)
      .has_value();
}

int64_t ReceivedAfter(const ObjectRecord& held, const ObjectProgress& progress) {
  int64_t received = held.received - held.tail_size + progress.tail_size;
  for (const ObjectPart& part : progress.parts) received += part.size;
  return received;
}

absl::StatusOr<int> TakePartNumber(soci::session& sql, const ObjectRecord& held) {
  auto next = QueryOne<int>(sql,
                            "UPDATE upload_objects SET next_part = next_part + 1"
                            " WHERE asset_id = :id AND claim = :claim AND removed_at IS NULL RETURNING next_part",
                            held.id, held.claim);
  if (!next.has_value()) return error::UploadInterrupted();
  return *next - 1;
}

absl::Status RecordObject(soci::session& sql, const ObjectRecord& held, const ObjectProgress& progress) {
  auto updated = QueryOne<std::string>(
      sql,
      "UPDATE upload_objects SET received = :received, tail_size = :tail, tail_claim = claim"
      " WHERE asset_id = :id AND claim = :claim AND received = :before AND removed_at IS NULL RETURNING asset_id",
      ReceivedAfter(held, progress), progress.tail_size, held.id, held.claim, held.received);
  if (!updated.has_value()) return error::UploadInterrupted();
  for (const ObjectPart& part : progress.parts) {
    Execute(sql, "INSERT INTO upload_parts (asset_id, number, etag, size) VALUES (:id, :number, :etag, :size)", held.id,
            part.number, part.etag, part.size);
  }
  return absl::OkStatus();
}

std::vector<ObjectPart> ListObjectParts(soci::session& sql, const std::string& id) {
  return Query<PartRow>(sql, "SELECT number, etag, size FROM upload_parts WHERE asset_id = :id ORDER BY number", id);
}

std::vector<std::string> ListWholeObjects(soci::session& sql) {
  return Query<std::string>(sql,
                            "SELECT u.asset_id FROM uploads u JOIN upload_objects o ON o.asset_id = u.asset_id"
                            " WHERE u.complete = 0 AND u.length = o.received AND o.removed_at IS NULL"
                            " ORDER BY u.asset_id");
}

void RemoveObject(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql,
          "UPDATE upload_objects SET removed_at = :now, claim = claim + 1 WHERE asset_id = :id AND removed_at IS NULL",
          now, id);
}

std::vector<std::string> ListForgottenObjects(soci::session& sql, UnixMillis before) {
  // As IsUploadFileNeeded.
  return Query<std::string>(
      sql,
      "SELECT asset_id FROM upload_objects o WHERE removed_at IS NULL AND created_at < :before AND NOT EXISTS"
      " (SELECT 1 FROM assets a LEFT JOIN jobs j ON j.asset_id = a.id WHERE a.id = o.asset_id"
      " AND (a.status <> 'ready' OR j.asset_id IS NOT NULL) AND COALESCE(j.source_gone, 0) = 0)"
      " ORDER BY asset_id LIMIT 100",
      before);
}

std::vector<ObjectRemoval> ListObjectRemovals(soci::session& sql, UnixMillis before) {
  return Query<RemovalRow>(sql,
                           "SELECT asset_id, multipart, removals FROM upload_objects WHERE removed_at IS NOT NULL"
                           " AND (removals = 0 OR removed_at < :before) ORDER BY removed_at, asset_id LIMIT 100",
                           before);
}

void MarkObjectRemoved(soci::session& sql, const std::string& id) {
  Execute(sql, "UPDATE upload_objects SET removals = 1 WHERE asset_id = :id", id);
}

void DeleteObject(soci::session& sql, const std::string& id) {
  Execute(sql, "DELETE FROM upload_objects WHERE asset_id = :id", id);
}

}  // namespace academy::catalog
