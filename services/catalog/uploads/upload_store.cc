#include "services/catalog/uploads/upload_store.h"

#include <tuple>

#include "services/catalog/assets/asset_store.h"
#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

#define ACADEMY_UPLOAD_COLUMNS "asset_id, length, metadata, expires_at, complete, checked_from"

struct UploadRow {
  UploadRecord record;
  int complete = 0;

  auto Columns() {
    return std::tie(record.id, record.length, record.metadata, record.expires_at, complete, record.unverified_from);
  }
  UploadRecord ToRecord() const {
    UploadRecord upload = record;
    upload.complete = complete != 0;
    return upload;
  }
};

}  // namespace

UploadRecord InsertUpload(soci::session& sql, const NewUpload& upload, UnixMillis now) {
  InsertAsset(sql, upload.id, upload.filename, upload.length.value_or(0), now);
  Execute(sql,
          "INSERT INTO uploads (asset_id, length, metadata, expires_at, complete)"
          " VALUES (:id, :length, :metadata, :expires, 0)",
          upload.id, upload.length, upload.metadata, upload.expires_at);
  return *FindUpload(sql, upload.id);
}

std::optional<UploadRecord> FindUpload(soci::session& sql, const std::string& id) {
  return QueryOne<UploadRow>(sql, "SELECT " ACADEMY_UPLOAD_COLUMNS " FROM uploads WHERE asset_id = :id", id);
}

void RecordAppend(soci::session& sql, const std::string& id, const AppendStart& start) {
  Execute(sql, "UPDATE uploads SET expires_at = :expires WHERE asset_id = :id", start.expires_at, id);
  if (start.length.has_value()) {
    Execute(sql, "UPDATE uploads SET length = :length WHERE asset_id = :id", *start.length, id);
    Execute(sql, "UPDATE assets SET size = :length WHERE id = :id", *start.length, id);
  }
  if (start.unverified_from.has_value()) {
    Execute(sql, "UPDATE uploads SET checked_from = :from WHERE asset_id = :id", *start.unverified_from, id);
  }
}

void MarkUploadVerified(soci::session& sql, const std::string& id) {
  Execute(sql, "UPDATE uploads SET checked_from = NULL WHERE asset_id = :id", id);
}

void SetUploadProgress(soci::session& sql, const std::string& id, int percent) {
  Execute(sql, "UPDATE assets SET progress = :percent WHERE id = :id AND status = :status", percent, id, kUploading);
}

void MarkUploadComplete(soci::session& sql, const std::string& id, int64_t size) {
  Execute(sql, "UPDATE uploads SET complete = 1, checked_from = NULL, length = :size WHERE asset_id = :id", size, id);
  Execute(sql, "UPDATE assets SET status = :status, progress = 0, size = :size WHERE id = :id", kQueued, size, id);
}

int64_t CountUnfinishedUploads(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM uploads WHERE complete = 0");
}

std::vector<UploadRecord> ListUnfinishedUploads(soci::session& sql, UnixMillis expires_after) {
  return Query<UploadRow>(sql,
                          "SELECT " ACADEMY_UPLOAD_COLUMNS
                          " FROM uploads WHERE complete = 0 AND expires_at > :after AND length IS NOT NULL"
                          " ORDER BY expires_at, asset_id",
                          expires_after);
}

std::vector<std::string> ListExpiredUploads(soci::session& sql, UnixMillis now) {
  return Query<std::string>(sql,
                            "SELECT asset_id FROM uploads WHERE complete = 0 AND expires_at <= :now"
                            " ORDER BY expires_at, asset_id LIMIT 100",
                            now);
}

bool IsUploadFileNeeded(soci::session& sql, const std::string& id) {
  return QueryValue<int>(sql,
                         "SELECT COUNT(*) FROM assets a LEFT JOIN jobs j ON j.asset_id = a.id"
                         " WHERE a.id = :id AND (a.status <> 'ready' OR j.asset_id IS NOT NULL)"
                         " AND COALESCE(j.source_gone, 0) = 0",
                         id) > 0;
}

}  // namespace academy::catalog
