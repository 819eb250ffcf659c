#include "services/catalog/processing/job_store.h"

#include <tuple>
#include <utility>

#include "absl/time/time.h"
#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

// Returns the stage numbers of a queue, in the order in which they are taken.
std::pair<int, int> StagesOf(JobQueue queue) {
  return queue == JobQueue::kQuick ? std::pair(static_cast<int>(Stage::kPrepare), static_cast<int>(Stage::kPictures))
                                   : std::pair(static_cast<int>(Stage::kEncode), static_cast<int>(Stage::kLadder));
}

#define ACADEMY_JOB_COLUMNS \
  "asset_id, stage, attempts, started, claim, waits, waiting_since, waiting_for, failed_stage, failed_at, source_gone"

struct JobRow {
  JobRecord record;
  int stage = 0;
  int started = 0;
  std::optional<int> failed_stage;
  int source_gone = 0;

  auto Columns() {
    return std::tie(record.asset_id, stage, record.attempts, started, record.claim, record.waits, record.waiting_since,
                    record.waiting_for, failed_stage, record.failed_at, source_gone);
  }
  JobRecord ToRecord() const {
    JobRecord job = record;
    job.stage = static_cast<Stage>(stage);
    job.started = started != 0;
    if (failed_stage.has_value()) job.failed_stage = static_cast<Stage>(*failed_stage);
    job.source_gone = source_gone != 0;
    return job;
  }
};

// Longer than any lease or pause.
constexpr absl::Duration kMaxAhead = absl::Hours(1);

}  // namespace

void InsertJob(soci::session& sql, const std::string& asset_id, UnixMillis now) {
  Execute(sql, "INSERT INTO jobs (asset_id, attempts, due_at, queued_at) VALUES (:id, 0, :now, :now2)", asset_id, now,
          now);
}

void DeleteJob(soci::session& sql, const std::string& asset_id) {
  Execute(sql, "DELETE FROM jobs WHERE asset_id = :id", asset_id);
}

std::optional<JobRecord> FindJob(soci::session& sql, const std::string& asset_id) {
  return QueryOne<JobRow>(sql, "SELECT " ACADEMY_JOB_COLUMNS " FROM jobs WHERE asset_id = :id", asset_id);
}

std::optional<JobRecord> FindDueJob(soci::session& sql, JobQueue queue, UnixMillis now) {
  auto [first, second] = StagesOf(queue);
  return QueryOne<JobRow>(sql,
                          "SELECT " ACADEMY_JOB_COLUMNS
                          " FROM jobs WHERE (due_at <= :now OR due_at > :ahead)"
                          " AND stage IN (:first, :second) AND failed_at IS NULL"
                          " ORDER BY stage, due_at, asset_id LIMIT 1",
                          now, now + kMaxAhead, first, second);
}

std::optional<UnixMillis> FindNextDue(soci::session& sql, JobQueue queue) {
  auto [first, second] = StagesOf(queue);
  return QueryValue<std::optional<UnixMillis>>(
      sql, "SELECT MIN(due_at) FROM jobs WHERE stage IN (:first, :second) AND failed_at IS NULL", first, second);
}

int64_t CountJobs(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM jobs WHERE failed_at IS NULL");
}

std::optional<UnixMillis> OldestJob(soci::session& sql) {
  return QueryValue<std::optional<UnixMillis>>(sql, "SELECT MIN(queued_at) FROM jobs WHERE failed_at IS NULL");
}

int64_t CountFailedAssets(soci::session& sql) {
  // The first condition is that of the index.
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assets WHERE status <> 'ready' AND status = 'failed'");
}

int64_t CountWaitingJobs(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM jobs WHERE failed_at IS NULL AND waiting_for IS NOT NULL");
}

void StartJob(soci::session& sql, const std::string& asset_id, UnixMillis lease_end) {
  Execute(sql, "UPDATE jobs SET started = 1, claim = claim + 1, waiting_for = NULL, due_at = :due WHERE asset_id = :id",
          lease_end, asset_id);
}

bool ExtendLease(soci::session& sql, const HeldJob& held, UnixMillis lease_end) {
  return Execute(sql, "UPDATE jobs SET due_at = :due WHERE asset_id = :id AND started = 1 AND claim = :claim",
                 lease_end, held.asset_id, held.claim) > 0;
}

void StopJob(soci::session& sql, const std::string& asset_id, UnixMillis due_at) {
  Execute(sql, "UPDATE jobs SET started = 0, due_at = :due WHERE asset_id = :id", due_at, asset_id);
}

