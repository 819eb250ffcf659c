#include "services/catalog/processing/job_store.h"

#include <tuple>
#include <utility>

#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

// Returns the stage numbers of a queue, in the order in which they are taken.
std::pair<int, int> StagesOf(JobQueue queue) {
  return queue == JobQueue::kQuick ? std::pair(static_cast<int>(Stage::kPrepare), static_cast<int>(Stage::kPictures))
                                   : std::pair(static_cast<int>(Stage::kEncode), static_cast<int>(Stage::kLadder));
}

struct JobRow {
  JobRecord record;
  int stage = 0;

  auto Columns() { return std::tie(record.asset_id, stage, record.attempts); }
  JobRecord ToRecord() const {
    JobRecord job = record;
    job.stage = static_cast<Stage>(stage);
    return job;
  }
};

}  // namespace

void InsertJob(soci::session& sql, const std::string& asset_id, UnixMillis now) {
  Execute(sql, "INSERT INTO jobs (asset_id, attempts, due_at, queued_at) VALUES (:id, 0, :now, :now2)", asset_id, now,
          now);
}

void DeleteJob(soci::session& sql, const std::string& asset_id) {
  Execute(sql, "DELETE FROM jobs WHERE asset_id = :id", asset_id);
}

std::optional<JobRecord> FindDueJob(soci::session& sql, JobQueue queue, UnixMillis now) {
  auto [first, second] = StagesOf(queue);
  return QueryOne<JobRow>(sql,
                          "SELECT asset_id, stage, attempts FROM jobs WHERE due_at <= :now"
                          " AND stage IN (:first, :second) ORDER BY stage, due_at, asset_id LIMIT 1",
                          now, first, second);
}

std::optional<UnixMillis> FindNextDue(soci::session& sql, JobQueue queue) {
  auto [first, second] = StagesOf(queue);
  return QueryValue<std::optional<UnixMillis>>(sql, "SELECT MIN(due_at) FROM jobs WHERE stage IN (:first, :second)",
                                               first, second);
}

int64_t CountJobs(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM jobs"); }

std::optional<UnixMillis> OldestJob(soci::session& sql) {
  return QueryValue<std::optional<UnixMillis>>(sql, "SELECT MIN(queued_at) FROM jobs");
}

int64_t CountFailedAssets(soci::session& sql) {
  // The first condition is that of the index.
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assets WHERE status <> 'ready' AND status = 'failed'");
}

void AddAttempts(soci::session& sql, const std::string& asset_id, int attempts) {
  Execute(sql, "UPDATE jobs SET attempts = attempts + :more WHERE asset_id = :id", attempts, asset_id);
}

void SetJobDue(soci::session& sql, const std::string& asset_id, UnixMillis due_at) {
  Execute(sql, "UPDATE jobs SET due_at = :due WHERE asset_id = :id", due_at, asset_id);
}

void SetJobStage(soci::session& sql, const std::string& asset_id, Stage stage, UnixMillis due_at) {
  Execute(sql, "UPDATE jobs SET stage = :stage, attempts = 0 WHERE asset_id = :id", static_cast<int>(stage), asset_id);
  SetJobDue(sql, asset_id, due_at);
}

void EndLeases(soci::session& sql, UnixMillis now) {
  Execute(sql, "UPDATE jobs SET due_at = :now WHERE due_at > :now2", now, now);
}

}  // namespace academy::catalog
