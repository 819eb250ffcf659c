#include "services/catalog/catalog_server.h"

#include <optional>
#include <utility>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/catalog/assets/assets_service.h"
#include "services/catalog/assets/playback/playback_service.h"
#include "services/catalog/courses/bin/course_bin_service.h"
#include "services/catalog/courses/courses_service.h"
#include "services/catalog/courses/feed_service.h"
#include "services/catalog/deps.h"
#include "services/catalog/media/sandbox.h"
#include "services/catalog/processing/health/job_health.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/removals/removals_service.h"
#include "services/catalog/schema.h"
#include "services/catalog/site/site_picture_sweep.h"
#include "services/catalog/site/site_pictures_service.h"
#include "services/catalog/uploads/objects/upload_objects.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/catalog/uploads/uploads_service.h"
#include "services/platform/audit/audit_shipper.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/background/executor_watch.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/db/clock/database_clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/files/durable_folder.h"
#include "services/platform/health/database_health.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/idempotency/idempotent_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::catalog {
namespace {

// One job for each open append, whatever the number of connections.
constexpr size_t kDiskQueue = 100'000;

absl::Status InvalidFlag(std::string_view what) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", what);
}

}  // namespace

// In order of construction: each member uses only those above it.
struct CatalogServer::Members {
  Members(const CatalogOptions& options, const Clock& machine, std::unique_ptr<Database> opened,
          std::unique_ptr<Blobs> opened_blobs, std::unique_ptr<Multipart> opened_multipart)
      : database(std::move(opened)),
        clock(*database, machine),
        database_health("catalog", *database, clock, {.health = options.health, .metrics = options.metrics}),
        blobs(std::move(opened_blobs)),
        multipart(std::move(opened_multipart)),
        feed(*database, clock),
        feed_sweeper(*database, clock),
        pump(feed),
        audit(*database, clock),
        deps{*database, feed, audit, clock},
        course_list(*database),
        public_course_list(*database),
        hold(*database, clock),
        storage(MakeStorage(options)),
        files(*storage),
        processor(*blobs, options.folder / "jobs"),
        queue(deps, processor, files,
              {.retry = {.first_pause = options.retry_pause}, .apart = options.uploads_in_store}),
        sweeper(deps, files, locks, *blobs, hold),
        pictures(deps, *blobs, options.folder / "pictures"),
        executor({.threads = static_cast<size_t>(options.threads), .queue = 1024}),
        disk({.threads = static_cast<size_t>(options.threads), .queue = kDiskQueue}),
        idempotent_calls(*database, clock),
        rpc(executor, options.callers, options.metrics, &idempotent_calls, options.spans),
        courses_service(deps, rpc, course_list, public_course_list, pictures, sweeper),
        site_pictures(deps, rpc, pictures),
        course_bin(deps, rpc, {files, sweeper}, BinTerm(options.bin_days)),
        assets_service(deps, rpc, *blobs, files, queue, sweeper),
        playback_service(deps, rpc, options.media_keys),
        uploads_service(deps, rpc, {disk, files, locks, queue, sweeper}, {.max_size = options.max_upload}),
        feed_service(rpc, pump),
        removals_service(rpc, hold),
        counted_time(*database),
        counting({.failure = "time not counted", .interval = CountedTime::kInterval, .run_at_start = true},
                 [this] { return counted_time.Count(); }) {
    if (options.metrics != nullptr) Watch(*options.metrics);
    const Monitors monitors{.health = options.health, .metrics = options.metrics};
    WatchJobs(monitors, *database, clock);
    WatchOwnFeed(monitors, feed);
    if (options.auth == nullptr) return;
    site_picture_sweep.emplace(deps, options.auth);
    audit_stub = auth::v1::Audit::NewStub(options.auth);
    shipper = std::make_unique<AuditShipper>(audit, *audit_stub,
                                             CallIdentity{.caller = {.kind = CallerKind::kService, .id = "catalog"}});
  }

  std::unique_ptr<UploadStorage> MakeStorage(const CatalogOptions& options) {
    if (multipart == nullptr) {
      return std::make_unique<UploadFiles>(options.folder / "uploads", options.keep_free, hold, options.free_space);
    }
    return std::make_unique<UploadObjects>(
        ObjectWriter::Places{*database, *blobs, *multipart}, hold, clock,
        UploadObjects::Options{options.folder / "jobs", options.keep_free, options.free_space});
  }

