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
  // How often this stage was started.
  int attempts = 0;
};

// Queues the asset for kPrepare.
void InsertJob(soci::session& sql, const std::string& asset_id, UnixMillis now);
void DeleteJob(soci::session& sql, const std::string& asset_id);

// Returns the first due job of the queue, assets that are not ready first; nullopt if none is due.
std::optional<JobRecord> FindDueJob(soci::session& sql, JobQueue queue, UnixMillis now);
// Returns when the queue's next job is due; nullopt if the queue is empty.
std::optional<UnixMillis> FindNextDue(soci::session& sql, JobQueue queue);
int64_t CountJobs(soci::session& sql);
// Returns when the job that is in the queue longest came into it; nullopt if the queue is empty.
std::optional<UnixMillis> OldestJob(soci::session& sql);
// Returns the number of assets whose processing failed for good.
int64_t CountFailedAssets(soci::session& sql);

// Adds to the attempts of the job's stage.
void AddAttempts(soci::session& sql, const std::string& asset_id, int attempts);
void SetJobDue(soci::session& sql, const std::string& asset_id, UnixMillis due_at);
// Moves the job to `stage`, with no attempts yet.
void SetJobStage(soci::session& sql, const std::string& asset_id, Stage stage, UnixMillis due_at);
// Makes every job due. Only if no other process can hold a lease.
void EndLeases(soci::session& sql, UnixMillis now);

}  // namespace academy::catalog
