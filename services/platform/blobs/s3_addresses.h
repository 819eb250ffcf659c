// Addresses in an S3-compatible store that need no credentials: each is signed for one object and a short time
// ("presigned", AWS Signature Version 4 in the query).
//
// Thread-safe. Makes no request; an address costs a SHA-256 and an HMAC.
#pragma once

#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/s3_options.h"

namespace academy {

class S3Addresses {
 public:
  explicit S3Addresses(S3Options options);

  // Returns the path at the store, `/bucket/prefix/media/...`; without the bucket where that is part of the host name.
  std::string PathOf(std::string_view key) const;

  // Returns the path and query by which anybody may GET the object from `now` on for `life`, in whole seconds. Whoever
  // uses it sends the store's own host, and the query as it is. `also` are parameters that are not the store's:
  // encoded, each with a `=`, in order, all of them after `X-Amz-` in byte order. They are signed too, so they may be
  // sent on.
  std::string SignedPath(std::string_view key, UnixMillis now, absl::Duration life, std::string_view also = {}) const;

 private:
  // The key that signs everything of a day, `20261125`.
  std::string KeyOf(const std::string& day) const ABSL_LOCKS_EXCLUDED(mutex_);

  const S3Options options_;
  // Of the endpoint, as it is in requests: without the scheme's own port.
  std::string host_;
  // What the endpoint has after its host; empty as a rule.
  std::string base_;

  mutable absl::Mutex mutex_;
  mutable std::string key_day_ ABSL_GUARDED_BY(mutex_);
  mutable std::string key_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
