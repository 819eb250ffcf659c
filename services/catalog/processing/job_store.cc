#include "services/catalog/processing/job_store.h"

#include "services/catalog/errors.h"
#include "services/catalog/store_steps.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::catalog {
namespace {

constexpr char kInterrupted[] = "The video could not be processed: it was interrupted too often";

void DeleteJob(Transaction& tx, const std::string& asset_id) {
  tx.sql() << "DELETE FROM jobs WHERE asset_id = :id", soci::use(asset_id);
}

void SetDue(Transaction& tx, const std::string& asset_id, long long due_at) {
  tx.sql() << "UPDATE jobs SET due_at = :due WHERE asset_id = :id", soci::use(due_at), soci::use(asset_id);
}

// A stage begins with all its attempts.
void SetStage(Transaction& tx, const std::string& asset_id, Stage stage, long long due_at) {
  int number = static_cast<int>(stage);
  tx.sql() << "UPDATE jobs SET stage = :stage, attempts = 0 WHERE asset_id = :id", soci::use(number),
      soci::use(asset_id);
  SetDue(tx, asset_id, due_at);
}

absl::Status SetStatus(Transaction& tx, const std::string& asset_id, const std::string& status, int progress,
                       const std::optional<std::string>& error) {
  std::string text = error.value_or("");
  soci::indicator has_error = error.has_value() ? soci::i_ok : soci::i_null;
  std::string updated;
  tx.sql() << "UPDATE assets SET status = :status, progress = :progress, error = :error WHERE id = :id RETURNING id",
      soci::use(status), soci::use(progress), soci::use(text, has_error), soci::use(asset_id), soci::into(updated);
  return updated.empty() ? error::AssetNotFound(asset_id) : absl::OkStatus();
}

// What can be watched stays ready, whatever else is done to it.
absl::Status SetStatusUnlessReady(Transaction& tx, const std::string& asset_id, const std::string& status) {
  std::string updated;
  std::string ready = kReady;
  tx.sql() << "UPDATE assets SET status = CASE WHEN status = :ready THEN status ELSE :status END, progress = 0 "
              "WHERE id = :id RETURNING id",
      soci::use(ready), soci::use(status), soci::use(asset_id), soci::into(updated);
  return updated.empty() ? error::AssetNotFound(asset_id) : absl::OkStatus();
}

void InsertRenditions(Transaction& tx, const std::string& asset_id, const std::vector<RenditionRecord>& renditions) {
  for (const RenditionRecord& rendition : renditions) {
    long long bitrate = rendition.bitrate;
    tx.sql() << "INSERT INTO renditions (asset_id, height, bitrate) VALUES (:id, :height, :bitrate) "
                "ON CONFLICT (asset_id, height) DO UPDATE SET bitrate = excluded.bitrate",
        soci::use(asset_id), soci::use(rendition.height), soci::use(bitrate);
  }
}

// The stages of a queue: numbers, in the order in which they are taken.
std::pair<int, int> StagesOf(JobQueue queue) {
  return queue == JobQueue::kQuick ? std::pair(static_cast<int>(Stage::kPrepare), static_cast<int>(Stage::kPictures))
                                   : std::pair(static_cast<int>(Stage::kEncode), static_cast<int>(Stage::kLadder));
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

absl::StatusOr<std::optional<JobRecord>> JobStore::Claim(JobQueue queue) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::optional<JobRecord>> {
    auto [first, second] = StagesOf(queue);
    while (true) {
      JobRecord job;
      int stage = 0;
      long long now = clock_.Now();
      tx.sql() << "SELECT asset_id, stage, attempts FROM jobs WHERE due_at <= :now AND stage IN (:first, :second) "
                  "ORDER BY stage, due_at, asset_id LIMIT 1",
          soci::use(now), soci::use(first), soci::use(second), soci::into(job.asset_id), soci::into(stage),
          soci::into(job.attempts);
      if (!tx.sql().got_data()) return std::nullopt;
      job.stage = static_cast<Stage>(stage);
      if (job.attempts < kMaxAttempts) {
        // A lease is a due time in the future: who dies lets it become due again.
        ++job.attempts;
        tx.sql() << "UPDATE jobs SET attempts = attempts + 1 WHERE asset_id = :id", soci::use(job.asset_id);
        SetDue(tx, job.asset_id, now + kLease);
        RETURN_IF_ERROR(SetStatusUnlessReady(tx, job.asset_id, kProcessing));
        return job;
      }
      if (job.stage == Stage::kPrepare || job.stage == Stage::kEncode) {
        RETURN_IF_ERROR(SetStatus(tx, job.asset_id, kFailed, 0, kInterrupted));
        AppendAssetChanged(tx, feed_, job.asset_id);
      } else {
        RETURN_IF_ERROR(SetStatus(tx, job.asset_id, kReady, 100, std::nullopt));
      }
      DeleteJob(tx, job.asset_id);
    }
  });
}

