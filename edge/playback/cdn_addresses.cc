#include "edge/playback/cdn_addresses.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "absl/strings/str_replace.h"
#include "edge/playback/blob_sender.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

// Characters; shorter ones can be guessed from an address.
constexpr size_t kMinSecret = 32;
constexpr absl::Duration kMinLife = absl::Seconds(1);
constexpr absl::Duration kMaxLife = absl::Seconds(60);

std::string Md5(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> raw;
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), raw.data(), &size, EVP_md5(), nullptr);
  return {reinterpret_cast<char*>(raw.data()), size};
}

absl::Status Invalid(std::string_view what) { return Error(absl::StatusCode::kInvalidArgument, "cdn_invalid", what); }

// It becomes part of a header and of the pages' policy.
bool IsOrigin(std::string_view url) {
  size_t scheme = url.find("://");
  if (scheme == url.npos || (url.substr(0, scheme) != "https" && url.substr(0, scheme) != "http")) return false;
  url.remove_prefix(scheme + 3);
  return !url.empty() && std::all_of(url.begin(), url.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '.' || c == ':';
  });
}

}  // namespace

absl::Status CheckCdn(const CdnOptions& options) {
  if (!IsOrigin(options.url)) return Invalid("--video_cdn is an address without a path: https://cdn.example");
  if (options.secret.size() < kMinSecret) {
    return Invalid("--video_cdn_secret_file needs a first line of 32 characters or more: openssl rand -hex 32");
  }
  if (options.life < kMinLife || options.life > kMaxLife) return Invalid("--video_cdn_life is 1s to 60s");
  return absl::OkStatus();
}

std::string CdnAddresses::AddressOf(std::string_view key, UnixMillis now) const {
  std::string expires = std::to_string((now + options_.life) / 1000);
  std::string token = Base64Url(Md5(options_.secret + store_.PathOf(key) + expires));
  // The store has no types of its own.
  std::string type = absl::StrReplaceAll(std::string(ContentTypeOf(key)), {{"/", "%2F"}});
  std::string also = "expires=" + expires + "&response-content-type=" + type + "&token=" + token;
  return options_.url + store_.SignedPath(key, now, options_.life, also);
}

}  // namespace academy::edge
