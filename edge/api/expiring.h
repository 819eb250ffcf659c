// Learners whose courses end soon: who they are enrollment knows, what is shown of them auth.
//
// Thread-safe.
#pragma once

#include <functional>

#include "absl/status/status.h"
#include "academy/auth/v1/learners.pb.h"
#include "edge/upstream/channels.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Where `request` asks for `expiringWithinDays`, gets those learners and narrows `clientIds` to them; then calls
// `done`, once, with enrollment's error if there was one. `request` must live until then.
void NarrowToExpiring(const Channels& channels, const CallIdentity& identity, auth::v1::ListLearnersRequest& request,
                      std::function<void(absl::Status)> done);

}  // namespace academy::edge
