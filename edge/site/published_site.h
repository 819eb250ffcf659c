// Keeps the site that this edge shows equal to what owners have published: asks auth for it whenever auth's feed goes
// live or tells of a publication. A copy in a file is shown until auth can be asked.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "edge/access/feed_cache.h"
#include "edge/site/site_folder.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class PublishedSite {
 public:
  // `auth` is the channel to auth; `folder` must outlive this. `copy` is the file of the copy, `<name>.json`, with
  // `<name>.timezone` beside it; empty for none.
  PublishedSite(const std::shared_ptr<grpc::Channel>& auth, SiteFolder& folder, std::filesystem::path copy);

  // For whoever follows auth's feed, who must not outlive this. Nothing is asked for before the feed is live.
  FeedListener<auth::v1::Event> Listener();

  // Calls `done` once, on another thread, when what was published before the call is shown here, or auth could not be
  // asked.
  void Refresh(std::function<void()> done) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Ask() ABSL_LOCKS_EXCLUDED(mutex_);
  void Take(const absl::StatusOr<auth::v1::GetSiteResponse>& response) ABSL_LOCKS_EXCLUDED(mutex_);
  // What auth has told.
  struct Told {
    std::string files;
    std::string timezone;

    bool operator==(const Told&) const = default;
  };
  void Show(const Told& told) const;
  void Write(const Told& told) const;
  // Shows the copy, and returns it; empty if there is none.
  Told ShowCopy() const;
  // Of the time zone, beside the files' copy.
  std::filesystem::path ZoneCopy() const;

  SiteFolder& folder_;
  const std::filesystem::path copy_;
  auth::v1::Site::Stub site_;
  const CallIdentity identity_;

  // Whether the last question was not answered, which is logged once.
  std::atomic<bool> failing_ = false;
  absl::Mutex mutex_;
  // How often it was asked for, and up to which of these auth has answered.
  int64_t wanted_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t answered_ ABSL_GUARDED_BY(mutex_) = 0;
  bool asking_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::function<void()>> waiting_ ABSL_GUARDED_BY(mutex_);
  Told shown_ ABSL_GUARDED_BY(mutex_);
  InFlightCalls in_flight_;
  // Asks again while auth did not answer. Declared last, so that it stops first.
  PeriodicTask retry_;
};

}  // namespace academy::edge
