#include "services/enrollment/enrollment_server.h"

#include <algorithm>
#include <utility>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/enrollment/assignments/access_service.h"
#include "services/enrollment/assignments/assignments_service.h"
#include "services/enrollment/reports/reports_service.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/transfer/transfer_service.h"
#include "services/enrollment/upstream_sync/feed_cleanup.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/enrollment/watching/watching_service.h"
#include "services/platform/audit/audit_shipper.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/media_token.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {
namespace {

// Of the threads, those that calls to one upstream service may hold: some are left for calls that do not need it,
// whatever becomes of it.
size_t ThreadsForOneUpstream(size_t threads) { return std::max<size_t>(1, threads * kUpstreamThreads / 8); }

CallIdentity IdentityOf(const EnrollmentOptions& options) {
  return {.credential = options.credential, .caller = {.kind = CallerKind::kService, .id = "enrollment"}};
}

}  // namespace

// In order of construction: each member uses those above it only.
struct EnrollmentServer::Members {
  Members(const EnrollmentOptions& options, std::unique_ptr<Database> opened)
      : clock(Clock::System()),
        database(std::move(opened)),
        feed(*database, clock),
        feed_sweeper(*database, clock),
        pump(feed),
        audit(*database, clock),
        assignments(*database, feed, audit, clock),
        progress(*database),
        learners(*database),
        reports(*database),
        removals(*database, feed, clock),
        auth(options.auth, options.credential, ThreadsForOneUpstream(options.threads)),
        catalog(options.catalog, options.credential, ThreadsForOneUpstream(options.threads)),
        courses(catalog, options.rules),
        tokens(options.credential),
        executor({.threads = std::max<size_t>(2, options.threads), .queue = 1024}),
        rpc(executor, options.credential, options.metrics),
        assignments_service({rpc, assignments, progress, auth, catalog, clock}, options.rules, options.zone),
        watching_service({rpc, assignments, progress, learners, catalog, courses, tokens, clock}, options.rules,
                         options.zone),
        reports_service({rpc, reports, catalog, clock}, options.zone),
        transfer_service({rpc, assignments, progress, reports, catalog, clock}, options.rules, options.zone),
        access_service(rpc, assignments, pump),
        cleanup(removals, courses, {options.auth, options.catalog, auth, catalog}, IdentityOf(options)),
        audit_stub(options.auth),
        shipper(audit, audit_stub, IdentityOf(options)) {
    if (options.metrics == nullptr) return;
    options.metrics->Gauge("academy_executor_waiting", "Jobs waiting for a thread",
                           [this] { return executor.Waiting(); }, {{"executor", "calls"}});
  }

  const Clock& clock;
  const std::unique_ptr<Database> database;
  ChangeFeed feed;
  FeedSweeper feed_sweeper;
  FeedPump pump;
  AuditOutbox audit;
  AssignmentStore assignments;
  ProgressStore progress;
  LearnerStore learners;
  ReportStore reports;
  RemovalStore removals;
  AuthClient auth;
  CatalogClient catalog;
  CourseCache courses;
  const MediaTokens tokens;
  Executor executor;
  RpcHandler rpc;
  AssignmentsService assignments_service;
  WatchingService watching_service;
  ReportsService reports_service;
  TransferService transfer_service;
  AccessService access_service;
  FeedCleanup cleanup;
  auth::v1::Audit::Stub audit_stub;
  AuditShipper shipper;
};

absl::StatusOr<std::unique_ptr<EnrollmentServer>> EnrollmentServer::Create(const EnrollmentOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = options.database_url, .metrics = options.metrics}, Migrations()));
  return std::unique_ptr<EnrollmentServer>(
      new EnrollmentServer(std::make_unique<Members>(options, std::move(database))));
}

EnrollmentServer::EnrollmentServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

EnrollmentServer::~EnrollmentServer() = default;

std::vector<grpc::Service*> EnrollmentServer::services() {
  Members& all = *members_;
  return {&all.assignments_service, &all.watching_service, &all.access_service, &all.reports_service,
          &all.transfer_service};
}

void EnrollmentServer::Drain() { members_->pump.EndAll(); }

}  // namespace academy::enrollment
