// The path token of a playback address: what `/media/<token>/...` proves without a database.
//
// Thread-safe: a MediaTokens never changes after its construction.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy {

// In place of an assignment: a manager looks at the video as learners see it.
inline constexpr std::string_view kPreviewAssignment = "preview";

// Who may play what, until when. The holder must still look whether the session and the assignment live.
struct MediaGrant {
  std::string session_id;
  // The manager's id in a preview.
  std::string learner_id;
  std::string assignment_id;
  std::string asset_id;
  // The last millisecond at which the token is good.
  UnixMillis expires_at = 0;

  friend bool operator==(const MediaGrant&, const MediaGrant&) = default;
};

class MediaTokens {
 public:
  // `credential` is the academy's internal credential: all processes over one data folder agree on the tokens.
  explicit MediaTokens(std::string_view credential);

  // About 140 characters of base64url and one dot; the same grant gives the same token, so that addresses can be
  // cached.
  std::string Mint(const MediaGrant& grant) const;

  // What Mint was given. PERMISSION_DENIED media_token_invalid for anything else, media_token_expired past
  // `expires_at`.
  absl::StatusOr<MediaGrant> Verify(std::string_view token, UnixMillis now) const;

 private:
  std::string Sign(std::string_view payload) const;

  const std::string key_;
};

}  // namespace academy
