// The edge: the only origin that browsers talk to.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "edge/api/openapi/api_document.h"
#include "edge/api/router.h"
#include "edge/api/routes.h"
#include "edge/app.h"
#include "edge/http/address/forwarded.h"
#include "edge/ops/access_log.h"
#include "edge/ops/edge_items.h"
#include "edge/ops/last_backup.h"
#include "edge/ops/request_log.h"
#include "edge/ops/served_logs.h"
#include "edge/ops/slow_log.h"
#include "edge/ops/succession.h"
#include "edge/tls/tls.h"
#include "edge/upstream/call_notes.h"
#include "edge/upstream/each_address.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/file_lock.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/log.h"
#include "services/platform/base/log_file.h"
#include "services/platform/base/log_flags.h"
#include "services/platform/base/process.h"
#include "services/platform/base/status.h"
#include "services/platform/drain/drain_times.h"
#include "services/platform/health/health_board.h"
#include "services/platform/health/process_watch.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/net/address_groups.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/tls/tls_flags.h"
#include "services/platform/tracing/trace_flags.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder");
ABSL_FLAG(int, port, 8080, "HTTP port; 0 takes a free one");
ABSL_FLAG(std::string, bind, "127.0.0.1", "Address to listen on");
ABSL_FLAG(std::string, web, "out/web", "Folder of the built web app");
ABSL_FLAG(std::string, site, "site", "Folder of the academy's own content; reloaded at SIGHUP");
ABSL_FLAG(std::string, public_url, "", "Public address of the academy, https://academy.example");
ABSL_FLAG(std::string, bot_check, "adaptive", "Bot-check policy that the web app is told: adaptive, always or off");
ABSL_FLAG(std::string, recaptcha_site_key, "", "reCAPTCHA's public key; without one ALTCHA is the bot check");
ABSL_FLAG(std::string, recaptcha_version, "v2", "v2 (a box to tick) or v3 (no question)");
ABSL_FLAG(int, bin_days, 30, "Days in which deleted things can be restored that the web app is told: 1 to 365");
ABSL_FLAG(int, password_minimum, 6, "Minimum length of a new password that the web app is told: 6 to 64");
ABSL_FLAG(absl::Duration, idle_timeout, absl::Minutes(15),
          "How long a learner may be idle before the web app asks \"Are you still there?\"; 0 never asks");
ABSL_FLAG(absl::Duration, idle_answer, absl::Seconds(60),
          "How long the web app waits for the answer before it signs the learner out");
ABSL_FLAG(std::string, timezone, "Asia/Riyadh", "The academy's time zone until auth has told it.");
ABSL_FLAG(std::string, tls_cert, "",
          "PEM file of the certificate and its chain; the edge then speaks HTTPS only; reloaded at SIGHUP");
ABSL_FLAG(std::string, tls_key, "", "PEM file of the certificate's key");
ABSL_FLAG(std::string, trusted_proxy, "",
          "Trusted proxies, 10.0.0.0/8,192.0.2.7: their X-Forwarded-For and -Proto are used");
ABSL_FLAG(std::string, blobs, "",
          "Where pictures and videos are stored, the same as for catalog: s3://...; empty is the data folder");
ABSL_FLAG(std::string, s3_credentials, "",
          "File with the S3 credentials; empty takes them from AWS_ACCESS_KEY_ID and so on");
ABSL_FLAG(
    std::string, accel_redirect, "",
    "nginx location of the blobs, /media-files/: a trusted proxy that sends X-Sendfile-Type: X-Accel-Redirect then "
    "gets them there itself");
ABSL_FLAG(std::string, video_cdn, "",
          "Content delivery network that segments come from, https://cdn.example; needs an S3 store and a secret");
ABSL_FLAG(std::string, video_cdn_secret_file, "", "File whose first line is the secret that it has too");
ABSL_FLAG(absl::Duration, video_cdn_life, absl::Seconds(60), "How long an address of a segment there is good");
ABSL_FLAG(std::string, access_log, "",
          "File to which a line of JSON is appended for every request, or - for standard output; reopened at SIGHUP");
ABSL_FLAG(std::string, slow_log, "",
          "File to which a line of JSON is appended for every slow request, or -; reopened at SIGHUP");
