#include "services/platform/blobs/s3_options.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/blobs/blobs.h"

namespace academy {
namespace {

constexpr std::string_view kScheme = "s3://";

absl::Status Invalid(std::string_view what) {
  return Error(absl::StatusCode::kInvalidArgument, "blobs_url_invalid",
               std::string(what) + ": write it like s3://bucket/prefix?region=eu-central-1&endpoint=https://host:9000");
}

bool IsName(std::string_view name, std::string_view others) {
  return !name.empty() && name.size() <= 63 && std::all_of(name.begin(), name.end(), [&](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || others.find(static_cast<char>(c)) != others.npos;
  });
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

absl::Status ReadParameters(std::string_view query, S3Options& options) {
  while (!query.empty()) {
    std::string_view entry = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), entry.size() + 1));
    size_t equals = std::min(entry.find('='), entry.size());
    std::string_view name = entry.substr(0, equals);
    std::string_view value = entry.substr(std::min(entry.size(), equals + 1));
    if (name == "region") {
      if (!IsName(value, "-")) return Invalid("The region is no name");
      options.region = value;
    } else if (name == "endpoint") {
      while (value.ends_with('/')) value.remove_suffix(1);
      if (!value.starts_with("https://") && !value.starts_with("http://")) {
        return Invalid("The endpoint is no http:// or https:// address");
      }
      if (value.find_first_of("@?# \"<>\\", 0) != value.npos) return Invalid("The endpoint is more than an address");
      options.endpoint = value;
    } else {
      return Invalid("'" + std::string(name) + "' is not known");
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool IsS3Url(std::string_view url) { return url.starts_with(kScheme); }

absl::StatusOr<S3Options> ParseS3Url(std::string_view url) {
  if (!IsS3Url(url)) return Invalid("It does not begin with s3://");
  url.remove_prefix(kScheme.size());
  size_t question = std::min(url.find('?'), url.size());
  std::string_view place = url.substr(0, question);
  S3Options options;
  size_t slash = std::min(place.find('/'), place.size());
  options.bucket = place.substr(0, slash);
  std::string_view prefix = place.substr(std::min(place.size(), slash + 1));
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  // Also rejects passwords in the URL, `s3://key:secret@bucket`, which every process list would show.
  if (!IsName(options.bucket, ".-")) return Invalid("The bucket's name is not valid");
  if (!prefix.empty() && !IsBlobKey(prefix)) return Invalid("The prefix may have letters, digits and . _ - / only");
  if (!prefix.empty()) options.prefix = std::string(prefix) + "/";
  RETURN_IF_ERROR(ReadParameters(url.substr(std::min(url.size(), question + 1)), options));
  options.in_path = !options.endpoint.empty();
  if (options.endpoint.empty()) {
    options.endpoint = "https://" + options.bucket + ".s3." + options.region + ".amazonaws.com";
  }
  return options;
}

absl::Status LoadS3Credentials(const std::filesystem::path& file, S3Options& options) {
  if (file.empty()) {
    options.access_key = Environment("AWS_ACCESS_KEY_ID");
    options.secret_key = Environment("AWS_SECRET_ACCESS_KEY");
    options.session_token = Environment("AWS_SESSION_TOKEN");
  } else {
    std::ifstream in(file);
    if (!in) {
      return Error(absl::StatusCode::kFailedPrecondition, "credentials_missing",
                   "cannot read the file of S3 credentials " + file.string());
    }
    for (std::string line; std::getline(in, line);) {
      size_t equals = line.find('=');
      if (equals == line.npos) continue;
      std::string_view name = Trim(std::string_view(line).substr(0, equals));
      std::string_view value = Trim(std::string_view(line).substr(equals + 1));
      if (name == "aws_access_key_id") options.access_key = value;
      if (name == "aws_secret_access_key") options.secret_key = value;
      if (name == "aws_session_token") options.session_token = value;
    }
  }
  if (!options.access_key.empty() && !options.secret_key.empty()) return absl::OkStatus();
  return Error(absl::StatusCode::kFailedPrecondition, "credentials_missing",
               file.empty() ? "S3 needs credentials: give --s3-credentials FILE, or set AWS_ACCESS_KEY_ID and "
                              "AWS_SECRET_ACCESS_KEY"
                            : "the file of S3 credentials lacks aws_access_key_id or aws_secret_access_key");
}

std::string UrlOf(const S3Options& options, std::string_view key) {
  std::string url = options.endpoint + "/";
  if (options.in_path) url += options.bucket;
  if (key.empty()) return url;
  if (options.in_path) url += '/';
  return url + options.prefix + std::string(key);
}

}  // namespace academy