absl::StatusOr<std::optional<UnixMillis>> JobStore::NextDue(JobQueue queue) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::optional<UnixMillis>> {
    auto [first, second] = StagesOf(queue);
    long long due = 0;
    soci::indicator any = soci::i_null;
    sql << "SELECT MIN(due_at) FROM jobs WHERE stage IN (:first, :second)", soci::use(first), soci::use(second),
        soci::into(due, any);
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

absl::StatusOr<ProcessedMedia> JobStore::Made(const std::string& asset_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<ProcessedMedia> {
    ProcessedMedia media;
    std::string key;
    sql << "SELECT duration, width, height, hls, poster, thumbnails, content_key FROM assets WHERE id = :id",
        soci::use(asset_id), soci::into(media.duration), soci::into(media.width), soci::into(media.height),
        soci::into(media.hls), soci::into(media.poster), soci::into(media.thumbnails), soci::into(key);
    if (!sql.got_data()) return error::AssetNotFound(asset_id);
    if (!Base64Decode(key, media.key)) return absl::DataLossError("a media key cannot be read");
    RenditionRecord rendition;
    long long bitrate = 0;
    soci::statement statement =
        (sql.prepare << "SELECT height, bitrate FROM renditions WHERE asset_id = :id ORDER BY height DESC",
         soci::use(asset_id), soci::into(rendition.height), soci::into(bitrate));
    statement.execute();
    while (statement.fetch()) {
      rendition.bitrate = bitrate;
      media.renditions.push_back(rendition);
    }
    return media;
  });
}

absl::Status JobStore::Progress(const std::string& asset_id, int percent) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    SetDue(tx, asset_id, clock_.Now() + kLease);
    std::string updated;
    tx.sql() << "UPDATE assets SET progress = :progress WHERE id = :id RETURNING id", soci::use(percent),
        soci::use(asset_id), soci::into(updated);
    return updated.empty() ? error::AssetNotFound(asset_id) : absl::OkStatus();
  });
}

absl::Status JobStore::Advance(const std::string& asset_id, Stage next) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    SetStage(tx, asset_id, next, clock_.Now());
    return SetStatusUnlessReady(tx, asset_id, kQueued);
  });
}

absl::Status JobStore::Publish(const std::string& asset_id, const ProcessedMedia& media) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    RETURN_IF_ERROR(SetStatus(tx, asset_id, kReady, 0, std::nullopt));
    std::string key = Base64(media.key);
    tx.sql() << "UPDATE assets SET duration = :duration, width = :width, height = :height, hls = :hls, "
                "poster = :poster, thumbnails = :thumbnails, content_key = :key WHERE id = :id",
        soci::use(media.duration), soci::use(media.width), soci::use(media.height), soci::use(media.hls),
        soci::use(media.poster), soci::use(media.thumbnails), soci::use(key), soci::use(asset_id);
    tx.sql() << "DELETE FROM renditions WHERE asset_id = :id", soci::use(asset_id);
    InsertRenditions(tx, asset_id, media.renditions);
    SetStage(tx, asset_id, Stage::kPictures, clock_.Now());
    AppendAssetChanged(tx, feed_, asset_id);
    return absl::OkStatus();
  });
}

absl::Status JobStore::SetThumbnails(const std::string& asset_id, const std::string& thumbnails) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    std::string updated;
    tx.sql() << "UPDATE assets SET thumbnails = :thumbnails WHERE id = :id RETURNING id", soci::use(thumbnails),
        soci::use(asset_id), soci::into(updated);
    return updated.empty() ? error::AssetNotFound(asset_id) : absl::OkStatus();
  });
}

absl::Status JobStore::AddRenditions(const std::string& asset_id, const std::vector<RenditionRecord>& renditions) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    int found = 0;
    tx.sql() << "SELECT COUNT(*) FROM assets WHERE id = :id", soci::use(asset_id), soci::into(found);
    if (found == 0) return error::AssetNotFound(asset_id);
    InsertRenditions(tx, asset_id, renditions);
    return absl::OkStatus();
  });
}

absl::Status JobStore::Finish(const std::string& asset_id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    DeleteJob(tx, asset_id);
    return SetStatus(tx, asset_id, kReady, 100, std::nullopt);
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
    return SetStatusUnlessReady(tx, asset_id, kQueued);
  });
}

absl::Status JobStore::GiveBack(const std::string& asset_id) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    tx.sql() << "UPDATE jobs SET attempts = attempts - 1 WHERE asset_id = :id", soci::use(asset_id);
    SetDue(tx, asset_id, clock_.Now());
    return SetStatusUnlessReady(tx, asset_id, kQueued);
  });
}

}  // namespace academy::catalog
