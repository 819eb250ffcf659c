#include "services/presence/presence_server.h"

#include <utility>

#include "academy/auth/v1/online.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/platform/background/executor.h"
#include "services/platform/background/executor_watch.h"
#include "services/platform/base/status.h"
#include "services/platform/db/clock/database_clock.h"
#include "services/platform/db/database.h"
#include "services/platform/health/database_health.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/idempotency/idempotent_calls.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/handler.h"
#include "services/presence/attachments.h"
#include "services/presence/online_reporter.h"
#include "services/presence/presence_service.h"
#include "services/presence/schema.h"
#include "services/presence/session_feed.h"

namespace academy::presence {
namespace {

// A third of the lease that auth grants.
constexpr absl::Duration kRenew = absl::Seconds(2);

CallIdentity Presence() { return {.caller = {.kind = CallerKind::kService, .id = "presence"}}; }

}  // namespace

// In order of construction: each member uses only those above it.
struct PresenceServer::Members {
  Members(const PresenceOptions& options, std::unique_ptr<Database> opened)
      : database(std::move(opened)),
        clock(*database, Clock::System()),
        database_health("presence", *database, clock, {.health = options.health, .metrics = options.metrics}),
        online(options.auth),
        sessions(options.auth),
        alone(database->engine() == Engine::kSqlite),
        attachments({.online_interval = options.online_interval,
                     .settle = alone ? absl::ZeroDuration() : options.settle,
                     .heartbeat = alone ? absl::InfiniteDuration() : options.heartbeat}),
        reporter(attachments, online, Presence(),
                 {.interval = options.online_interval,
                  .renew = alone ? absl::InfiniteDuration() : kRenew,
                  .settle = alone ? absl::ZeroDuration() : options.settle}),
        feed(*database, attachments, sessions, Presence(), [this] { reporter.Notify(); }),
        idempotent_calls(*database, clock),
        rpc(executor, options.callers, options.metrics, &idempotent_calls, options.spans),
        service(rpc, attachments, options.auth, clock) {
    WatchFollowedFeeds({.health = options.health, .metrics = options.metrics}, {feed.Followed()});
    if (options.metrics == nullptr) return;
    options.metrics->Gauge("academy_executor_waiting", "Jobs waiting for a thread",
                           [this] { return executor.Waiting(); }, {{"executor", "calls"}});
    options.metrics->Gauge("academy_learners_online", "Learners with a live connection",
                           [this] { return attachments.OnlineCount(); });
  }

  const std::unique_ptr<Database> database;
  const DatabaseClock clock;
  DatabaseHealth database_health;
  auth::v1::Online::Stub online;
  auth::v1::Sessions::Stub sessions;
  // Whether there is no other presence.
  const bool alone;
  Attachments attachments;
  OnlineReporter reporter;
  SessionFeed feed;
  Executor executor{{.threads = 2}};
  ExecutorWatch executor_watch{executor};
  IdempotentCalls idempotent_calls;
  RpcHandler rpc;
  PresenceService service;
};

absl::StatusOr<std::unique_ptr<PresenceServer>> PresenceServer::Create(const PresenceOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = options.database_url,
                                                                       .readers = 1,
                                                                       .marker = options.database_marker,
                                                                       .exclusive = true,
                                                                       .migrate = options.migrate,
                                                                       .metrics = options.metrics},
                                                                      Migrations()));
  return std::unique_ptr<PresenceServer>(new PresenceServer(std::make_unique<Members>(options, std::move(database))));
}

PresenceServer::PresenceServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

PresenceServer::~PresenceServer() = default;

std::vector<grpc::Service*> PresenceServer::services() { return {&members_->service}; }

void PresenceServer::Drain() {
  // First: an edge that is sent away is not offline.
  members_->reporter.Stop();
  members_->attachments.EndAll();
}

}  // namespace academy::presence
