#include "services/catalog/schema.h"

#include <string>

#include "services/catalog/removals/removal_hold.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::catalog {
namespace {

constexpr std::string_view kTables = R"sql(
CREATE TABLE assets (
  id TEXT PRIMARY KEY,
  filename TEXT NOT NULL,
  status TEXT NOT NULL,
  progress INTEGER NOT NULL,
  error TEXT,
  duration DOUBLE PRECISION NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size BIGINT NOT NULL,
  hls TEXT NOT NULL,
  poster TEXT NOT NULL,
  thumbnails TEXT NOT NULL,
  content_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  unused_since BIGINT
);
CREATE INDEX assets_unused ON assets (unused_since);
CREATE TABLE renditions (
  asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  height INTEGER NOT NULL,
  bitrate BIGINT NOT NULL,
  PRIMARY KEY (asset_id, height)
);
CREATE TABLE captions (
  asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  lang TEXT NOT NULL,
  label TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (asset_id, lang)
);
CREATE TABLE uploads (
  asset_id TEXT PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
  length BIGINT,
  metadata TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  complete INTEGER NOT NULL,
  checked_from BIGINT
);
CREATE INDEX uploads_expiry ON uploads (complete, expires_at);
CREATE TABLE jobs (
  asset_id TEXT PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
  attempts INTEGER NOT NULL,
  due_at BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (due_at);
CREATE TABLE courses (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  title_folded TEXT NOT NULL,
  description TEXT NOT NULL,
  search_text TEXT NOT NULL,
  image TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX courses_created ON courses (created_at, id);
CREATE TABLE parts (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  asset_id TEXT REFERENCES assets (id) ON DELETE SET NULL
);
CREATE INDEX parts_course ON parts (course_id, ordinal);
CREATE INDEX parts_asset ON parts (asset_id);
CREATE TABLE blob_removals (key TEXT PRIMARY KEY, due_at BIGINT NOT NULL);
)sql";

// Adds the stages of jobs, and default captions.
constexpr std::string_view kStages = R"sql(
ALTER TABLE jobs ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE captions ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0;
UPDATE captions SET is_default = 1
  WHERE lang = (SELECT MIN(other.lang) FROM captions other WHERE other.asset_id = captions.asset_id);
)sql";

// Few assets are not ready, so a partial index keeps their list fast.
constexpr char kInWork[] = "CREATE INDEX assets_in_work ON assets (id) WHERE status <> 'ready'";

// Jobs from before count from their uploads' beginning.
constexpr std::string_view kQueuedAt = R"sql(
ALTER TABLE jobs ADD COLUMN queued_at BIGINT NOT NULL DEFAULT 0;
UPDATE jobs SET queued_at = (SELECT created_at FROM assets WHERE id = jobs.asset_id);
)sql";

// Tells outages from faults of the file. A failed job remains, so that it can be tried again with the uploaded file.
// Attempts of before counted outages too.
constexpr std::string_view kOutages = R"sql(
ALTER TABLE jobs ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN waiting_since BIGINT;
ALTER TABLE jobs ADD COLUMN waiting_for TEXT;
ALTER TABLE jobs ADD COLUMN failed_stage INTEGER;
ALTER TABLE jobs ADD COLUMN failure TEXT;
ALTER TABLE jobs ADD COLUMN failed_at BIGINT;
ALTER TABLE jobs ADD COLUMN source_gone INTEGER NOT NULL DEFAULT 0;
UPDATE jobs SET attempts = 0;
CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at IS NOT NULL;
)sql";

// Tells a worker that another one has taken its job over. Jobs of ready assets whose uploaded file is gone are of no
// use.
constexpr std::string_view kClaims = R"sql(
ALTER TABLE jobs ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
DELETE FROM jobs WHERE source_gone = 1 AND asset_id IN (SELECT id FROM assets WHERE status = 'ready');
)sql";

// Deleted courses, whose rows stay.
constexpr std::string_view kCourseBin = R"sql(
CREATE TABLE binned_courses (
  course_id TEXT PRIMARY KEY REFERENCES courses (id) ON DELETE CASCADE,
  deleted_at BIGINT NOT NULL,
  deleted_by TEXT NOT NULL,
  counted_since BIGINT NOT NULL
);
CREATE INDEX binned_courses_by_time ON binned_courses (deleted_at, course_id);
)sql";

constexpr std::string_view kRevisions = R"sql(
ALTER TABLE courses ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE parts ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
)sql";

// Uploads whose bytes are in the object store. A row outlives its asset until the store's objects are removed, so it
// refers to none.
constexpr std::string_view kUploadObjects = R"sql(
CREATE TABLE upload_objects (
  asset_id TEXT PRIMARY KEY,
  multipart TEXT NOT NULL,
  claim BIGINT NOT NULL DEFAULT 0,
  next_part INTEGER NOT NULL DEFAULT 1,
  received BIGINT NOT NULL DEFAULT 0,
  tail_size BIGINT NOT NULL DEFAULT 0,
  tail_claim BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  removed_at BIGINT,
  removals INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX upload_objects_removed ON upload_objects (removed_at) WHERE removed_at IS NOT NULL;
CREATE TABLE upload_parts (
  asset_id TEXT NOT NULL REFERENCES upload_objects (asset_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size BIGINT NOT NULL,
  PRIMARY KEY (asset_id, number)
);
)sql";

// Pictures that the site, which auth has, may name.
constexpr std::string_view kSitePictures =
    "CREATE TABLE site_pictures (image TEXT PRIMARY KEY, created_at BIGINT NOT NULL)";

// Null while the site names the picture; those of before count from when they are first looked at.
constexpr char kUnusedSitePictures[] = "ALTER TABLE site_pictures ADD COLUMN unused_since BIGINT";

}  // namespace

const std::vector<Migration>& Migrations() {
  static const std::string* const first = new std::string(std::string(kTables) + std::string(kChangeFeedSchema));
  static const std::string* const health = new std::string(std::string(kHeartbeatSchema) + std::string(kQueuedAt));
  static const std::string* const bin = new std::string(std::string(kCountedTimeSchema) + std::string(kCourseBin));
  static const std::vector<Migration>* const migrations = new std::vector<Migration>{
      {.version = 1, .name = "courses and media", .sql = *first},
      {.version = 2, .name = "audit outbox", .sql = kAuditOutboxSchema},
      {.version = 3, .name = "stages and default captions", .sql = kStages},
      {.version = 4, .name = "uploads in work", .sql = kInWork},
      {.version = 5, .name = "feed event ids", .sql = kFeedEventIdsSchema},
      {.version = 6, .name = "outages of processing", .sql = kOutages},
      {.version = 7, .name = "heartbeats and ages of jobs", .sql = *health},
      {.version = 8, .name = "claims of jobs", .sql = kClaims},
      {.version = 9, .name = "bin of courses", .sql = *bin},
      {.version = 10, .name = "idempotent calls", .sql = kIdempotentCallsSchema},
      {.version = 11, .name = "revisions", .sql = kRevisions},
      {.version = 12, .name = "holds of removals", .sql = kRemovalHoldsSchema},
      // Programs of before do not know how old they may be.
      {.version = 13, .name = "uploads in the object store", .sql = kUploadObjects, .oldest = 13},
      {.version = 14, .name = "pictures of the site", .sql = kSitePictures},
      {.version = 15, .name = "unused pictures of the site", .sql = kUnusedSitePictures}};
  return *migrations;
}

}  // namespace academy::catalog
