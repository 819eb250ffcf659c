#include "services/catalog/catalog_server.h"

#include <utility>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/catalog/courses_service.h"
#include "services/catalog/feed_service.h"
#include "services/catalog/media/sandbox.h"
#include "services/catalog/media_service.h"
#include "services/catalog/schema.h"
#include "services/catalog/uploads_service.h"
#include "services/common/audit/audit_shipper.h"
#include "services/common/blobs/open_blobs.h"
#include "services/common/db/database.h"
#include "services/common/db/feed_pruner.h"
#include "services/common/log.h"
#include "services/common/rpc/channel.h"
#include "services/common/status.h"

namespace academy::catalog {
namespace {

// One job for each open append, whatever the number of connections.
constexpr size_t kDiskQueue = 100'000;

}  // namespace

// In the order of their making: what uses another stands below it and ends before it.
struct CatalogServer::Parts {
  Parts(const CatalogOptions& options, const Clock& clock, std::unique_ptr<Database> opened,
        std::unique_ptr<Blobs> kept)
      : database(std::move(opened)),
        blobs(std::move(kept)),
        feed(*database, clock),
        feed_pruner(*database, clock),
        pump(feed),
        audit(*database, clock),
        courses(*database, feed, audit, clock),
        course_list(*database),
        assets(*database, feed, audit, clock),
        uploads(*database, feed, audit, clock),
        jobs(*database, feed, clock),
        files(options.folder / "uploads", options.keep_free, options.free_space),
        processor(*blobs, options.folder / "jobs"),
        queue(jobs, processor, files, *blobs, clock),
        sweeper(assets, uploads, files, writers, *blobs, clock),
        pictures(*blobs, assets, clock, options.folder / "pictures"),
        executor({.threads = static_cast<size_t>(options.threads), .queue = 1024}),
        disk({.threads = static_cast<size_t>(options.threads), .queue = kDiskQueue}),
        rpc(executor, options.credential, options.metrics),
        courses_service(rpc, courses, course_list, pictures, files, sweeper),
        media_service(rpc, assets, *blobs, sweeper, clock, options.credential),
        uploads_service({rpc, disk, uploads, files, writers, queue, sweeper, clock}, {.max_size = options.max_upload}),
        feed_service(rpc, pump) {
    if (options.metrics != nullptr) Watch(*options.metrics);
    if (options.auth.empty()) return;
    audit_stub = auth::v1::Audit::NewStub(MakeChannel(options.auth));
    shipper = std::make_unique<AuditShipper>(
        audit, *audit_stub,
        CallIdentity{.credential = options.credential, .caller = {.kind = CallerKind::kService, .id = "catalog"}});
  }

  void Watch(Metrics& metrics) {
    const char* waiting = "Jobs waiting for a thread";
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return executor.Waiting(); }, {{"executor", "calls"}});
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return disk.Waiting(); }, {{"executor", "disk"}});
    metrics.Gauge("academy_uploads_open", "Uploads that are not complete",
                  [this] { return static_cast<double>(uploads.CountOpen().value_or(-1)); });
    metrics.Gauge("academy_processing_jobs", "Videos waiting for processing or in it",
                  [this] { return static_cast<double>(jobs.Count().value_or(-1)); });
  }

  const std::unique_ptr<Database> database;
  const std::unique_ptr<Blobs> blobs;
  ChangeFeed feed;
  FeedPruner feed_pruner;
  FeedPump pump;
  AuditOutbox audit;
  CourseStore courses;
  CourseList course_list;
  AssetStore assets;
  UploadStore uploads;
  JobStore jobs;
  UploadFiles files;
  UploadWriters writers;
  Processor processor;
  ProcessingQueue queue;
  Sweeper sweeper;
  PictureShelf pictures;
  Executor executor;
  Executor disk;
  RpcHandler rpc;
  CoursesService courses_service;
  MediaService media_service;
  UploadsService uploads_service;
  FeedService feed_service;
  std::unique_ptr<auth::v1::Audit::StubInterface> audit_stub;
  std::unique_ptr<AuditShipper> shipper;
};

absl::StatusOr<std::unique_ptr<CatalogServer>> CatalogServer::Create(const CatalogOptions& options,
                                                                     const Clock& clock) {
  for (const char* name : {"uploads", "jobs", "pictures"}) {
    std::error_code error;
    std::filesystem::create_directories(options.folder / name, error);
    if (error) {
      return Error(absl::StatusCode::kFailedPrecondition, "file_error",
                   "cannot make the folder " + (options.folder / name).string() + ": " + error.message());
    }
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = options.database_url, .metrics = options.metrics}, Migrations(), clock));
  BlobPlace place{.url = options.blobs_url, .s3_credentials = options.s3_credentials, .folder = options.blobs};
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(place));
  auto parts = std::make_unique<Parts>(options, clock, std::move(database), std::move(blobs));
  if (LandlockVersion() == 0) {
    LogWarning("the kernel has no Landlock: ffmpeg is kept from other files by its own lists alone", {});
  }
  if (options.encoders > 0) {
    RETURN_IF_ERROR(parts->sweeper.Start());
    RETURN_IF_ERROR(parts->queue.Start(options.encoders));
  } else {
    RETURN_IF_ERROR(parts->sweeper.Recover());
  }
  return std::unique_ptr<CatalogServer>(new CatalogServer(std::move(parts)));
}

CatalogServer::CatalogServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

CatalogServer::~CatalogServer() { Drain(); }

std::vector<grpc::Service*> CatalogServer::services() {
  return {&parts_->courses_service, &parts_->media_service, &parts_->uploads_service, &parts_->feed_service};
}

void CatalogServer::Drain() {
  parts_->pump.EndAll();
  parts_->pictures.Stop();
  parts_->queue.Stop();
  parts_->sweeper.Stop();
}

absl::Status CatalogServer::RunDueWork() {
  parts_->queue.RunDueJobs();
  return parts_->sweeper.Sweep();
}

}  // namespace academy::catalog