ABSL_FLAG(int, slow_request_ms, 1000, "Milliseconds of work from which a request is slow");
ABSL_FLAG(double, trace_share, 0.1, "Part of the requests, 0 to 1, of which spans are sent to --otlp-endpoint");
ABSL_FLAG(bool, demo_content, false, "Show visitors what the site marks as placeholders (demonstrations)");
ABSL_FLAG(bool, dev_mail, false, "Show the mail outbox at /dev/mail");
ABSL_FLAG(bool, metrics_public, false, "Serve /metrics to other machines too");
ABSL_FLAG(int64_t, max_upload, int64_t{8} << 30, "Bytes of the largest upload, the same as for catalog");
ABSL_FLAG(double, public_rate, 50, "Calls a second without a token from one address; 0 for no limit");
ABSL_FLAG(double, public_burst, 2000, "Such calls at once, before that rate holds");
ABSL_FLAG(double, session_rate, 50, "Calls a second of one session; 0 for no limit");
ABSL_FLAG(double, session_burst, 1000, "Such calls at once, before that rate holds");
ABSL_FLAG(int64_t, body_budget, int64_t{256} << 20, "Bytes of request bodies kept at once, over all connections");
ABSL_FLAG(bool, take_over, false, "Take the place of the edge that runs on the data folder, with its listening socket");
ABSL_FLAG(bool, print_openapi, false, "Print /openapi.json and exit");
ABSL_FLAG(bool, print_routes, false, "Print the table of calls as JSON and exit");
ABSL_FLAG(std::string, auth, "", "gRPC address of auth; by default its socket in the data folder");
ABSL_FLAG(std::string, catalog, "", "gRPC address of catalog; by default its socket in the data folder");
ABSL_FLAG(std::string, enrollment, "", "gRPC address of enrollment; by default its socket in the data folder");
ABSL_FLAG(std::string, presence, "",
          "gRPC address of presence, or of every one: ipv4:HOST:PORT,...; by default its socket in the data folder");
ABSL_FLAG(std::string, presences, "",
          "HOST:PORT,... of every presence, which a name (dns:) in --presence does not say");

namespace {

// In the run folder: where an edge that takes this one's place asks for what it needs.
constexpr char kSocketName[] = "edge.sock";

// Enough for ten thousand live connections and about as many short-lived ones.
constexpr rlim_t kDescriptors = 16 * 1024;

// Raises the limit on descriptors as far as the system allows, since each connection is one. Returns how many are for
// connections; the rest are for files and services.
int RaiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::numeric_limits<int>::max();
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlim_t connections = limit.rlim_cur - std::min<rlim_t>(limit.rlim_cur / 4, 1024);
  if (limit.rlim_cur < kDescriptors) {
    academy::LogWarning(
        "the limit on open files is too low for many visitors: raise it (ulimit -Hn, or LimitNOFILE= of systemd)",
        {{"limit", limit.rlim_cur}, {"wanted", kDescriptors}, {"connections", connections}});
  }
  return static_cast<int>(std::min<rlim_t>(connections, std::numeric_limits<int>::max()));
}

absl::Status PrintOpenApi() {
  ASSIGN_OR_RETURN(academy::edge::Router router, academy::edge::Router::Make(academy::edge::Routes()));
  ASSIGN_OR_RETURN(academy::edge::ApiDocument document, academy::edge::ApiDocument::Make(router.routes()));
  if (std::fputs(document.Pretty().c_str(), stdout) >= 0) return absl::OkStatus();
  return academy::Error(absl::StatusCode::kInternal, "output", "The document could not be written");
}

// Null without the TLS flags.
absl::StatusOr<std::shared_ptr<academy::tls::Context>> LoadTls() {
  std::string certificate = absl::GetFlag(FLAGS_tls_cert);
  std::string key = absl::GetFlag(FLAGS_tls_key);
  if (certificate.empty() && key.empty()) return nullptr;
  if (certificate.empty() || key.empty()) {
    return absl::InvalidArgumentError("--tls-cert and --tls-key go together: give both");
  }
  return academy::tls::Context::Load({.certificate = certificate, .key = key});
}

absl::Status CheckFlags() {
  // Enough for one body of any call.
  constexpr int64_t kMinBodyBudget = int64_t{32} << 20;
  if (absl::GetFlag(FLAGS_body_budget) < kMinBodyBudget) {
    return absl::InvalidArgumentError("--body-budget is 33554432 (32 MiB) or more");
  }
  if (absl::GetFlag(FLAGS_public_rate) < 0 || absl::GetFlag(FLAGS_public_burst) < 1) {
    return absl::InvalidArgumentError("--public-rate is 0 or more, and --public-burst 1 or more");
  }
  if (absl::GetFlag(FLAGS_session_rate) < 0 || absl::GetFlag(FLAGS_session_burst) < 1) {
    return absl::InvalidArgumentError("--session-rate is 0 or more, and --session-burst 1 or more");
  }
  if (absl::GetFlag(FLAGS_slow_request_ms) < 1) {
    return absl::InvalidArgumentError("--slow-request-ms is 1 or more");
  }
  if (double share = absl::GetFlag(FLAGS_trace_share); !(share >= 0 && share <= 1)) {
    return absl::InvalidArgumentError("--trace-share is 0 to 1");
  }
  std::string location = absl::GetFlag(FLAGS_accel_redirect);
  bool is_location = location.size() > 2 && location.starts_with('/') && location.ends_with('/');
  if (!location.empty() && (!is_location || absl::GetFlag(FLAGS_trusted_proxy).empty())) {
    return absl::InvalidArgumentError(
        "--accel-redirect is a location such as /media-files/, and needs --trusted-proxy");
  }
  return absl::OkStatus();
}

