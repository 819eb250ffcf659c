// The durable queue of assets waiting for processing, stage by stage. A claimed job becomes due again only when its
// lease ends, so a job whose worker died returns by itself, in whichever process it ran.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. Updates of a missing job
// change nothing. job_changes.h has the changes that workers make.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/platform/base/clock.h"

namespace academy::catalog {

// The stages of processing, in order; see docs/architecture.md. The numbers are stored in the database.
enum class Stage {
  // Probes the file, and copies it if browsers can play it unchanged.
  kPrepare = 0,
  // Encodes any other file, in every size.
  kEncode = 1,
  // Creates thumbnails. The asset is ready from here on.
  kPictures = 2,
  // Adds smaller sizes to a copied video.
  kLadder = 3,
};

// Each queue has its own workers, so that stages of seconds never wait behind stages of hours. kPrepare and kPictures
// are in the quick queue.
enum class JobQueue { kQuick, kSlow };

struct JobRecord {
  std::string asset_id;
  Stage stage = Stage::kPrepare;
  // Failures of this stage that may be the file's fault.
  int attempts = 0;
  // Whether a worker has begun the stage and not yet reported how it ended.
  bool started = false;
  // Increases whenever a worker claims the job.
  int claim = 0;
  // How often in succession an outage has stopped this stage, and since when.
  int waits = 0;
  std::optional<UnixMillis> waiting_since;
  // Why it is waiting now; see retry_policy.h.
  std::optional<std::string> waiting_for;
  // The first stage that failed; later ones may still be done without it.
  std::optional<Stage> failed_stage;
  // When the job ended as failed. It remains, so that it can be restarted.
  std::optional<UnixMillis> failed_at;
  // Whether the uploaded file of the failed job was removed.
  bool source_gone = false;
};

// Queues the asset for kPrepare.
void InsertJob(soci::session& sql, const std::string& asset_id, UnixMillis now);
void DeleteJob(soci::session& sql, const std::string& asset_id);
// Returns nullopt if the asset has none, because all its stages are done.
std::optional<JobRecord> FindJob(soci::session& sql, const std::string& asset_id);

// Returns the first due job of the queue, assets that are not ready first; nullopt if none is due. A job that is
// scheduled more than an hour ahead is due too: the clock was set back meanwhile.
std::optional<JobRecord> FindDueJob(soci::session& sql, JobQueue queue, UnixMillis now);
// Returns when the queue's next job is due; nullopt if the queue is empty.
std::optional<UnixMillis> FindNextDue(soci::session& sql, JobQueue queue);
// Counts the jobs that have not failed, and those of them that wait for the end of an outage.
int64_t CountJobs(soci::session& sql);
int64_t CountWaitingJobs(soci::session& sql);
// Returns when the job that is in the queue longest came into it; nullopt if the queue is empty.
std::optional<UnixMillis> OldestJob(soci::session& sql);
// Returns the number of assets whose processing failed for good.
int64_t CountFailedAssets(soci::session& sql);

// Marks the job as started, under the next claim; it is due again at the end of the lease.
void StartJob(soci::session& sql, const std::string& asset_id, UnixMillis lease_end);
// A job that a worker has claimed.
struct HeldJob {
  std::string asset_id;
  // JobRecord.claim.
  int claim = 0;

  friend bool operator==(const HeldJob&, const HeldJob&) = default;
};
// Returns false, and changes nothing, if the stage has ended or another worker has claimed the job meanwhile.
bool ExtendLease(soci::session& sql, const HeldJob& held, UnixMillis lease_end);
// Stops the job without a result.
void StopJob(soci::session& sql, const std::string& asset_id, UnixMillis due_at);
void AddAttempt(soci::session& sql, const std::string& asset_id);
void SetJobDue(soci::session& sql, const std::string& asset_id, UnixMillis due_at);
// Moves the job to `stage`, with no attempts and waits yet.
void SetJobStage(soci::session& sql, const std::string& asset_id, Stage stage, UnixMillis due_at);
// Stops the job until `due_at`, because of the outage in its waiting_for, and stores its waits.
void SetJobWaiting(soci::session& sql, const JobRecord& job, UnixMillis due_at);
// Makes the jobs due that wait for the end of an outage, because one has just succeeded. Interrupted ones wait on:
// their files may be what ended the process.
void EndWaits(soci::session& sql, UnixMillis now);
// Makes due what was started by a process that is gone, and what waits for the end of an outage, except interrupted
// ones. Only if no other process can hold a lease.
void EndLeases(soci::session& sql, UnixMillis now);

// Stores that the stage failed, unless an earlier one did.
void SetFailedStage(soci::session& sql, const std::string& asset_id, Stage stage, const std::string& failure);
// Ends the job at its failed stage.
void SetJobFailed(soci::session& sql, const std::string& asset_id, UnixMillis now);
// Starts a failed job over, at its failed stage.
void RestartFailedJob(soci::session& sql, const std::string& asset_id, UnixMillis now);
// Returns at most 100 jobs that failed before `before` and whose uploaded file is kept.
std::vector<std::string> ListOldFailedJobs(soci::session& sql, UnixMillis before);
// Records that the uploaded file of a failed job is removed. The job of a ready asset is deleted with it: what is
// missing can never be made, and managers should not be told that it may.
void GiveUpFailedJob(soci::session& sql, const std::string& asset_id);

// Returns the bytes that the jobs may still write besides the uploaded files: as much as its file for one that cannot
// be watched yet, half as much for one that gets smaller sizes. `started` counts only those at work.
int64_t SumWorkingBytes(soci::session& sql, bool started);
int64_t WorkingBytes(Stage stage, int64_t size);

}  // namespace academy::catalog
