#include "services/catalog/encoder/encoder_server.h"

#include <utility>

#include "services/catalog/deps.h"
#include "services/catalog/media/sandbox.h"
#include "services/catalog/processing/processing_queue.h"
#include "services/catalog/processing/processor.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/schema.h"
#include "services/catalog/uploads/objects/upload_objects.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/db/clock/database_clock.h"
#include "services/platform/db/database.h"
#include "services/platform/files/durable_folder.h"
#include "services/platform/health/database_health.h"

namespace academy::catalog {
namespace {

// How soon an encoder notices a new job, which another process has added.
constexpr absl::Duration kMaxPause = absl::Seconds(1);

absl::Status InvalidFlag(std::string_view what) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", what);
}

}  // namespace

// In order of construction: each member uses only those above it.
struct EncoderServer::Members {
  Members(const EncoderOptions& options, const Clock& machine, std::unique_ptr<Database> opened,
          std::unique_ptr<Blobs> opened_blobs, std::unique_ptr<Multipart> opened_multipart)
      : database(std::move(opened)),
        clock(*database, machine),
        database_health("encoder", *database, clock, {.health = options.health, .metrics = options.metrics}),
        blobs(std::move(opened_blobs)),
        multipart(std::move(opened_multipart)),
        feed(*database, clock),
        audit(*database, clock),
        deps{*database, feed, audit, clock},
        hold(*database, clock),
        files({*database, *blobs, *multipart}, hold, clock,
              {.work_folder = options.folder / "jobs", .keep_free = options.keep_free}),
        processor(*blobs, options.folder / "jobs"),
        queue(deps, processor, files,
              {.retry = {.first_pause = options.retry_pause}, .apart = true, .max_pause = kMaxPause}) {}

  const std::unique_ptr<Database> database;
  // Leases are compared with those of other machines.
  const DatabaseClock clock;
  DatabaseHealth database_health;
  const std::unique_ptr<Blobs> blobs;
  const std::unique_ptr<Multipart> multipart;
  ChangeFeed feed;
  AuditOutbox audit;
  const Deps deps;
  // Catalogs remove, so nothing here asks it.
  RemovalHold hold;
  UploadObjects files;
  Processor processor;
  ProcessingQueue queue;
};

absl::StatusOr<std::unique_ptr<EncoderServer>> EncoderServer::Create(const EncoderOptions& options,
                                                                     const Clock& clock) {
  RETURN_IF_ERROR(MakeDurableFolder(options.folder / "jobs"));
  BlobPlace place{.url = options.blobs_url, .s3_credentials = options.s3_credentials, .folder = {}};
  ASSIGN_OR_RETURN(std::unique_ptr<Multipart> multipart, OpenMultipart(place));
  if (multipart == nullptr) return InvalidFlag("an encoder needs --blobs s3://..., where catalog's uploads are");
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(place));
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = options.database_url,
                                                                       .marker = options.database_marker,
                                                                       .exclusive = true,
                                                                       .migrate = options.migrate,
                                                                       .metrics = options.metrics},
                                                                      Migrations(), clock));
  if (database->engine() == Engine::kSqlite) return InvalidFlag("an encoder needs catalog's --db postgresql://...");
  if (LandlockVersion() == 0) {
    LogWarning("the kernel has no Landlock: only ffmpeg's own whitelists restrict which files it reads", {});
  }
  auto members = std::make_unique<Members>(options, clock, std::move(database), std::move(blobs), std::move(multipart));
  RETURN_IF_ERROR(members->queue.Start(options.encoders));
  return std::unique_ptr<EncoderServer>(new EncoderServer(std::move(members)));
}

EncoderServer::EncoderServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

EncoderServer::~EncoderServer() { Drain(); }

void EncoderServer::Drain() { members_->queue.Stop(); }

}  // namespace academy::catalog