// The specification's six characters do for an academy that only this machine reaches.
void AdviseOnPasswords() {
  constexpr int kAdvisedMinimum = 8;
  std::string bind = absl::GetFlag(FLAGS_bind);
  bool local = (academy::IsLoopback(bind) || bind == "localhost") && absl::GetFlag(FLAGS_trusted_proxy).empty();
  if (local || absl::GetFlag(FLAGS_password_minimum) >= kAdvisedMinimum) return;
  academy::LogWarning(
      "short passwords are allowed where others can come: a minimum of 8 and the list of common passwords are advised; "
      "./academy run --strong-passwords turns both on",
      {{"minimum", absl::GetFlag(FLAGS_password_minimum)}});
}

void Report(const absl::Status& status, std::string_view read, std::string_view not_read) {
  if (status.ok()) {
    academy::LogInfo(read);
  } else {
    academy::LogError(not_read, {{"error", academy::MessageOf(status)}});
  }
}

absl::StatusOr<academy::edge::CdnOptions> CdnFromFlags() {
  academy::edge::CdnOptions cdn{.url = absl::GetFlag(FLAGS_video_cdn), .life = absl::GetFlag(FLAGS_video_cdn_life)};
  ASSIGN_OR_RETURN(cdn.secret,
                   academy::SecretFromFlags("video_cdn_secret", "", absl::GetFlag(FLAGS_video_cdn_secret_file)));
  return cdn;
}

// `notes` knows the calls of slow requests.
absl::StatusOr<academy::edge::ServedLogs::Options> OpenLogs(const std::shared_ptr<academy::edge::CallNotes>& notes) {
  academy::edge::ServedLogs::Options logs{.slow_after = absl::Milliseconds(absl::GetFlag(FLAGS_slow_request_ms))};
  ASSIGN_OR_RETURN(academy::LogBounds bounds, academy::LogBoundsFromFlags());
  if (std::string path = absl::GetFlag(FLAGS_access_log); !path.empty()) {
    ASSIGN_OR_RETURN(
        logs.access,
        academy::edge::RequestLog::Open(
            {.name = "access log", .path = path, .bounds = bounds, .append = academy::edge::AppendAccessLine},
            academy::Clock::System()));
  }
  if (std::string path = absl::GetFlag(FLAGS_slow_log); !path.empty()) {
    auto append = [notes](std::string& text, academy::UnixMillis at, const academy::http::Served& served) {
      academy::edge::AppendSlowLine(text, at, served, notes->Take(served.request_id));
    };
    ASSIGN_OR_RETURN(logs.slow, academy::edge::RequestLog::Open(
                                    {.name = "slow log", .path = path, .bounds = bounds, .append = append},
                                    academy::Clock::System()));
  }
  return logs;
}

void Reload(academy::edge::App& app, academy::tls::Context* tls, academy::GrpcTls* grpc_tls,
            const academy::edge::ServedLogs::Options& logs) {
  academy::ReopenLogFile();
  if (grpc_tls != nullptr) grpc_tls->ReloadAndLog();
  if (logs.access != nullptr) logs.access->Reopen();
  if (logs.slow != nullptr) logs.slow->Reopen();
  Report(app.ReloadSite(), "site reloaded", "site not reloaded, the previous one stays in use");
  if (tls != nullptr) Report(tls->Reload(), "certificate read again", "certificate not read, the one before stays");
}

