#include "services/catalog/uploads/upload_store.h"

#include "services/catalog/errors.h"
#include "services/catalog/store_steps.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr char kColumns[] = "SELECT asset_id, length, metadata, expires_at, complete, checked_from FROM uploads ";

// One row of kColumns.
struct Row {
  UploadRecord upload;
  long long length = 0;
  soci::indicator has_length = soci::i_null;
  long long expires_at = 0;
  int complete = 0;
  long long checked_from = 0;
  soci::indicator has_checked_from = soci::i_null;

  void Bind(soci::statement& statement) {
    statement.exchange(soci::into(upload.id));
    statement.exchange(soci::into(length, has_length));
    statement.exchange(soci::into(upload.metadata));
    statement.exchange(soci::into(expires_at));
    statement.exchange(soci::into(complete));
    statement.exchange(soci::into(checked_from, has_checked_from));
  }

  UploadRecord Take() const {
    UploadRecord result = upload;
    if (has_length == soci::i_ok) result.length = length;
    result.expires_at = expires_at;
    result.complete = complete != 0;
    if (has_checked_from == soci::i_ok) result.checked_from = checked_from;
    return result;
  }
};

absl::StatusOr<UploadRecord> Read(soci::session& sql, const std::string& id) {
  soci::statement statement(sql);
  Row row;
  row.Bind(statement);
  statement.exchange(soci::use(id));
  statement.alloc();
  statement.prepare(std::string(kColumns) + "WHERE asset_id = :id");
  statement.define_and_bind();
  if (!statement.execute(true)) return error::UploadNotFound();
  return row.Take();
}

// The rows that `filter` leaves, whose parameters are bound.
std::vector<UploadRecord> ReadAll(soci::statement& statement, const std::string& filter) {
  std::vector<UploadRecord> uploads;
  Row row;
  row.Bind(statement);
  statement.alloc();
  statement.prepare(kColumns + filter);
  statement.define_and_bind();
  statement.execute();
  while (statement.fetch()) uploads.push_back(row.Take());
  return uploads;
}

}  // namespace

absl::StatusOr<UploadRecord> UploadStore::Create(const Caller& caller, const NewUpload& upload) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<UploadRecord> {
    std::string status = kUploading;
    long long now = clock_.Now();
    long long size = upload.length.value_or(0);
    long long expires_at = upload.expires_at;
    soci::indicator has_length = upload.length.has_value() ? soci::i_ok : soci::i_null;
    tx.sql() << "INSERT INTO assets (id, filename, status, progress, duration, width, height, size, hls, poster, "
                "thumbnails, content_key, created_at, unused_since) "
                "VALUES (:id, :filename, :status, 0, 0, 0, 0, :size, '', '', '', '', :now, :unused)",
        soci::use(upload.id), soci::use(upload.filename), soci::use(status), soci::use(size), soci::use(now),
        soci::use(now);
    tx.sql() << "INSERT INTO uploads (asset_id, length, metadata, expires_at, complete) "
                "VALUES (:id, :length, :metadata, :expires, 0)",
        soci::use(upload.id), soci::use(size, has_length), soci::use(upload.metadata), soci::use(expires_at);
    AuditEntry entry{.action = "upload.created",
                     .subject = {.kind = "asset", .id = upload.id, .name = upload.filename}};
    if (upload.length.has_value()) entry.details["size"] = std::to_string(*upload.length);
    audit_.Add(tx, caller, std::move(entry));
    return Read(tx.sql(), upload.id);
  });
}

absl::StatusOr<UploadRecord> UploadStore::Get(const std::string& id) {
  return database_.Read([&](soci::session& sql) { return Read(sql, id); });
}

absl::Status UploadStore::BeginAppend(const std::string& id, const AppendStart& start) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    long long expires_at = start.expires_at;
    tx.sql() << "UPDATE uploads SET expires_at = :expires WHERE asset_id = :id", soci::use(expires_at), soci::use(id);
    if (start.length.has_value()) {
      long long length = *start.length;
      tx.sql() << "UPDATE uploads SET length = :length WHERE asset_id = :id", soci::use(length), soci::use(id);
      tx.sql() << "UPDATE assets SET size = :length WHERE id = :id", soci::use(length), soci::use(id);
    }
    if (start.checked_from.has_value()) {
      long long from = *start.checked_from;
      tx.sql() << "UPDATE uploads SET checked_from = :from WHERE asset_id = :id", soci::use(from), soci::use(id);
    }
    return absl::OkStatus();
  });
}

