// Enrollment's calls to auth, always in batches, never one call per row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/upstream/upstream.h"

namespace academy::enrollment {

// Which learners a list shows, and in which order, as in auth's ListLearners. An empty sort means by name.
struct LearnerFilter {
  std::string search;
  std::string sort;
  std::optional<bool> active;
};

struct IdPage {
  std::vector<std::string> ids;
  // Absent on the last page.
  std::optional<std::string> next;
  // Of a first page: how many learners match; at least as many if not all were counted.
  int64_t total = 0;
  bool total_at_least = false;
};

// What auth says of ids that it was asked about.
struct CheckedIds {
  // Nobody's.
  std::vector<std::string> unknown;
  std::vector<std::string> binned;
  // Whether auth has any learner.
  bool any = false;
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
  // Returns a page of at most `limit` ids, 50,000 at most, of the learners that match the filter, in its order; after
  // the page that had `cursor`, if that is not empty. INVALID_ARGUMENT validation_failed as ListLearners.
  absl::StatusOr<IdPage> ListIds(const Caller& caller, const LearnerFilter& filter, const std::string& cursor,
                                 int limit);
  // Returns those of at most 50,000 ids that match the filter, in its order.
  absl::StatusOr<std::vector<std::string>> ListIdsAmong(const Caller& caller, const LearnerFilter& filter,
                                                        const std::vector<std::string>& ids);
  // Tells which of at most 10,000 ids are nobody's or in the bin.
  absl::StatusOr<CheckedIds> CheckIds(const Caller& caller, const std::vector<std::string>& ids);
  // Returns a row for each address, in the order given.
  absl::StatusOr<std::vector<auth::v1::FindLearnersByEmailResponse::Row>> FindByEmail(
      const Caller& caller, const std::vector<std::string>& emails);
  // Returns the IANA name of the academy's time zone; empty from an auth of the release before, which knows none.
  absl::StatusOr<std::string> GetTimezone(const Caller& caller);

 private:
  absl::StatusOr<auth::v1::ListLearnerIdsResponse> List(const Caller& caller, const LearnerFilter& filter,
                                                        auth::v1::ListLearnerIdsRequest request);
  absl::StatusOr<std::vector<auth::v1::Learner>> Get(const Caller& caller,
                                                     const auth::v1::BatchGetLearnersRequest& request);

  auth::v1::LearnerLookup::Stub learners_;
  auth::v1::Site::Stub site_;
  Upstream auth_;
};

}  // namespace academy::enrollment
