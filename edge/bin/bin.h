// The bin of deleted courses and learners: one list of what auth and catalog keep, and the calls on it. An id does not
// say which service has it, so both are asked in turn.
//
// Here rather than in enrollment, which assembles other lists, because deleting must be undoable while enrollment is
// down.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_bin.grpc.pb.h"
#include "academy/catalog/v1/course_bin.grpc.pb.h"
#include "edge/api/transcoder.h"
#include "edge/upstream/channels.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class Bin {
 public:
  // `transcoder` must outlive this, and no exchange may be open when it is destroyed.
  Bin(const Channels& channels, const Transcoder& transcoder);

  void FetchItems(const SharedExchange& exchange, const Route& route);
  void Restore(const SharedExchange& exchange, const Route& route);
  void Purge(const SharedExchange& exchange, const Route& route);

 private:
  struct OneItem;
  // Reads the item's id and asks auth for the learner, then catalog for the course unless auth had it.
  void ChangeItem(const SharedExchange& exchange, const Route& route, const OneItem& item);

  auth::v1::LearnerBin::Stub learners_;
  catalog::v1::CourseBin::Stub courses_;
  const Transcoder& transcoder_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
