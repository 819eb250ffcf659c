// Enrollment's calls to auth, always in batches, never one call per row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "services/enrollment/upstream_sync/binned/listed_ids.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/upstream/upstream.h"

namespace academy::enrollment {

// Which learners a list shows, and in which order, as in auth's ListLearners. An empty sort means by name.
struct LearnerFilter {
  std::string search;
  std::string sort;
  std::optional<bool> active;
};

// Thread-safe. Each call blocks for at most 1 s, on behalf of `caller`'s request; errors as Upstream::Call.
class AuthClient {
 public:
  // Allows at most `max_in_flight` concurrent calls, so that a slow auth cannot occupy all of the service's threads.
  AuthClient(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight);

  // Returns the existing learners among `ids`, in that order.
  absl::StatusOr<std::vector<auth::v1::Learner>> GetLearners(const Caller& caller, const std::vector<std::string>& ids);
  // Returns all learners, by name.
  absl::StatusOr<std::vector<auth::v1::Learner>> AllLearners(const Caller& caller);
  // Returns the ids of the learners that match the filter, in its order. INVALID_ARGUMENT validation_failed as
  // ListLearners.
  absl::StatusOr<std::vector<std::string>> ListIds(const Caller& caller, const LearnerFilter& filter);
  // Returns the ids of all learners, and of those in the bin.
  absl::StatusOr<ListedIds> ListAllIds(const Caller& caller);
  // Returns a row for each address, in the order given.
  absl::StatusOr<std::vector<auth::v1::FindLearnersByEmailResponse::Row>> FindByEmail(
      const Caller& caller, const std::vector<std::string>& emails);

 private:
  absl::StatusOr<std::vector<auth::v1::Learner>> Get(const Caller& caller,
                                                     const auth::v1::BatchGetLearnersRequest& request);

  auth::v1::LearnerLookup::Stub learners_;
  Upstream auth_;
};

}  // namespace academy::enrollment