  void Watch(Metrics& metrics) {
    const char* waiting = "Jobs waiting for a thread";
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return executor.Waiting(); }, {{"executor", "calls"}});
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return disk.Waiting(); }, {{"executor", "disk"}});
    metrics.Gauge("academy_uploads_open", "Uploads that are not complete",
                  [this] { return Count(CountUnfinishedUploads); });
    metrics.Gauge("academy_processing_jobs", "Videos waiting for processing or in it",
                  [this] { return Count(CountJobs); });
    metrics.Gauge("academy_processing_waiting", "Videos whose processing waits for the end of an outage",
                  [this] { return Count(CountWaitingJobs); });
    audit.Watch(metrics);
  }

  // -1 when the database cannot be read.
  double Count(int64_t (*count)(soci::session&)) {
    absl::StatusOr<int64_t> counted =
        database->Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return count(sql); });
    return static_cast<double>(counted.value_or(-1));
  }

  const std::unique_ptr<Database> database;
  const DatabaseClock clock;
  DatabaseHealth database_health;
  const std::unique_ptr<Blobs> blobs;
  // Null unless uploads are in the store.
  const std::unique_ptr<Multipart> multipart;
  ChangeFeed feed;
  FeedSweeper feed_sweeper;
  FeedPump pump;
  AuditOutbox audit;
  const Deps deps;
  CourseList course_list;
  PublicCourseList public_course_list;
  RemovalHold hold;
  const std::unique_ptr<UploadStorage> storage;
  UploadStorage& files;
  UploadLocks locks;
  Processor processor;
  ProcessingQueue queue;
  Sweeper sweeper;
  PictureStore pictures;
  Executor executor;
  ExecutorWatch executor_watch{executor};
  Executor disk;
  IdempotentCalls idempotent_calls;
  RpcHandler rpc;
  CoursesService courses_service;
  SitePicturesService site_pictures;
  CourseBinService course_bin;
  AssetsService assets_service;
  PlaybackService playback_service;
  UploadsService uploads_service;
  FeedService feed_service;
  RemovalsService removals_service;
  CountedTime counted_time;
  PeriodicTask counting;
  // Null without auth.
  std::optional<SitePictureSweep> site_picture_sweep;
  // These run where the sweeper does.
  std::optional<PeriodicTask> purging;
  std::optional<PeriodicTask> sweeping_site_pictures;
  std::unique_ptr<auth::v1::Audit::StubInterface> audit_stub;
  std::unique_ptr<AuditShipper> shipper;
};

absl::StatusOr<std::unique_ptr<CatalogServer>> CatalogServer::Create(const CatalogOptions& options,
                                                                     const Clock& clock) {
  for (const char* name : {"uploads", "jobs", "pictures"}) {
    RETURN_IF_ERROR(MakeDurableFolder(options.folder / name));
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = options.database_url,
                                                                       .marker = options.database_marker,
                                                                       .exclusive = true,
                                                                       .migrate = options.migrate,
                                                                       .metrics = options.metrics},
                                                                      Migrations(), clock));
  BlobPlace place{.url = options.blobs_url, .s3_credentials = options.s3_credentials, .folder = options.blobs};
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(place));
  std::unique_ptr<Multipart> multipart;
  if (options.uploads_in_store) {
    ASSIGN_OR_RETURN(multipart, OpenMultipart(place));
    if (multipart == nullptr) return InvalidFlag("--uploads-in-store needs --blobs s3://...");
  } else if (options.encode_elsewhere) {
    return InvalidFlag("--encode-elsewhere needs --uploads-in-store");
  }
  auto members = std::make_unique<Members>(options, clock, std::move(database), std::move(blobs), std::move(multipart));
  if (LandlockVersion() == 0) {
    LogWarning("the kernel has no Landlock: only ffmpeg's own whitelists restrict which files it reads", {});
  }
  if (options.encoders > 0) {
    members->sweeper.Start();
    members->purging.emplace(
        PeriodicTask::Options{.failure = "bin not checked", .interval = kBinCheckInterval, .run_at_start = true},
        [bin = &members->course_bin] { return bin->PurgeDue(); });
    if (members->site_picture_sweep.has_value()) {
      members->sweeping_site_pictures.emplace(
          PeriodicTask::Options{.failure = "unused pictures of the site not removed",
                                .interval = SitePictureSweep::kInterval},
          [sweep = &*members->site_picture_sweep] { return sweep->Sweep(); });
    }
    if (!options.encode_elsewhere) RETURN_IF_ERROR(members->queue.Start(options.encoders));
  } else {
    members->sweeper.Recover();
  }
  return std::unique_ptr<CatalogServer>(new CatalogServer(std::move(members)));
}

CatalogServer::CatalogServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

CatalogServer::~CatalogServer() { Drain(); }

std::vector<grpc::Service*> CatalogServer::services() {
  return {&members_->courses_service, &members_->assets_service, &members_->playback_service,
          &members_->uploads_service, &members_->feed_service,   &members_->removals_service,
          &members_->course_bin,      &members_->site_pictures};
}

void CatalogServer::Drain() {
  members_->pump.EndAll();
  members_->pictures.Stop();
  members_->queue.Stop();
  if (members_->purging.has_value()) members_->purging->Stop();
  if (members_->sweeping_site_pictures.has_value()) members_->sweeping_site_pictures->Stop();
  members_->sweeper.Stop();
}

absl::Status CatalogServer::RunDueWork() {
  members_->queue.RunDueJobs();
  RETURN_IF_ERROR(members_->course_bin.PurgeDue());
  if (members_->site_picture_sweep.has_value()) RETURN_IF_ERROR(members_->site_picture_sweep->Sweep());
  return members_->sweeper.Sweep();
}

}  // namespace academy::catalog
