// Narrows a list of learners to those whose courses end soon: enrollment knows which learners these are, auth lists
// them.
//
// Thread-safe.
#pragma once

#include <functional>

#include "absl/status/status.h"
#include "academy/auth/v1/learners.pb.h"
#include "edge/upstream/channels.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// When `request` has `expiringWithinDays`, asks enrollment for those learners and narrows `clientIds` to them. Calls
// `done` once, with enrollment's error if there was one. `request` must live until then.
void NarrowToExpiring(const Channels& channels, const CallIdentity& identity, auth::v1::ListLearnersRequest& request,
                      std::function<void(absl::Status)> done);

}  // namespace academy::edge
