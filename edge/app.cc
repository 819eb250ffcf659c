#include "edge/app.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/time/clock.h"
#include "edge/access/address_rates.h"
#include "edge/access/assignment_cache.h"
#include "edge/access/session_cache.h"
#include "edge/api/openapi/api_document.h"
#include "edge/api/request_metrics.h"
#include "edge/api/router.h"
#include "edge/api/routes.h"
#include "edge/api/transcoder.h"
#include "edge/api/try_login.h"
#include "edge/bin/bin.h"
#include "edge/http/response/inline_sources.h"
#include "edge/http/response/standard_headers.h"
#include "edge/live/gateway.h"
#include "edge/live/presence_link.h"
#include "edge/live/session_check.h"
#include "edge/ops/academy_health.h"
#include "edge/ops/dev_mail.h"
#include "edge/ops/metrics.h"
#include "edge/ops/readiness.h"
#include "edge/ops/request_day.h"
#include "edge/ops/request_traces.h"
#include "edge/ops/served_logs.h"
#include "edge/playback/blob_sender.h"
#include "edge/playback/images.h"
#include "edge/playback/playback.h"
#include "edge/site/guide.h"
#include "edge/site/page_views.h"
#include "edge/site/public_course_cache.h"
#include "edge/site/public_pages.h"
#include "edge/site/public_site.h"
#include "edge/site/published_site.h"
#include "edge/site/setup_gate.h"
#include "edge/site/site_editor.h"
#include "edge/site/site_folder.h"
#include "edge/site/static_site.h"
#include "edge/transfer/transfers.h"
#include "edge/uploads/uploads.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/net/address_groups.h"

namespace academy::edge {
namespace {

constexpr std::string_view kUploadsPath = "/api/cm/media/uploads";
// Of an import, for what one piece of its file comes to: passwords are hashed on the way.
constexpr absl::Duration kImportTimeout = absl::Minutes(30);
// At a stop, how long requests have that may still become live connections, and then how long those have to close. What
// takes longer, such as an upload, keeps nobody's live connection on an edge that stops.
constexpr absl::Duration kLiveStays = absl::Seconds(5);
constexpr absl::Duration kLiveLeaves = absl::Seconds(5);
// How long an edge stays whose place another one has taken. Idle connections end sooner (ServerOptions::idle_timeout),
// so this is for long uploads and downloads. And how often it looks whether its last client has gone.
constexpr absl::Duration kRetireTime = absl::Minutes(10);
constexpr absl::Duration kRetireLook = absl::Milliseconds(200);

http::Response JsonResponse(std::string body) {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = std::move(body);
  return answer;
}

StandardHeaders::Options HeadersOf(const AppOptions& options) {
  InlineSources inline_sources = InlineSourcesOf(options.web);
  return {.recaptcha = !options.forms.recaptcha_site_key.empty(),
          .video_origin = options.cdn.url,
          .scripts = std::move(inline_sources.scripts),
          .styles = std::move(inline_sources.styles)};
}

}  // namespace

class App::Impl {
 public:
  Impl(AppOptions options, Router router, ApiDocument document, std::unique_ptr<SiteFolder> site,
       std::unique_ptr<Blobs> blobs, std::unique_ptr<BlobStreams> streams, std::unique_ptr<S3Addresses> addresses)
      : options_(std::move(options)),
        metrics_(*options_.metrics),
        public_rates_(options_.public_rate, Clock::System()),
        site_folder_(std::move(site)),
        published_site_(options_.channels.auth, *site_folder_, options_.published_copy),
        sessions_(options_.channels.auth, public_rates_, Clock::System(), published_site_.Listener()),
        assignments_(options_.channels.enrollment),
        router_(std::move(router)),
        session_rates_(options_.session_rate, Clock::System()),
        transcoder_(options_.channels, sessions_, session_rates_, metrics_),
        document_(std::move(document)),
        site_editor_(options_.channels, transcoder_, *site_folder_, published_site_),
        setup_gate_(options_.channels.auth),
        public_site_(*site_folder_, options_.forms),
        static_site_(options_.web),
        page_views_(static_site_, *options_.metrics, Clock::System()),
        public_courses_(options_.channels.catalog),
        public_pages_(options_.web, options_.public_url,
                      {.folder = *site_folder_, .site = public_site_, .courses = public_courses_, .app = static_site_}),
        headers_(HeadersOf(options_)),
        blobs_(std::move(blobs)),
        streams_(std::move(streams)),
        addresses_(std::move(addresses)),
        files_({.blobs = *blobs_,
                .streams = streams_.get(),
                .addresses = addresses_.get(),
                .accel_redirect = options_.accel_redirect,
                .clock = Clock::System()}),
        cdn_(options_.cdn.url.empty() ? nullptr : std::make_unique<const CdnAddresses>(options_.cdn, *addresses_)),
        playback_({.sessions = sessions_,
                   .assignments = assignments_,
                   .catalog = options_.channels.catalog,
                   .files = files_,
                   .cdn = cdn_.get(),
                   .clock = Clock::System()},
                  options_.media_keys),
        uploads_(options_.channels.catalog, transcoder_, options_.max_upload),
        transfers_(options_.channels, transcoder_, sessions_),
        bin_(options_.channels, transcoder_),
        health_(options_.channels, transcoder_, *options_.health, *day_, Clock::System()),
        readiness_(options_.channels),
        presence_(options_.channels.presences),
        session_check_(sessions_),
        served_(std::make_shared<ServedLogs>(options_.logs, traces_, Clock::System())),
        gateway_({.public_url = options_.public_url, .proxies = options_.http.proxies, .served = served_},
                 session_check_, presence_),
        server_(options_.http, Hooks()) {
    gateway_.SetHandBack([this](http::Handover connection) { server_.HandBack(std::move(connection)); });
    WatchGauges(*options_.metrics);
    options_.health->Add([day = day_] { return day->RequestsItem(); });
    options_.health->Add([day = day_] { return day->SpeedItem(); });
  }

