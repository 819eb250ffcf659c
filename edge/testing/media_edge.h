// The edge's playback and uploads behind a real front door on a free port, over fake services.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "edge/access/address_rates.h"
#include "edge/access/assignment_cache.h"
#include "edge/access/session_cache.h"
#include "edge/api/request_metrics.h"
#include "edge/api/router.h"
#include "edge/api/transcoder.h"
#include "edge/http/server.h"
#include "edge/playback/blob_sender.h"
#include "edge/playback/cdn_addresses.h"
#include "edge/playback/playback.h"
#include "edge/testing/fake_academy.h"
#include "edge/uploads/uploads.h"
#include "edge/upstream/channels.h"
#include "services/platform/base/metrics.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/testing/fake_clock.h"

namespace academy::edge {

class MediaEdge {
 public:
  struct Options {
    // As in BlobPlace; empty uses a temporary folder.
    std::string blobs_url;
    // As in BlobSender.
    std::string accel_redirect;
    // As in AppOptions.
    CdnOptions cdn;
    // As in ServerOptions.
    http::TrustedProxies proxies;
  };

  // The caches' feeds become live a moment after construction.
  explicit MediaEdge(FakeAcademy& academy) : MediaEdge(academy, Options()) {}
  MediaEdge(FakeAcademy& academy, const Options& options);
  ~MediaEdge();

  int port() const { return port_; }
  Blobs& blobs() { return *blobs_; }
  FakeClock& clock() { return clock_; }

 private:
  void Handle(const SharedExchange& exchange);

  const std::filesystem::path folder_;
  FakeClock clock_;
  const BlobPlace place_;
  const std::unique_ptr<Blobs> blobs_;
  const std::unique_ptr<BlobStreams> streams_;
  const std::unique_ptr<S3Addresses> addresses_;
  const BlobSender files_;
  const std::unique_ptr<const CdnAddresses> cdn_;
  const Channels channels_;
  // Without a limit.
  AddressRates rates_{RateLimit(), clock_};
  SessionCache sessions_;
  AssignmentCache assignments_;
  Metrics metrics_{"edge"};
  RequestMetrics request_metrics_{metrics_};
  const Transcoder transcoder_;
  const Router router_;
  Playback playback_;
  Uploads uploads_;
  int port_ = 0;
  // Declared last, so that it stops first.
  http::Server server_;
};

}  // namespace academy::edge
