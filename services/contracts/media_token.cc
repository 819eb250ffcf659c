#include "services/contracts/media_token.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

// Longer tokens are never ours. Rejecting them first avoids hashing a long hostile URL.
constexpr size_t kMaxToken = 1024;
constexpr size_t kUuidText = 36;
constexpr size_t kUuidBytes = 16;
// Precedes an id: 0 means that a UUID's 16 bytes follow, any other value is the number of characters that follow.
constexpr char kPackedUuid = 0;
constexpr size_t kMaxId = 127;
// More than kMaxId.
constexpr char kNoId = '\xff';

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

bool IsDash(size_t index) { return index == 8 || index == 13 || index == 18 || index == 23; }

// The 16 bytes of a canonical (lower-case) UUID.
std::optional<std::string> PackUuid(std::string_view text) {
  if (text.size() != kUuidText) return std::nullopt;
  std::string raw;
  int high = -1;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsDash(i)) {
      if (text[i] != '-') return std::nullopt;
      continue;
    }
    int value = HexValue(text[i]);
    if (value < 0) return std::nullopt;
    if (high < 0) {
      high = value;
    } else {
      raw.push_back(static_cast<char>(high << 4 | value));
      high = -1;
    }
  }
  return raw;
}

std::string UnpackUuid(std::string_view raw) {
  std::string text = Hex(raw);
  for (size_t dash : {8, 13, 18, 23}) text.insert(dash, 1, '-');
  return text;
}

void AppendId(std::string& out, std::string_view id) {
  if (std::optional<std::string> packed = PackUuid(id); packed.has_value()) {
    out.push_back(kPackedUuid);
    out += *packed;
    return;
  }
  // Ids are ours and short. Any other gives a token that Verify rejects, never one that grants more: cut, its rest
  // would be read as the ids that follow.
  if (id.empty() || id.size() > kMaxId) {
    out.push_back(kNoId);
    return;
  }
  out.push_back(static_cast<char>(id.size()));
  out += id;
}

bool TakeId(std::string_view& in, std::string& id) {
  if (in.empty()) return false;
  size_t size = static_cast<unsigned char>(in.front());
  in.remove_prefix(1);
  if (size > kMaxId) return false;
  bool packed = size == kPackedUuid;
  if (packed) size = kUuidBytes;
  if (in.size() < size) return false;
  id = packed ? UnpackUuid(in.substr(0, size)) : std::string(in.substr(0, size));
  in.remove_prefix(size);
  return true;
}

void AppendTime(std::string& out, UnixMillis time) {
  for (int shift = 56; shift >= 0; shift -= 8) out.push_back(static_cast<char>(static_cast<uint64_t>(time) >> shift));
}

bool TakeTime(std::string_view& in, UnixMillis& time) {
  if (in.size() < 8) return false;
  uint64_t value = 0;
  for (char byte : in.substr(0, 8)) value = value << 8 | static_cast<unsigned char>(byte);
  time = static_cast<UnixMillis>(value);
  in.remove_prefix(8);
  return true;
}

std::string Sign(const Key& key, std::string_view payload) { return Base64Url(HmacSha256(key.secret, payload)); }

absl::Status Invalid() {
  return Error(absl::StatusCode::kPermissionDenied, "media_token_invalid", "This address cannot be played");
}

}  // namespace

// Compares texts instead of decoded bytes, so that a token has exactly one valid spelling.
bool MediaTokens::IsSigned(std::string_view payload, std::string_view signature) const {
  std::vector<Key> keys = keys_.Accepted();
  return std::any_of(keys.begin(), keys.end(),
                     [&](const Key& key) { return ConstantTimeEquals(signature, Sign(key, payload)); });
}

std::string MediaTokens::Mint(const MediaGrant& grant) const {
  std::string raw;
  AppendId(raw, grant.session_id);
  AppendId(raw, grant.learner_id);
  AppendId(raw, grant.assignment_id);
  AppendId(raw, grant.asset_id);
  AppendTime(raw, grant.expires_at);
  std::string payload = Base64Url(raw);
  return payload + "." + Sign(keys_.Current(), payload);
}

absl::StatusOr<MediaGrant> MediaTokens::Verify(std::string_view token, UnixMillis now) const {
  size_t dot = token.find('.');
  if (token.size() > kMaxToken || dot == token.npos) return Invalid();
  std::string_view payload = token.substr(0, dot);
  if (!IsSigned(payload, token.substr(dot + 1))) return Invalid();
  std::string raw;
  if (!Base64Decode(payload, raw)) return Invalid();
  std::string_view rest = raw;
  MediaGrant grant;
  if (!TakeId(rest, grant.session_id) || !TakeId(rest, grant.learner_id) || !TakeId(rest, grant.assignment_id) ||
      !TakeId(rest, grant.asset_id) || !TakeTime(rest, grant.expires_at) || !rest.empty()) {
    return Invalid();
  }
  if (now > grant.expires_at) {
    return Error(absl::StatusCode::kPermissionDenied, "media_token_expired", "This address is no longer valid");
  }
  return grant;
}

}  // namespace academy
