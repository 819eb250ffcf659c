#include "edge/api/expiring.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "academy/enrollment/v1/transfer.grpc.pb.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"

namespace academy::edge {
namespace {

namespace v1 = enrollment::v1;
using Async = v1::Transfer::StubInterface::async_interface;

void Narrow(v1::ListExpiringResponse& expiring, auth::v1::ListLearnersRequest& request) {
  auto& ids = *expiring.mutable_learner_ids();
  if (request.has_learner_ids()) {
    std::unordered_set<std::string> among(request.learner_ids().ids().begin(), request.learner_ids().ids().end());
    ids.erase(std::remove_if(ids.begin(), ids.end(), [&](const std::string& id) { return !among.contains(id); }),
              ids.end());
  }
  request.mutable_learner_ids()->mutable_ids()->Swap(&ids);
}

}  // namespace

void NarrowToExpiring(const Channels& channels, const CallIdentity& identity, auth::v1::ListLearnersRequest& request,
                      std::function<void(absl::Status)> done) {
  if (!request.has_expiring_within_days()) return done(absl::OkStatus());
  v1::Transfer::Stub stub(channels.enrollment);
  v1::ListExpiringRequest list;
  list.set_days(request.expiring_within_days());
  CallUnary<Async, v1::ListExpiringRequest, v1::ListExpiringResponse>(
      stub.async(), &Async::ListExpiring, identity, kOrdinaryTimeout, std::move(list),
      [&request, done = std::move(done)](absl::StatusOr<v1::ListExpiringResponse> expiring) {
        if (expiring.ok()) Narrow(*expiring, request);
        done(expiring.status());
      });
}

}  // namespace academy::edge
