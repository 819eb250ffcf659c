#include "services/enrollment/enrollment_server.h"

#include <algorithm>
#include <utility>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/contracts/media_token.h"
#include "services/enrollment/access/access_service.h"
#include "services/enrollment/assignments/assignments_service.h"
#include "services/enrollment/assignments/bulk/bulk_assignments_service.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/progress/progress_reports_service.h"
#include "services/enrollment/progress/progress_tracking_service.h"
#include "services/enrollment/reports/reports_service.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/transfer/transfer_service.h"
#include "services/enrollment/upstream_sync/absence_health.h"
#include "services/enrollment/upstream_sync/academy_zone.h"
#include "services/enrollment/upstream_sync/auth_client.h"
#include "services/enrollment/upstream_sync/catalog_client.h"
#include "services/enrollment/upstream_sync/feed_cleanup.h"
#include "services/enrollment/upstream_sync/missing/missing_service.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/enrollment/watching/watching_service.h"
#include "services/platform/audit/audit_shipper.h"
#include "services/platform/background/executor.h"
#include "services/platform/background/executor_watch.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/status.h"
#include "services/platform/db/clock/database_clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/health/database_health.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/idempotency/idempotent_calls.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {
namespace {

// Number of the service's threads that may wait for one upstream at once. The rest keep serving calls that do not need
// it, even when it hangs.
size_t MaxInFlight(size_t threads) { return std::max<size_t>(1, threads * 5 / 8); }

// How often the figures of large courses are computed. Of a day that has begun there are none yet, and after an hour
// those that are kept are too old.
constexpr absl::Duration kFigures = absl::Minutes(10);

CallIdentity Enrollment() { return {.caller = {.kind = CallerKind::kService, .id = "enrollment"}}; }

}  // namespace

// In the order of construction: each member uses only those above it.
struct EnrollmentServer::Members {
  Members(const EnrollmentOptions& options, std::unique_ptr<Database> opened)
      : database(std::move(opened)),
        clock(*database, Clock::System()),
        database_health("enrollment", *database, clock, {.health = options.health, .metrics = options.metrics}),
        feed(*database, clock),
        feed_sweeper(*database, clock),
        pump(feed),
        audit(*database, clock),
        auth(options.auth, MaxInFlight(options.threads)),
        zone(*database, auth, options.zone),
        catalog(options.catalog, MaxInFlight(options.threads)),
        courses(catalog, options.rules),
        tokens(options.media_keys),
        executor({.threads = std::max<size_t>(2, options.threads), .queue = 1024}),
        idempotent_calls(*database, clock),
        rpc(executor, options.callers, options.metrics, &idempotent_calls, options.spans),
        deps{{*database, feed, audit, clock}, auth, catalog, courses, tokens, options.rules, zone, rpc},
        assignments_service(deps),
        bulk_assignments_service(deps),
        watching_service(deps),
        progress_tracking_service(deps),
        progress_reports_service(deps, options.metrics),
        reports_service(deps),
        transfer_service(deps),
        access_service(deps, pump),
        cleanup(deps, {options.auth, options.catalog}, Enrollment()),
        missing_service(deps, [this](ListKind kind) { cleanup.CompareAgain(kind); }),
        audit_stub(options.auth),
        shipper(audit, audit_stub, Enrollment()),
        figures({.failure = "figures not computed",
                 .interval = kFigures,
                 .run_at_start = true,
                 .first_retry = absl::Seconds(10),
                 .max_retry = absl::Minutes(1)},
                [this] { return reports_service.PrepareLarge(Enrollment().caller); }) {
    const Monitors monitors{.health = options.health, .metrics = options.metrics};
    WatchOwnFeed(monitors, feed);
    WatchFollowedFeeds(monitors, cleanup.Followed());
    WatchAbsences(monitors, *database);
    if (options.metrics == nullptr) return;
    audit.Watch(*options.metrics);
    options.metrics->Gauge("academy_executor_waiting", "Jobs waiting for a thread",
                           [this] { return executor.Waiting(); }, {{"executor", "calls"}});
  }

  const std::unique_ptr<Database> database;
  const DatabaseClock clock;
  DatabaseHealth database_health;
  ChangeFeed feed;
  FeedSweeper feed_sweeper;
  FeedPump pump;
  AuditOutbox audit;
  AuthClient auth;
  AcademyZone zone;
  CatalogClient catalog;
  CourseCache courses;
  const MediaTokens tokens;
  Executor executor;
  ExecutorWatch executor_watch{executor};
  IdempotentCalls idempotent_calls;
  RpcHandler rpc;
  const Deps deps;
  AssignmentsService assignments_service;
  BulkAssignmentsService bulk_assignments_service;
  WatchingService watching_service;
  ProgressTrackingService progress_tracking_service;
  ProgressReportsService progress_reports_service;
  ReportsService reports_service;
  TransferService transfer_service;
  AccessService access_service;
  FeedCleanup cleanup;
  MissingService missing_service;
  auth::v1::Audit::Stub audit_stub;
  AuditShipper shipper;
  PeriodicTask figures;
};

absl::StatusOr<std::unique_ptr<EnrollmentServer>> EnrollmentServer::Create(const EnrollmentOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = options.database_url,
                                                                       .marker = options.database_marker,
                                                                       .exclusive = true,
                                                                       .migrate = options.migrate,
                                                                       .metrics = options.metrics},
                                                                      Migrations()));
  return std::unique_ptr<EnrollmentServer>(
      new EnrollmentServer(std::make_unique<Members>(options, std::move(database))));
}

EnrollmentServer::EnrollmentServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

EnrollmentServer::~EnrollmentServer() = default;

std::vector<grpc::Service*> EnrollmentServer::services() {
  Members& all = *members_;
  return {&all.assignments_service,       &all.bulk_assignments_service, &all.watching_service,
          &all.progress_tracking_service, &all.progress_reports_service, &all.access_service,
          &all.reports_service,           &all.transfer_service,         &all.missing_service};
}

void EnrollmentServer::Drain() {
  members_->pump.EndAll();
  members_->progress_reports_service.EndAll();
}

}  // namespace academy::enrollment