  ~Impl() {
    presence_.Stop();
    gateway_.Stop();
  }

  absl::StatusOr<int> Start(std::optional<int> inherited) {
    gateway_.Start();
    presence_.Start(gateway_);
    return server_.Start(inherited);
  }

  int listening_socket() const { return server_.listening_socket(); }

  absl::Status ReloadSite() { return site_folder_->Reload(); }

  void Retire(absl::FunctionRef<bool(absl::Duration)> stops_within) {
    const absl::Duration begun = SteadyNow();
    server_.Retire();
    bool live_leaves = false;
    while (SteadyNow() < begun + kRetireTime) {
      if (!live_leaves && SteadyNow() >= begun + kLiveStays) {
        live_leaves = true;
        gateway_.Drain(std::chrono::milliseconds(0));
      }
      if (live_leaves && Connections() == 0) return;
      if (stops_within(kRetireLook)) return;
    }
  }

  void Drain(const DrainTimes& times) {
    readiness_.StartDrain();
    absl::SleepFor(times.delay);
    absl::Duration deadline = SteadyNow() + times.time;
    auto left = [deadline] { return std::max(absl::ZeroDuration(), deadline - SteadyNow()); };
    server_.Drain(std::min(times.time, kLiveStays));
    gateway_.Drain(absl::ToChronoMilliseconds(std::min(left(), kLiveLeaves)));
    server_.Drain(left());
  }

 private:
  size_t Connections() const {
    live::GatewayStats live = gateway_.Stats();
    return server_.Stats().connections + live.http_connections + live.polling_sessions + live.websocket_sessions;
  }

  void WatchGauges(Metrics& metrics) {
    metrics.Gauge("academy_edge_connections", "Open HTTP connections",
                  [this] { return server_.Stats().connections + gateway_.Stats().http_connections; });
    metrics.Gauge("academy_edge_body_bytes", "Bytes of request bodies kept now",
                  [this] { return static_cast<double>(server_.Stats().body_bytes); });
    if (options_.logs.access != nullptr) {
      metrics.Gauge("academy_edge_access_log_dropped", "Lines of the access log that were lost",
                    [this] { return static_cast<double>(options_.logs.access->dropped()); });
    }
    if (options_.logs.slow != nullptr) {
      metrics.Gauge("academy_edge_slow_log_dropped", "Lines of the log of slow requests that were lost",
                    [this] { return static_cast<double>(options_.logs.slow->dropped()); });
    }
    const char* live = "Live connections by transport";
    metrics.Gauge("academy_edge_live_connections", live, [this] { return gateway_.Stats().polling_sessions; },
                  {{"transport", "polling"}});
    metrics.Gauge("academy_edge_live_connections", live, [this] { return gateway_.Stats().websocket_sessions; },
                  {{"transport", "websocket"}});
    metrics.Gauge("academy_edge_sessions_known", "Sessions remembered", [this] { return sessions_.size(); });
    metrics.Gauge("academy_edge_auth_feed_live", "1 while auth's feed is followed",
                  [this] { return sessions_.live() ? 1 : 0; });
  }

  http::ServerHooks Hooks() {
    return {
        .handle = [this](SharedExchange exchange) { Handle(exchange); },
        .body_policy = [this](const http::Request& request) { return RuleFor(request); },
        .is_live = [](std::string_view target) { return live::Gateway::Owns(target); },
        .adopt_live = [this](http::Handover connection) { gateway_.Adopt(std::move(connection)); },
        .trace = [this](const http::Request& request) { return traces_->Begin(request); },
        .served = served_,
        .finish = [this](http::Response& answer, bool secure) { headers_.AddTo(answer, secure); },
        .observe =
            [this](std::string_view route, int status, absl::Duration took) {
              metrics_.Observe(route, status, took);
              day_->Record(route, status, took);
            },
    };
  }

