// POST /api/cm/health/fetch and fetch-requests: how the academy is, in the words of its managers.
//
// Thread-safe.
#pragma once

#include <array>
#include <string>

#include "academy/common/v1/health.grpc.pb.h"
#include "edge/api/transcoder.h"
#include "edge/ops/request_day.h"
#include "edge/upstream/channels.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/health_board.h"
#include "services/platform/health/since_memory.h"

namespace academy::edge {

class AcademyHealth {
 public:
  // `own` is what the edge watches itself. All but `channels` must outlive this, and no exchange may be open when it is
  // destroyed.
  AcademyHealth(const Channels& channels, const Transcoder& transcoder, HealthBoard& own, const RequestDay& day,
                const Clock& clock);

  // Asks all services at once and answers 200 with a FetchHealthResponse within two seconds: each item once, the worst
  // where several processes have it. A service that does not answer is an item too.
  void Serve(const SharedExchange& exchange, const Route& route);
  // Answers 200 with a FetchRequestsResponse.
  void ServeRequests(const SharedExchange& exchange, const Route& route);

 private:
  class Survey;
  struct Asked {
    std::string name;
    common::v1::ProcessHealth::Stub stub;
  };

  std::array<Asked, 4> services_;
  const Transcoder& transcoder_;
  HealthBoard& own_;
  const RequestDay& day_;
  SinceMemory since_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
