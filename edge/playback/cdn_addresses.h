// Addresses of segments at a content delivery network, each good for a short time.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/s3_addresses.h"

namespace academy::edge {

struct CdnOptions {
  // `https://cdn.example`, an origin without a path; empty where there is no such network.
  std::string url;
  // Known to it too.
  std::string secret;
  absl::Duration life = absl::Seconds(60);
};

// INVALID_ARGUMENT cdn_invalid, with what is wrong.
absl::Status CheckCdn(const CdnOptions& options);

class CdnAddresses {
 public:
  // `options` passed CheckCdn and have a URL. `store` must outlive this.
  CdnAddresses(CdnOptions options, const S3Addresses& store) : options_(std::move(options)), store_(store) {}

  // Returns the address of a blob from `now` on: the network's host and the store's path and signed query. `key` names
  // a segment. The network lets a request pass whose `token` is base64url(MD5(secret path expires)), without padding,
  // and whose `expires` (seconds since 1970) is not over, also when it has the object; it caches by the path alone.
  // Bunny's basic token authentication is this, and nginx' secure_link can be. When it needs the object, it may send
  // path and query on to the store, which knows the signature in them.
  //
  // An attacker may extend what was hashed, which MD5 allows, only by making another path of ours longer.
  std::string AddressOf(std::string_view key, UnixMillis now) const;

 private:
  const CdnOptions options_;
  const S3Addresses& store_;
};

}  // namespace academy::edge