  http::BodyRule RuleFor(const http::Request& request) const {
    std::string_view path = request.path;
    if (path.starts_with(kUploadsPath) && (request.method == "PATCH" || request.method == "POST")) {
      // Catalog knows how much an upload may still take.
      return {.max_bytes = std::numeric_limits<uint64_t>::max(), .streamed = true};
    }
    // Pages take no body, and are answered without one; so are calls that nobody knows.
    if (!path.starts_with("/api/")) return {.streamed = true};
    const Route* route = router_.Find(request.method, path).route;
    if (route == nullptr) return {.max_bytes = std::numeric_limits<uint64_t>::max(), .streamed = true};
    return {.max_bytes = route->max_body,
            .on_demand = true,
            .streamed = route->streamed || route->multipart,
            .work_timeout = route->streamed ? kImportTimeout : absl::ZeroDuration()};
  }

  void Handle(const SharedExchange& exchange) {
    std::string_view path = exchange->request().path;
    if (path.starts_with("/api/") || path == "/api") return HandleApi(exchange);
    if (path.starts_with("/media/")) {
      exchange->set_route("/media");
      return playback_.Serve(exchange);
    }
    if (path.starts_with("/images/")) {
      exchange->set_route("/images");
      return ServeImage(files_, exchange);
    }
    if (path == "/livez" || path == "/healthz") {
      exchange->set_route(path == "/livez" ? "/livez" : "/healthz");
      return exchange->Send(JsonResponse(R"({"message":"Alive"})"));
    }
    if (path == "/readyz") {
      exchange->set_route("/readyz");
      return readiness_.ServeAcademy(exchange);
    }
    if (path == "/readyz/edge") {
      exchange->set_route("/readyz/edge");
      return readiness_.ServeEdge(exchange);
    }
    if (path == "/openapi.json") {
      exchange->set_route("/openapi.json");
      return document_.Serve(exchange);
    }
    if (path == "/metrics" && (options_.metrics_public || IsLoopback(exchange->request().remote_address))) {
      exchange->set_route("/metrics");
      return ServeMetrics(options_.channels, *options_.metrics, ServiceIdentity(exchange->request()), exchange);
    }
    if (path == "/dev/mail" && options_.dev_mail) {
      exchange->set_route("/dev/mail");
      return ServeDevMail(options_.channels.auth, ServiceIdentity(exchange->request()), exchange);
    }
    exchange->set_route("site");
    setup_gate_.Pass(exchange, [this, exchange] {
      if (!public_pages_.Serve(exchange) && !LeadToGuide(*site_folder_, exchange)) static_site_.Serve(exchange);
    });
  }

  void HandleApi(const SharedExchange& exchange) {
    const http::Request& request = exchange->request();
    Router::Match match = router_.Find(request.method, request.path);
    if (match.route == nullptr) return SendNoRoute(exchange, match.allow);
    const Route& route = *match.route;
    exchange->set_route(route.path);
    if (route.access == Access::kPublic && !AdmitPublic(exchange)) return;
    switch (route.local) {
      case LocalHandler::kNone:
        return transcoder_.Call(exchange, route);
      case LocalHandler::kTryLogin:
        return TryLogin(sessions_, exchange);
      case LocalHandler::kSite:
        return public_site_.Serve(exchange);
      case LocalHandler::kPageView:
        return page_views_.Serve(exchange);
      case LocalHandler::kUploads:
        return uploads_.Serve(exchange, route, std::string(match.rest));
      case LocalHandler::kImportUsers:
        return transfers_.ImportUsers(exchange, route);
      case LocalHandler::kExportUsers:
        return transfers_.ExportUsers(exchange, route);
      case LocalHandler::kExportCourse:
        return transfers_.ExportCourse(exchange, route);
      case LocalHandler::kHealth:
        return health_.Serve(exchange, route);
      case LocalHandler::kRequests:
        return health_.ServeRequests(exchange, route);
      case LocalHandler::kFetchSite:
        return site_editor_.Fetch(exchange, route);
      case LocalHandler::kSaveSiteDraft:
        return site_editor_.SaveDraft(exchange, route);
      case LocalHandler::kPublishSite:
        return site_editor_.Publish(exchange, route);
      case LocalHandler::kFetchBin:
        return bin_.FetchItems(exchange, route);
      case LocalHandler::kRestoreFromBin:
        return bin_.Restore(exchange, route);
      case LocalHandler::kPurgeFromBin:
        return bin_.Purge(exchange, route);
    }
  }

