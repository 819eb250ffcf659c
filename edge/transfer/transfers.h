// Learners as CSV files: imported into auth and enrollment, exported from both.
//
// Thread-safe. No file is ever whole in memory: rows go on in batches, pages as the client reads them.
#pragma once

#include <string>

#include "edge/access/session_cache.h"
#include "edge/api/route.h"
#include "edge/api/transcoder.h"
#include "edge/transfer/stubs.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class Transfers {
 public:
  // All but `channels` must outlive it, and no exchange may be open when it goes.
  Transfers(const Channels& channels, const Transcoder& transcoder, SessionCache& sessions)
      : stubs_(channels), transcoder_(transcoder), sessions_(sessions) {}

  // A streamed text/csv body, `?dryRun=true` for a look. 200 with an ImportReport, 413, 415, 422, 503 and 504.
  void ImportUsers(const SharedExchange& exchange, const Route& route);
  // JSON bodies, academy.edge.v1's. 200 with a streamed file; failures before its first byte as any call's, later ones
  // break the connection off.
  void ExportUsers(const SharedExchange& exchange, const Route& route);
  void ExportCourse(const SharedExchange& exchange, const Route& route);

 private:
  CallIdentity IdentityOf(const SharedExchange& exchange, const Session& session) const {
    return transcoder_.IdentityOf(exchange->request(), session);
  }

  TransferStubs stubs_;
  const Transcoder& transcoder_;
  SessionCache& sessions_;
  // Last, so that it waits first.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
