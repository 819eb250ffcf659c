#include "edge/testing/media_edge.h"

#include <utility>

#include "edge/api/routes.h"
#include "edge/http/response/standard_headers.h"
#include "edge/playback/images.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_ring.h"

namespace academy::edge {
namespace {

constexpr int64_t kMaxUpload = 1'000'000'000;

}  // namespace

MediaEdge::MediaEdge(FakeAcademy& academy, const Options& options)
    : folder_(std::filesystem::temp_directory_path() / ("media_" + Hex(RandomBytes(8)))),
      place_({.url = options.blobs_url, .s3_credentials = {}, .folder = folder_ / "blobs"}),
      blobs_(*OpenBlobs(place_)),
      streams_(*OpenBlobStreams(place_)),
      addresses_(*OpenBlobAddresses(place_)),
      files_({.blobs = *blobs_,
              .streams = streams_.get(),
              .addresses = addresses_.get(),
              .accel_redirect = options.accel_redirect,
              .clock = clock_}),
      cdn_(options.cdn.url.empty() ? nullptr : std::make_unique<const CdnAddresses>(options.cdn, *addresses_)),
      channels_(academy.MakeChannels()),
      sessions_(channels_.auth, rates_, clock_),
      assignments_(channels_.enrollment),
      transcoder_(channels_, sessions_, rates_, request_metrics_),
      router_(*Router::Make(Routes())),
      playback_({.sessions = sessions_,
                 .assignments = assignments_,
                 .catalog = channels_.catalog,
                 .files = files_,
                 .cdn = cdn_.get(),
                 .clock = clock_},
                KeyRing::Fixed(kFakeMediaKey)),
      uploads_(channels_.catalog, transcoder_, kMaxUpload),
      server_({.workers = 2, .proxies = options.proxies},
              {.handle = [this](SharedExchange exchange) { Handle(exchange); },
               .body_policy = [](const http::Request& request) -> http::BodyRule {
                 bool upload = request.method == "PATCH" || request.method == "POST";
                 return {.max_bytes = static_cast<uint64_t>(kMaxUpload), .streamed = upload};
               },
               .finish = [headers = StandardHeaders({})](http::Response& answer,
                                                         bool secure) { headers.AddTo(answer, secure); }}) {
  port_ = *server_.Start();
}

MediaEdge::~MediaEdge() { std::filesystem::remove_all(folder_); }

void MediaEdge::Handle(const SharedExchange& exchange) {
  const http::Request& request = exchange->request();
  if (request.path.starts_with("/media/")) return playback_.Serve(exchange);
  if (request.path.starts_with("/images/")) return ServeImage(files_, exchange);
  Router::Match match = router_.Find(request.method, request.path);
  if (match.route == nullptr) return exchange->Send(http::FailureResponse(405, "no_route", match.allow, request.id));
  uploads_.Serve(exchange, *match.route, std::string(match.rest));
}

}  // namespace academy::edge