absl::StatusOr<academy::edge::Channels> MakeChannels(const academy::Process& process, const academy::GrpcTls* tls,
                                                     const std::shared_ptr<academy::SpanExporter>& spans,
                                                     const std::shared_ptr<academy::edge::CallNotes>& notes) {
  academy::edge::Channels channels{.notes = notes};
  auto make = [&](const char* service, const std::string& address, std::shared_ptr<grpc::Channel>& channel) {
    absl::StatusOr<academy::Credential> credential = academy::Credential::Open(process.keys(), "edge", service);
    if (!credential.ok()) return credential.status();
    channel = academy::MakeChannel(address.empty() ? process.SocketOf(service) : address, *std::move(credential),
                                   {.service = service, .tls = tls, .spans = spans, .long_calls = notes});
    return absl::OkStatus();
  };
  RETURN_IF_ERROR(make("auth", absl::GetFlag(FLAGS_auth), channels.auth));
  RETURN_IF_ERROR(make("catalog", absl::GetFlag(FLAGS_catalog), channels.catalog));
  RETURN_IF_ERROR(make("enrollment", absl::GetFlag(FLAGS_enrollment), channels.enrollment));
  const std::string presence = absl::GetFlag(FLAGS_presence);
  RETURN_IF_ERROR(make("presence", presence, channels.presence));
  const std::string presences = absl::GetFlag(FLAGS_presences);
  absl::StatusOr<std::vector<std::string>> each = academy::edge::EachAddress(presence, presences);
  if (!each.ok()) return absl::InvalidArgumentError(absl::StrCat("--presence: ", each.status().message()));
  if (each->size() == 1 && presences.empty()) {
    channels.presences = {channels.presence};
    return channels;
  }
  for (const std::string& one : *each) RETURN_IF_ERROR(make("presence", one, channels.presences.emplace_back()));
  return channels;
}

// The keys of an academy on several machines are made where auth runs.
academy::KeyFolder::Missing MissingKeys() {
  bool alone = absl::GetFlag(FLAGS_auth).empty() && absl::GetFlag(FLAGS_catalog).empty() &&
               absl::GetFlag(FLAGS_enrollment).empty() && absl::GetFlag(FLAGS_presence).empty();
  return alone ? academy::KeyFolder::Missing::kMake : academy::KeyFolder::Missing::kRefuse;
}

