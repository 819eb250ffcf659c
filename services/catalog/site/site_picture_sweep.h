// Removes the pictures of the public site that neither what is published of it nor the draft names any more. auth has
// the site and is asked; a picture is kept for a week after it was last seen named, or uploaded.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "services/catalog/deps.h"
#include "services/platform/upstream/upstream.h"

namespace academy::catalog {

class SitePictureSweep {
 public:
  static constexpr absl::Duration kUnusedLifetime = absl::Hours(7 * 24);
  // How often to sweep.
  static constexpr absl::Duration kInterval = absl::Hours(1);

  // `deps` must outlive this; `auth` is the channel to auth.
  SitePictureSweep(const Deps& deps, const std::shared_ptr<grpc::Channel>& auth);

  // Sweeps once, in the calling thread. Errors of Upstream::Call and Database::Write; nothing is removed then.
  absl::Status Sweep();

 private:
  // The pictures that are named. Nullopt from an auth of the release before, which cannot say.
  absl::StatusOr<std::optional<std::set<std::string>>> AskNamed();

  const Deps& deps_;
  auth::v1::Site::Stub site_;
  Upstream auth_;
};

}  // namespace academy::catalog