void AddAttempt(soci::session& sql, const std::string& asset_id) {
  Execute(sql, "UPDATE jobs SET attempts = attempts + 1 WHERE asset_id = :id", asset_id);
}

void SetJobDue(soci::session& sql, const std::string& asset_id, UnixMillis due_at) {
  Execute(sql, "UPDATE jobs SET due_at = :due WHERE asset_id = :id", due_at, asset_id);
}

void SetJobStage(soci::session& sql, const std::string& asset_id, Stage stage, UnixMillis due_at) {
  Execute(sql,
          "UPDATE jobs SET stage = :stage, attempts = 0, started = 0, waits = 0, waiting_since = NULL,"
          " waiting_for = NULL, due_at = :due WHERE asset_id = :id",
          static_cast<int>(stage), due_at, asset_id);
}

void SetJobWaiting(soci::session& sql, const JobRecord& job, UnixMillis due_at) {
  Execute(sql,
          "UPDATE jobs SET started = 0, waits = :waits, waiting_since = :since, waiting_for = :reason, due_at = :due"
          " WHERE asset_id = :id",
          job.waits, job.waiting_since, job.waiting_for, due_at, job.asset_id);
}

void EndWaits(soci::session& sql, UnixMillis now) {
  Execute(sql,
          "UPDATE jobs SET due_at = :now WHERE due_at > :now2 AND failed_at IS NULL"
          " AND waiting_for <> 'interrupted'",
          now, now);
}

void EndLeases(soci::session& sql, UnixMillis now) {
  Execute(sql,
          "UPDATE jobs SET due_at = :now WHERE due_at > :now2 AND failed_at IS NULL"
          " AND (started = 1 OR COALESCE(waiting_for, '') <> 'interrupted')",
          now, now);
}

void SetFailedStage(soci::session& sql, const std::string& asset_id, Stage stage, const std::string& failure) {
  Execute(sql,
          "UPDATE jobs SET failed_stage = :stage, failure = :failure WHERE asset_id = :id AND failed_stage IS NULL",
          static_cast<int>(stage), failure, asset_id);
}

void SetJobFailed(soci::session& sql, const std::string& asset_id, UnixMillis now) {
  Execute(sql, "UPDATE jobs SET failed_at = :now, started = 0, waiting_for = NULL WHERE asset_id = :id", now, asset_id);
}

void RestartFailedJob(soci::session& sql, const std::string& asset_id, UnixMillis now) {
  Execute(sql,
          "UPDATE jobs SET stage = failed_stage, attempts = 0, started = 0, waits = 0, waiting_since = NULL,"
          " waiting_for = NULL, failed_stage = NULL, failure = NULL, failed_at = NULL, due_at = :now, queued_at = :now2"
          " WHERE asset_id = :id AND failed_at IS NOT NULL",
          now, now, asset_id);
}

std::vector<std::string> ListOldFailedJobs(soci::session& sql, UnixMillis before) {
  return Query<std::string>(sql,
                            "SELECT asset_id FROM jobs WHERE failed_at IS NOT NULL AND failed_at < :before"
                            " AND source_gone = 0 ORDER BY failed_at, asset_id LIMIT 100",
                            before);
}

void GiveUpFailedJob(soci::session& sql, const std::string& asset_id) {
  Execute(sql, "DELETE FROM jobs WHERE asset_id = (SELECT id FROM assets WHERE id = :id AND status = 'ready')",
          asset_id);
  Execute(sql, "UPDATE jobs SET source_gone = 1 WHERE asset_id = :id", asset_id);
}

int64_t SumWorkingBytes(soci::session& sql, bool started) {
  return QueryValue<int64_t>(sql,
                             "SELECT CAST(COALESCE(SUM(CASE WHEN j.stage IN (0, 1) THEN a.size"
                             " WHEN j.stage = 3 THEN a.size / 2 ELSE 0 END), 0) AS BIGINT)"
                             " FROM jobs j JOIN assets a ON a.id = j.asset_id"
                             " WHERE j.failed_at IS NULL AND j.started >= :started",
                             started ? 1 : 0);
}

int64_t WorkingBytes(Stage stage, int64_t size) {
  switch (stage) {
    case Stage::kPrepare:
    case Stage::kEncode:
      return size;
    case Stage::kLadder:
      return size / 2;
    case Stage::kPictures:
      break;
  }
  return 0;
}

}  // namespace academy::catalog