absl::Status Run() {
  RETURN_IF_ERROR(academy::LogToFileFromFlags());
  std::filesystem::path data = absl::GetFlag(FLAGS_data);
  std::optional<academy::edge::Inheritance> inheritance;
  std::optional<academy::FileLock> lock;
  if (absl::GetFlag(FLAGS_take_over)) {
    ASSIGN_OR_RETURN(academy::edge::Inheritance asked, academy::edge::Inheritance::Ask(data / "run" / kSocketName));
    inheritance.emplace(std::move(asked));
    lock = academy::FileLock::Inherited(inheritance->TakeLock());
  }
  ASSIGN_OR_RETURN(academy::Process process, academy::Process::Start("edge", data, MissingKeys(), std::move(lock)));
  ASSIGN_OR_RETURN(std::shared_ptr<academy::tls::Context> tls, LoadTls());
  ASSIGN_OR_RETURN(academy::http::TrustedProxies proxies,
                   academy::http::TrustedProxies::Parse(absl::GetFlag(FLAGS_trusted_proxy)));
  RETURN_IF_ERROR(CheckFlags());
  auto notes = std::make_shared<academy::edge::CallNotes>();
  ASSIGN_OR_RETURN(academy::edge::ServedLogs::Options logs, OpenLogs(notes));
  if (logs.slow == nullptr) notes = nullptr;
  ASSIGN_OR_RETURN(std::shared_ptr<academy::SpanExporter> spans,
                   academy::SpanExporterFromFlags("edge", process.metrics()));
  ASSIGN_OR_RETURN(academy::edge::CdnOptions cdn, CdnFromFlags());
  ASSIGN_OR_RETURN(academy::DrainTimes drain_times, academy::DrainTimesFromFlags());
  AdviseOnPasswords();
  int descriptors = RaiseDescriptorLimit();
  process.metrics().Gauge("academy_backup_last_success_seconds",
                          "When the last good backup ended, in seconds since 1970; 0 if there is none",
                          [folder = process.data()] { return academy::edge::LastGoodBackup(folder); });
  academy::HealthBoard health;
  ASSIGN_OR_RETURN(std::unique_ptr<academy::GrpcTls> grpc_tls,
                   academy::GrpcTlsFromFlags("edge", {.health = &health, .metrics = &process.metrics()}));
  ASSIGN_OR_RETURN(academy::edge::Channels channels, MakeChannels(process, grpc_tls.get(), spans, notes));
  ASSIGN_OR_RETURN(academy::KeyRing media_keys, process.keys().Ring(academy::key::kMedia));
  academy::edge::WatchEdge(health, process.data(), tls);
  academy::WatchProcess(process);
  academy::edge::AppOptions options{
      .web = absl::GetFlag(FLAGS_web),
      .site = absl::GetFlag(FLAGS_site),
      .placeholders = absl::GetFlag(FLAGS_demo_content) ? academy::edge::Placeholders::kShown
                                                        : academy::edge::Placeholders::kLeftOut,
      .published_copy = process.run_folder() / "published-site.json",
      .public_url = absl::GetFlag(FLAGS_public_url),
      .forms = {.bot_check = absl::GetFlag(FLAGS_bot_check),
                .recaptcha_site_key = absl::GetFlag(FLAGS_recaptcha_site_key),
                .recaptcha_version = absl::GetFlag(FLAGS_recaptcha_version),
                .password_minimum = absl::GetFlag(FLAGS_password_minimum),
                .bin_days = absl::GetFlag(FLAGS_bin_days),
                .idle_after = absl::GetFlag(FLAGS_idle_timeout),
                .idle_answer = absl::GetFlag(FLAGS_idle_answer),
                .timezone = absl::GetFlag(FLAGS_timezone)},
      .dev_mail = absl::GetFlag(FLAGS_dev_mail),
      .metrics_public = absl::GetFlag(FLAGS_metrics_public),
      .public_rate = {.per_second = absl::GetFlag(FLAGS_public_rate), .burst = absl::GetFlag(FLAGS_public_burst)},
      .session_rate = {.per_second = absl::GetFlag(FLAGS_session_rate), .burst = absl::GetFlag(FLAGS_session_burst)},
      .max_upload = absl::GetFlag(FLAGS_max_upload),
      .blobs = {.url = absl::GetFlag(FLAGS_blobs),
                .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                .folder = std::filesystem::absolute(data) / "blobs"},
      .accel_redirect = absl::GetFlag(FLAGS_accel_redirect),
      .cdn = std::move(cdn),
      .media_keys = std::move(media_keys),
      .logs = logs,
      .spans = spans,
      .trace_share = absl::GetFlag(FLAGS_trace_share),
      .metrics = &process.metrics(),
      .health = &health,
      .channels = std::move(channels)};
  options.http.bind = absl::GetFlag(FLAGS_bind);
  options.http.port = absl::GetFlag(FLAGS_port);
  options.http.tls = tls;
  options.http.max_descriptor = descriptors;
  options.http.body_budget = static_cast<uint64_t>(absl::GetFlag(FLAGS_body_budget));
  options.http.proxies = std::move(proxies);
  ASSIGN_OR_RETURN(std::unique_ptr<academy::edge::App> app, academy::edge::App::Make(std::move(options)));
  ASSIGN_OR_RETURN(int port,
                   app->Start(inheritance.has_value() ? std::optional(inheritance->TakeListener()) : std::nullopt));
  std::string address = absl::GetFlag(FLAGS_bind) + ":" + std::to_string(port);
  RETURN_IF_ERROR(process.PublishAddress(address));
  academy::LogInfo("serving", {{"address", address}});
  if (inheritance.has_value()) {
    // One that is gone accepts nothing any more, which is what it would be asked for.
    academy::LogInfo("has taken the place of another edge", {{"confirmed", inheritance->Confirm().ok()}});
    inheritance.reset();
  }
  absl::StatusOr<std::unique_ptr<academy::edge::Testament>> testament =
      academy::edge::Testament::Open(process.run_folder() / kSocketName, process.lock().descriptor(),
                                     app->listening_socket(), [] { ::kill(::getpid(), SIGINT); });
  if (!testament.ok()) {
    academy::LogWarning("no other edge can take this one's place", {{"error", academy::MessageOf(testament.status())}});
  }
  process.AwaitStop([&] { Reload(*app, tls.get(), grpc_tls.get(), logs); });
  const bool succeeded = testament.ok() && (*testament)->succeeded();
  testament = absl::CancelledError();
  if (succeeded) {
    process.GiveUpLock();
    academy::LogInfo("another edge has taken this one's place");
    app->Retire([&](absl::Duration at_most) { return process.StopsWithin(at_most); });
  }
  app->Drain(succeeded ? academy::DrainTimes{.time = drain_times.time} : drain_times);
  app.reset();
  if (spans != nullptr) spans->Stop();
  process.CleanUp();
  academy::LogInfo("stopped");
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Serves an academy to browsers.");
  if (absl::GetFlag(FLAGS_print_routes)) {
    return std::fputs(academy::edge::RoutesAsJson(academy::edge::Routes()).c_str(), stdout) < 0 ? 1 : 0;
  }
  absl::Status status = absl::GetFlag(FLAGS_print_openapi) ? PrintOpenApi() : Run();
  if (status.ok()) return 0;
  academy::LogError("cannot run", {{"error", academy::MessageOf(status)}});
  return 1;
}
