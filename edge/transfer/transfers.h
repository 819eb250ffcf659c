// Imports learners from CSV files into auth and enrollment, and exports them from both.
//
// Thread-safe. No file is held in memory as a whole: rows are imported in batches, and pages exported as the client
// reads them.
#pragma once

#include <memory>

#include "edge/access/session_cache.h"
#include "edge/api/route.h"
#include "edge/api/transcoder.h"
#include "edge/transfer/csv_pages.h"
#include "edge/transfer/stubs.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class Transfers {
 public:
  // All but `channels` must outlive this, and no exchange may be open when it is destroyed.
  Transfers(const Channels& channels, const Transcoder& transcoder, SessionCache& sessions)
      : stubs_(channels), transcoder_(transcoder), sessions_(sessions) {}

  // Reads a streamed text/csv body; `?dryRun=true` changes nothing. Answers 200 with an ImportReport, 413, 415, 422,
  // 503 or 504.
  void ImportUsers(const SharedExchange& exchange, const Route& route);
  // Read a JSON body, the request of academy.edge.v1, and answer 200 with a streamed file. A failure before its first
  // byte is answered like any call's; a later one breaks the connection off.
  void ExportUsers(const SharedExchange& exchange, const Route& route);
  void ExportCourse(const SharedExchange& exchange, const Route& route);

 private:
  // Reads the request and sends its `pages` as the file `<name>-<day>.csv`.
  template <typename Request>
  void Export(const SharedExchange& exchange, const Route& route, const char* name,
              std::shared_ptr<CsvPages> (*pages)(TransferStubs&, CallIdentity, const Request&));

  CallIdentity IdentityOf(const SharedExchange& exchange, const Session& session) const {
    return transcoder_.IdentityOf(exchange->request(), session);
  }

  TransferStubs stubs_;
  const Transcoder& transcoder_;
  SessionCache& sessions_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
