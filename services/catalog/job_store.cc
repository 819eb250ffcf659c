#include "services/catalog/job_store.h"

#include "services/catalog/errors.h"
#include "services/catalog/store_steps.h"
#include "services/common/ids.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

constexpr char kInterrupted[] = "The video could not be processed: it was interrupted too often";

void DeleteJob(Transaction& tx, const std::string& asset_id) {
  tx.sql() << "DELETE FROM jobs WHERE asset_id = :id", soci::use(asset_id);
}

void SetDue(Transaction& tx, const std::string& asset_id, long long due_at) {
  tx.sql() << "UPDATE jobs SET due_at = :due WHERE asset_id = :id", soci::use(due_at), soci::use(asset_id);
}

}  // namespace

absl::Status JobStore::EndOldLeases() {
  if (database_.engine() != Engine::kSqlite) return absl::OkStatus();
  return database_.Write([&](Transaction& tx) -> absl::Status {
    long long now = clock_.Now();
    tx.sql() << "UPDATE jobs SET due_at = :now WHERE due_at > :now2", soci::use(now), soci::use(now);
    return absl::OkStatus();
  });
}

absl::StatusOr<std::optional<std::string>> JobStore::Claim() {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::optional<std::string>> {
    while (true) {
      std::string id;
      int attempts = 0;
      long long now = clock_.Now();
      tx.sql() << "SELECT asset_id, attempts FROM jobs WHERE due_at <= :now ORDER BY due_at, asset_id LIMIT 1",
          soci::use(now), soci::into(id), soci::into(attempts);
      if (!tx.sql().got_data()) return std::nullopt;
      if (attempts < kMostAttempts) {
        // A lease is a due time in the future: who dies lets it become due again.
        tx.sql() << "UPDATE jobs SET attempts = attempts + 1 WHERE asset_id = :id", soci::use(id);
        SetDue(tx, id, now + kLease);
        RETURN_IF_ERROR(SetStatus(tx, id, kProcessing, 0, std::nullopt));
        return id;
      }
      RETURN_IF_ERROR(SetStatus(tx, id, kFailed, 0, kInterrupted));
      DeleteJob(tx, id);
      AppendAssetChanged(tx, feed_, id);
    }
  });
}

absl::StatusOr<std::optional<UnixMillis>> JobStore::NextDue() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::optional<UnixMillis>> {
    long long due = 0;
    soci::indicator any = soci::i_null;
    sql << "SELECT MIN(due_at) FROM jobs", soci::into(due, any);
    if (any != soci::i_ok) return std::nullopt;
    return due;
  });
}

absl::StatusOr<int64_t> JobStore::Count() {
  return database_.Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
    long long jobs = 0;
    sql << "SELECT COUNT(*) FROM jobs", soci::into(jobs);
    return jobs;
  });
}

absl::Status JobStore::Progress(const std::string& asset_id, int percent) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    SetDue(tx, asset_id, clock_.Now() + kLease);
    return SetStatus(tx, asset_id, kProcessing, percent, std::nullopt);
  });
}

absl::Status JobStore::Succeed(const std::string& asset_id, const ProcessedMedia& media) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    RETURN_IF_ERROR(SetStatus(tx, asset_id, kReady, 100, std::nullopt));
    std::string key = Base64(media.key);
    tx.sql() << "UPDATE assets SET duration = :duration, width = :width, height = :height, hls = :hls, "
                "poster = :poster, thumbnails = :thumbnails, content_key = :key WHERE id = :id",
        soci::use(media.duration), soci::use(media.width), soci::use(media.height), soci::use(media.hls),
        soci::use(media.poster), soci::use(media.thumbnails), soci::use(key), soci::use(asset_id);
    tx.sql() << "DELETE FROM renditions WHERE asset_id = :id", soci::use(asset_id);
    for (const RenditionRecord& rendition : media.renditions) {
      long long bitrate = rendition.bitrate;
      tx.sql() << "INSERT INTO renditions (asset_id, height, bitrate) VALUES (:id, :height, :bitrate)",
          soci::use(asset_id), soci::use(rendition.height), soci::use(bitrate);
    }
    DeleteJob(tx, asset_id);
    AppendAssetChanged(tx, feed_, asset_id);
    return absl::OkStatus();
  });
}

absl::Status JobStore::Fail(const std::string& asset_id, const std::string& reason) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    RETURN_IF_ERROR(SetStatus(tx, asset_id, kFailed, 0, reason));
    DeleteJob(tx, asset_id);
    AppendAssetChanged(tx, feed_, asset_id);
    return absl::OkStatus();
  });
}

absl::Status JobStore::Retry(const std::string& asset_id, UnixMillis delay) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    SetDue(tx, asset_id, clock_.Now() + delay);
    return SetStatus(tx, asset_id, kQueued, 0, std::nullopt);
  });
}

absl::Status JobStore::GiveBack(const std::string& asset_id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    tx.sql() << "UPDATE jobs SET attempts = attempts - 1 WHERE asset_id = :id", soci::use(asset_id);
    SetDue(tx, asset_id, clock_.Now());
    return SetStatus(tx, asset_id, kQueued, 0, std::nullopt);
  });
}

absl::Status JobStore::SetStatus(Transaction& tx, const std::string& asset_id, const std::string& status, int progress,
                                 const std::optional<std::string>& error) {
  std::string text = error.value_or("");
  soci::indicator has_error = error.has_value() ? soci::i_ok : soci::i_null;
  std::string updated;
  tx.sql() << "UPDATE assets SET status = :status, progress = :progress, error = :error WHERE id = :id RETURNING id",
      soci::use(status), soci::use(progress), soci::use(text, has_error), soci::use(asset_id), soci::into(updated);
  return updated.empty() ? AssetNotFound(asset_id) : absl::OkStatus();
}

}  // namespace academy::catalog
