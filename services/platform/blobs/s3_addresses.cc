#include "services/platform/blobs/s3_addresses.h"

#include <algorithm>
#include <utility>

#include "services/platform/blobs/s3_request.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr size_t kDayLength = 8;

}  // namespace

S3Addresses::S3Addresses(S3Options options) : options_(std::move(options)) {
  std::string_view rest = options_.endpoint;
  bool secure = rest.starts_with("https:");
  rest.remove_prefix(std::min(rest.size(), rest.find("://") + 3));
  size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view host = rest.substr(0, slash);
  std::string_view port = secure ? ":443" : ":80";
  if (host.ends_with(port)) host.remove_suffix(port.size());
  host_ = host;
  base_ = rest.substr(slash);
}

std::string S3Addresses::PathOf(std::string_view key) const {
  std::string path = base_ + "/";
  if (options_.in_path) path += options_.bucket + "/";
  path += options_.prefix;
  path += key;
  return path;
}

std::string S3Addresses::SignedPath(std::string_view key, UnixMillis now, absl::Duration life,
                                    std::string_view also) const {
  std::string time = absl::FormatTime("%Y%m%dT%H%M%SZ", absl::FromUnixMillis(now), absl::UTCTimeZone());
  std::string day = time.substr(0, kDayLength);
  std::string scope = day + "/" + options_.region + "/s3/aws4_request";
  std::string path = PathOf(key);
  std::string query = "X-Amz-Algorithm=" + std::string(kAlgorithm) +
                      "&X-Amz-Credential=" + Escape(options_.access_key + "/" + scope) + "&X-Amz-Date=" + time +
                      "&X-Amz-Expires=" + std::to_string(absl::ToInt64Seconds(life));
  if (!options_.session_token.empty()) query += "&X-Amz-Security-Token=" + Escape(options_.session_token);
  query += "&X-Amz-SignedHeaders=host";
  if (!also.empty()) query.append("&").append(also);
  std::string canonical = "GET\n" + path + "\n" + query + "\nhost:" + host_ + "\n\nhost\nUNSIGNED-PAYLOAD";
  std::string text = std::string(kAlgorithm) + "\n" + time + "\n" + scope + "\n" + Hex(Sha256(canonical));
  return path + "?" + query + "&X-Amz-Signature=" + Hex(HmacSha256(KeyOf(day), text));
}

std::string S3Addresses::KeyOf(const std::string& day) const {
  absl::MutexLock lock(&mutex_);
  if (day == key_day_) return key_;
  key_ = "AWS4" + options_.secret_key;
  for (std::string_view part : {std::string_view(day), std::string_view(options_.region), std::string_view("s3"),
                                std::string_view("aws4_request")}) {
    key_ = HmacSha256(key_, part);
  }
  key_day_ = day;
  return key_;
}

}  // namespace academy