absl::Status UploadStore::EndChecked(const std::string& id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    tx.sql() << "UPDATE uploads SET checked_from = NULL WHERE asset_id = :id", soci::use(id);
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<UploadRecord>> UploadStore::Unchecked() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<UploadRecord>> {
    soci::statement statement(sql);
    return ReadAll(statement, "WHERE checked_from IS NOT NULL ORDER BY asset_id");
  });
}

absl::StatusOr<std::vector<UploadRecord>> UploadStore::Open(UnixMillis expires_after) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<UploadRecord>> {
    long long after = expires_after;
    soci::statement statement(sql);
    statement.exchange(soci::use(after));
    return ReadAll(statement,
                   "WHERE complete = 0 AND expires_at > :after AND length IS NOT NULL ORDER BY expires_at, asset_id");
  });
}

absl::Status UploadStore::SetProgress(const std::string& id, int percent) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    std::string status = kUploading;
    tx.sql() << "UPDATE assets SET progress = :percent WHERE id = :id AND status = :status", soci::use(percent),
        soci::use(id), soci::use(status);
    return absl::OkStatus();
  });
}

absl::Status UploadStore::Complete(const std::string& id, int64_t size) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    ASSIGN_OR_RETURN(UploadRecord upload, Read(tx.sql(), id));
    if (upload.complete) return absl::OkStatus();
    long long bytes = size;
    long long now = clock_.Now();
    std::string status = kQueued;
    tx.sql() << "UPDATE uploads SET complete = 1, checked_from = NULL, length = :size WHERE asset_id = :id",
        soci::use(bytes), soci::use(id);
    tx.sql() << "UPDATE assets SET status = :status, progress = 0, size = :size WHERE id = :id", soci::use(status),
        soci::use(bytes), soci::use(id);
    tx.sql() << "INSERT INTO jobs (asset_id, attempts, due_at) VALUES (:id, 0, :now)", soci::use(id), soci::use(now);
    AppendAssetChanged(tx, feed_, id);
    return absl::OkStatus();
  });
}

absl::Status UploadStore::Delete(const std::string& id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    RETURN_IF_ERROR(Read(tx.sql(), id).status());
    DeleteAsset(tx, feed_, id, clock_.Now());
    return absl::OkStatus();
  });
}

absl::StatusOr<int64_t> UploadStore::CountOpen() {
  return database_.Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    long long uploads = 0;
    sql << "SELECT COUNT(*) FROM uploads WHERE complete = 0", soci::into(uploads);
    return uploads;
  });
}

absl::Status UploadStore::Terminate(const Caller& caller, const std::string& id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    RETURN_IF_ERROR(Read(tx.sql(), id).status());
    std::string filename;
    tx.sql() << "SELECT filename FROM assets WHERE id = :id", soci::use(id), soci::into(filename);
    DeleteAsset(tx, feed_, id, clock_.Now());
    audit_.Add(tx, caller, {.action = "upload.terminated", .subject = {.kind = "asset", .id = id, .name = filename}});
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::string>> UploadStore::Expired() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
    std::vector<std::string> ids;
    std::string id;
    long long now = clock_.Now();
    soci::statement statement = (sql.prepare << "SELECT asset_id FROM uploads WHERE complete = 0 AND "
                                                "expires_at <= :now ORDER BY expires_at, asset_id LIMIT 100",
                                 soci::use(now), soci::into(id));
    statement.execute();
    while (statement.fetch()) ids.push_back(id);
    return ids;
  });
}

absl::StatusOr<bool> UploadStore::NeedsFile(const std::string& id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    int needs = 0;
    sql << "SELECT COUNT(*) FROM uploads u LEFT JOIN jobs j ON j.asset_id = u.asset_id "
           "WHERE u.asset_id = :id AND (u.complete = 0 OR j.asset_id IS NOT NULL)",
        soci::use(id), soci::into(needs);
    return needs > 0;
  });
}

}  // namespace academy::catalog