  // Whoever may be anybody asks no more often than an address may. Answers 429 where that is too often.
  bool AdmitPublic(const SharedExchange& exchange) {
    const http::Request& request = exchange->request();
    // Nobody but this machine's own programs comes from there, unless a proxy says who does.
    if (IsLoopback(request.remote_address) && !request.proxied) return true;
    absl::Status admitted = TooMany(public_rates_.Admit(request.remote_address));
    if (admitted.ok()) return true;
    exchange->Send(FailureOf(admitted, request.id));
    return false;
  }

  static void SendNoRoute(const SharedExchange& exchange, const std::string& allow) {
    const http::Request& request = exchange->request();
    if (allow.empty()) {
      return exchange->Send(http::FailureResponse(404, "not_found", "There is no such call", request.id));
    }
    http::Response answer =
        http::FailureResponse(405, "method_not_allowed", "The method is not allowed here", request.id);
    answer.headers.emplace_back("Allow", allow);
    exchange->Send(std::move(answer));
  }

  CallIdentity ServiceIdentity(const http::Request& request) const {
    return {.caller = {.kind = CallerKind::kService,
                       .id = "edge",
                       .session_id = {},
                       .request_id = request.id,
                       .trace = request.trace}};
  }

  const AppOptions options_;
  RequestMetrics metrics_;
  // The board of health has it too, and may live longer.
  const std::shared_ptr<RequestDay> day_ = std::make_shared<RequestDay>(Clock::System());
  AddressRates public_rates_;
  const std::unique_ptr<SiteFolder> site_folder_;
  PublishedSite published_site_;
  SessionCache sessions_;
  AssignmentCache assignments_;
  const Router router_;
  AddressRates session_rates_;
  const Transcoder transcoder_;
  const ApiDocument document_;
  SiteEditor site_editor_;
  SetupGate setup_gate_;
  const PublicSite public_site_;
  const StaticSite static_site_;
  PageViews page_views_;
  PublicCourseCache public_courses_;
  PublicPages public_pages_;
  const StandardHeaders headers_;
  const std::unique_ptr<Blobs> blobs_;
  const std::unique_ptr<BlobStreams> streams_;
  const std::unique_ptr<S3Addresses> addresses_;
  const BlobSender files_;
  const std::unique_ptr<const CdnAddresses> cdn_;
  Playback playback_;
  Uploads uploads_;
  Transfers transfers_;
  Bin bin_;
  AcademyHealth health_;
  Readiness readiness_;
  live::PresenceLink presence_;
  SessionCheck session_check_;
  const std::shared_ptr<const RequestTraces> traces_ =
      std::make_shared<RequestTraces>(options_.spans, options_.trace_share);
  const std::shared_ptr<ServedLogs> served_;
  live::Gateway gateway_;
  // Last, so that it stops first.
  http::Server server_;
};

absl::StatusOr<std::unique_ptr<App>> App::Make(AppOptions options) {
  ASSIGN_OR_RETURN(Router router, Router::Make(Routes()));
  ASSIGN_OR_RETURN(ApiDocument document, ApiDocument::Make(router.routes()));
  RETURN_IF_ERROR(CheckFormRules(options.forms));
  ASSIGN_OR_RETURN(std::unique_ptr<SiteFolder> site, SiteFolder::Open(options.site, options.placeholders));
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(options.blobs));
  ASSIGN_OR_RETURN(std::unique_ptr<BlobStreams> streams, OpenBlobStreams(options.blobs));
  ASSIGN_OR_RETURN(std::unique_ptr<S3Addresses> addresses, OpenBlobAddresses(options.blobs));
  if (!options.cdn.url.empty()) {
    RETURN_IF_ERROR(CheckCdn(options.cdn));
    if (addresses == nullptr) {
      return Error(absl::StatusCode::kInvalidArgument, "cdn_invalid", "--video_cdn needs --blobs=s3://...");
    }
  }
  return std::unique_ptr<App>(
      new App(std::make_unique<Impl>(std::move(options), std::move(router), std::move(document), std::move(site),
                                     std::move(blobs), std::move(streams), std::move(addresses))));
}

App::App(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
App::~App() = default;
absl::Status App::ReloadSite() { return impl_->ReloadSite(); }
absl::StatusOr<int> App::Start(std::optional<int> inherited) { return impl_->Start(inherited); }
int App::listening_socket() const { return impl_->listening_socket(); }
void App::Retire(absl::FunctionRef<bool(absl::Duration)> stops_within) { impl_->Retire(stops_within); }
void App::Drain(const DrainTimes& times) { impl_->Drain(times); }

}  // namespace academy::edge
