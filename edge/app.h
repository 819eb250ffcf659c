// The edge as a whole: what answers which path, and the parts behind it.
//
// Thread-safe after Start.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/access/address_rates.h"
#include "edge/http/server.h"
#include "edge/ops/request_log.h"
#include "edge/ops/served_logs.h"
#include "edge/playback/cdn_addresses.h"
#include "edge/site/public_site.h"
#include "edge/site/site_folder.h"
#include "edge/upstream/channels.h"
#include "services/platform/base/metrics.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/drain/drain_times.h"
#include "services/platform/health/health_board.h"
#include "services/platform/keys/key_ring.h"

namespace academy::edge {

struct AppOptions {
  // The built web app.
  std::filesystem::path web;
  // The academy's own content, as far as owners have published no other.
  std::filesystem::path site;
  // What visitors see of its examples.
  Placeholders placeholders = Placeholders::kLeftOut;
  // File for a copy of what owners have published, shown until auth can be asked; empty for none.
  std::filesystem::path published_copy;
  // `https://academy.example`, where it is not simply what the Host header says.
  std::string public_url;
  // Told to the web app.
  FormRules forms;
  // Shows the mail outbox at /dev/mail.
  bool dev_mail = false;
  // Shows /metrics to everybody, not only to this machine.
  bool metrics_public = false;
  // Of calls that need no token, for each address. The default lets a school behind one address sign in at once.
  RateLimit public_rate = {.per_second = 50, .burst = 2000};
  // Of calls with a token, for each session. The default is far more than the web app ever makes.
  RateLimit session_rate = {.per_second = 50, .burst = 1000};
  // Bytes of the largest upload; told to uploading clients.
  int64_t max_upload = int64_t{8} << 30;
  // Where pictures and playback files are.
  BlobPlace blobs;
  // nginx' location of the blobs' folder or store, for X-Accel-Redirect; empty where the edge sends them itself.
  std::string accel_redirect;
  // From where segments come; its URL is empty where they come from here.
  CdnOptions cdn;
  // The keys that sign the addresses of videos.
  KeyRing media_keys;
  // Which requests are recorded.
  ServedLogs::Options logs;
  // Takes the spans of this part of all requests; may be null.
  std::shared_ptr<SpanExporter> spans;
  double trace_share = 0;
  // What this process counts; outlives the app.
  Metrics* metrics = nullptr;
  // What this process watches; outlives the app.
  HealthBoard* health = nullptr;
  Channels channels;
  http::ServerOptions http;
};

class App {
 public:
  // INVALID_ARGUMENT duplicate_route, invalid_flag, cdn_invalid or site_invalid; FAILED_PRECONDITION storage_error.
  static absl::StatusOr<std::unique_ptr<App>> Make(AppOptions options);
  ~App();

  // Listens and serves; returns the HTTP port. UNAVAILABLE address_taken. With `inherited`, a listening socket that
  // another edge has passed on, it goes on with that. FAILED_PRECONDITION not_listening.
  absl::StatusOr<int> Start(std::optional<int> inherited = {});
  // The listening socket, to be passed on; still this object's.
  int listening_socket() const;

  // Reads the academy's content again. INVALID_ARGUMENT site_invalid: what was stays.
  absl::Status ReloadSite();

  // Another edge has the listening socket: serves the connections that there are until their clients have connected
  // again, for ten minutes at most, or until `stops_within` says that the process is to stop. Drain follows.
  void Retire(absl::FunctionRef<bool(absl::Duration)> stops_within);

  // Says at once that this edge is not ready, and still serves for `times.delay`. Then stops accepting and lets what is
  // in flight finish, for at most `times.time`.
  void Drain(const DrainTimes& times);

 private:
  class Impl;
  explicit App(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::edge
