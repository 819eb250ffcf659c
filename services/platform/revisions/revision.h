// Revisions: a caller that says which one it has seen does not overwrite a change that it has not.
//
// All functions are pure and thread-safe.
#pragma once

#include <google/protobuf/message_lite.h>

#include <cstdint>

#include "absl/status/status.h"

namespace academy {

// Returns ABORTED changed_meanwhile with the message `now` as its result.
absl::Status ChangedMeanwhile(const google::protobuf::MessageLite& now);

// Checks the optional field `revision` of an update's request, in the update's transaction:
// ChangedMeanwhile(describe()) unless it is absent or equal to `revision`. A greater one is refused too: the caller has
// seen a database that is no longer there, because an older copy was restored.
template <typename Request, typename Describe>
absl::Status RequireRevision(const Request& request, int64_t revision, const Describe& describe) {
  if (!request.has_revision() || request.revision() == revision) return absl::OkStatus();
  return ChangedMeanwhile(describe());
}

}  // namespace academy
