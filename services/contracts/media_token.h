// The token in the path of a playback URL, `/media/<token>/...`, which proves access without a database lookup.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy {

// Replaces the assignment's id when a manager previews a video.
inline constexpr std::string_view kPreviewAssignment = "preview";

// Who may play what, and until when. The verifier must still check that the session and the assignment are valid.
struct MediaGrant {
  std::string session_id;
  // The manager's id in a preview.
  std::string learner_id;
  std::string assignment_id;
  std::string asset_id;
  // The last millisecond at which the token is valid.
  UnixMillis expires_at = 0;

  friend bool operator==(const MediaGrant&, const MediaGrant&) = default;
};

class MediaTokens {
 public:
  // All processes with the same keys accept each other's tokens.
  explicit MediaTokens(KeyRing keys) : keys_(std::move(keys)) {}

  // Returns about 140 characters of base64url and one dot. Equal grants give equal tokens until the key is rotated, so
  // URLs can be cached.
  std::string Mint(const MediaGrant& grant) const;

  // Returns the grant passed to Mint. PERMISSION_DENIED media_token_invalid for any other text, media_token_expired
  // after `expires_at`.
  absl::StatusOr<MediaGrant> Verify(std::string_view token, UnixMillis now) const;

 private:
  bool IsSigned(std::string_view payload, std::string_view signature) const;

  const KeyRing keys_;
};

}  // namespace academy
