// The enrollment service: who may watch which course and when, and how far each learner came.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "services/common/audit/audit_shipper.h"
#include "services/common/db/change_feed.h"
#include "services/common/db/database.h"
#include "services/common/db/feed_pruner.h"
#include "services/common/executor.h"
#include "services/common/flags.h"
#include "services/common/media_token.h"
#include "services/common/process.h"
#include "services/common/rpc/channel.h"
#include "services/common/rpc/feed_stream.h"
#include "services/common/rpc/handler.h"
#include "services/common/rpc/server.h"
#include "services/common/status.h"
#include "services/enrollment/access_service.h"
#include "services/enrollment/assignments_service.h"
#include "services/enrollment/course_cache.h"
#include "services/enrollment/feed_cleanup.h"
#include "services/enrollment/peers.h"
#include "services/enrollment/reports_service.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/transfer_service.h"
#include "services/enrollment/watching_service.h"

ABSL_FLAG(std::string, data, "data", "folder of all the academy's data");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty: SQLite in the data folder");
ABSL_FLAG(int, grpc_port, 0, "TCP port for gRPC; 0 takes a free one");
ABSL_FLAG(std::string, bind, "127.0.0.1", "TCP address for gRPC");
ABSL_FLAG(bool, reflection, false, "serve gRPC reflection");
ABSL_FLAG(std::string, auth, "", "address of auth; empty: its socket in the data folder");
ABSL_FLAG(std::string, catalog, "", "address of catalog; empty: its socket in the data folder");
ABSL_FLAG(std::string, timezone, "Asia/Riyadh", "time zone in which assignments' days begin and end");
ABSL_FLAG(int, complete_percent, 90, "a part is complete when this much of it was watched");
ABSL_FLAG(int, threads, 8, "calls worked on at once");

namespace academy::enrollment {
namespace {

absl::Status Run() {
  absl::TimeZone zone;
  if (!absl::LoadTimeZone(absl::GetFlag(FLAGS_timezone), &zone)) {
    return absl::InvalidArgumentError("--timezone names no time zone: " + absl::GetFlag(FLAGS_timezone));
  }
  ProgressRules rules;
  rules.complete_percent = absl::GetFlag(FLAGS_complete_percent);
  if (rules.complete_percent < 1 || rules.complete_percent > 100) {
    return absl::InvalidArgumentError("--complete-percent must be 1 to 100");
  }
  ASSIGN_OR_RETURN(Process process, Process::Start("enrollment", absl::GetFlag(FLAGS_data)));
  std::string url = absl::GetFlag(FLAGS_db);
  if (url.empty()) url = (process.folder() / "enrollment.db").string();
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = url, .metrics = &process.metrics()}, Migrations()));

  auto channel_to = [&](const std::string& address, const char* peer) {
    return MakeChannel(address.empty() ? process.SocketOf(peer) : address);
  };
  std::shared_ptr<grpc::Channel> auth_channel = channel_to(absl::GetFlag(FLAGS_auth), "auth");
  std::shared_ptr<grpc::Channel> catalog_channel = channel_to(absl::GetFlag(FLAGS_catalog), "catalog");
  const Clock& clock = Clock::System();
  ChangeFeed feed(*database, clock);
  FeedPruner feed_pruner(*database, clock);
  FeedPump pump(feed);
  AuditOutbox audit(*database, clock);
  AssignmentStore assignments(*database, feed, audit, clock);
  ProgressStore progress(*database);
  LearnerStore learners(*database);
  ReportStore reports(*database);
  RemovalStore removals(*database, feed, clock);
  auto threads = static_cast<size_t>(std::max(2, absl::GetFlag(FLAGS_threads)));
  // Some are left for calls that do not need the peer, whatever becomes of it.
  size_t for_a_peer = std::max<size_t>(1, threads * kPeerThreads / 8);
  AuthClient auth(auth_channel, process.credential(), for_a_peer);
  CatalogClient catalog(catalog_channel, process.credential(), for_a_peer);
  CourseCache courses(catalog, rules);
  MediaTokens tokens(process.credential());
  Executor executor({.threads = threads, .queue = 1024});
  RpcHandler rpc(executor, process.credential(), &process.metrics());
  process.metrics().Gauge("academy_executor_waiting", "Jobs waiting for a thread", [&] { return executor.Waiting(); },
                          {{"executor", "calls"}});

  AssignmentsService assignments_service({rpc, assignments, progress, auth, catalog, clock}, rules, zone);
  WatchingService watching_service({rpc, assignments, progress, learners, catalog, courses, tokens, clock}, rules,
                                   zone);
  ReportsService reports_service({rpc, reports, catalog, clock}, zone);
  TransferService transfer_service({rpc, assignments, progress, reports, catalog, clock}, rules, zone);
  AccessService access_service(rpc, assignments, pump);
  CallIdentity identity{process.credential(), {.kind = CallerKind::kService, .id = "enrollment"}};
  FeedCleanup cleanup(removals, courses, {auth_channel, catalog_channel, auth, catalog}, identity);
  std::unique_ptr<auth::v1::Audit::Stub> audit_stub = auth::v1::Audit::NewStub(auth_channel);
  AuditShipper shipper(audit, *audit_stub, identity);
  return ServeUntilStopped(
      process,
      {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
       .bind = absl::GetFlag(FLAGS_bind),
       .reflection = absl::GetFlag(FLAGS_reflection)},
      {&assignments_service, &watching_service, &access_service, &reports_service, &transfer_service},
      {[&] { pump.EndAll(); }});
}

}  // namespace
}  // namespace academy::enrollment

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Serves the academy's enrollment.");
  absl::Status status = academy::enrollment::Run();
  if (status.ok()) return 0;
  std::fprintf(stderr, "enrollment: %s\n", std::string(status.message()).c_str());
  return 1;
}
