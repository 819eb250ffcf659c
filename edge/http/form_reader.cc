#include "edge/http/form_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "services/platform/base/status.h"

namespace academy::http {
namespace {

// RFC 2046 section 5.1.1.
constexpr size_t kMaxBoundary = 70;
constexpr std::string_view kLineEnd = "\r\n";

absl::Status Malformed(std::string_view what) {
  return Error(absl::StatusCode::kInvalidArgument, "bad_request", "The form cannot be read: " + std::string(what));
}

bool IsAlnum(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// RFC 9110 section 5.6.2.
bool IsTokenChar(char c) { return IsAlnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos; }

bool IsBoundaryChar(char c) {
  return IsAlnum(c) || std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

bool IsBoundary(std::string_view text) {
  return !text.empty() && text.size() <= kMaxBoundary && text.back() != ' ' &&
         std::all_of(text.begin(), text.end(), IsBoundaryChar);
}

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  return absl::EqualsIgnoreCase(absl::string_view(a.data(), a.size()), absl::string_view(b.data(), b.size()));
}

void SkipSpace(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

// Takes a token from the front; empty if there is none.
std::string_view TakeToken(std::string_view& text) {
  size_t size = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), IsTokenChar) - text.begin());
  std::string_view token = text.substr(0, size);
  text.remove_prefix(size);
  return token;
}

// Takes a token or a quoted string (RFC 9110 section 5.6.4) from the front; nullopt if there is neither.
std::optional<std::string> TakeValue(std::string_view& text) {
  if (!text.starts_with('"')) {
    std::string_view token = TakeToken(text);
    return token.empty() ? std::nullopt : std::optional<std::string>(token);
  }
  std::string value;
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    if (text[i] == '\\' && ++i == text.size()) break;
    value += text[i];
  }
  return std::nullopt;
}

// The parameter `name` of a field's value that begins with the word `type`: `form-data; name="title"`. Nullopt when the
// value is malformed, of another type, or without the parameter, or has the parameter twice, which two readers could
// read differently.
std::optional<std::string> ParameterOf(std::string_view value, std::string_view type, std::string_view name) {
  size_t word = std::min(value.find_first_of("; \t"), value.size());
  if (!EqualsIgnoringCase(value.substr(0, word), type)) return std::nullopt;
  value.remove_prefix(word);
  std::optional<std::string> found;
  for (SkipSpace(value); !value.empty(); SkipSpace(value)) {
    if (value.front() != ';') return std::nullopt;
    value.remove_prefix(1);
    SkipSpace(value);
    std::string_view parameter = TakeToken(value);
    if (parameter.empty()) continue;
    if (!value.starts_with('=')) return std::nullopt;
    value.remove_prefix(1);
    std::optional<std::string> text = TakeValue(value);
    if (!text.has_value()) return std::nullopt;
    if (!EqualsIgnoringCase(parameter, name)) continue;
    if (found.has_value()) return std::nullopt;
    found = std::move(text);
  }
  return found;
}

// The name of the part with these header lines.
absl::StatusOr<std::string> NameOf(std::string_view head) {
  std::optional<std::string_view> disposition;
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find(kLineEnd));
    head.remove_prefix(line.size() + kLineEnd.size());
    size_t colon = line.find(':');
    if (colon == line.npos) return Malformed("a line of a part's head has no colon");
    if (!EqualsIgnoringCase(line.substr(0, colon), "content-disposition")) continue;
    if (disposition.has_value()) return Malformed("a part has two dispositions");
    disposition = line.substr(colon + 1);
    SkipSpace(*disposition);
  }
  std::optional<std::string> name =
      disposition.has_value() ? ParameterOf(*disposition, "form-data", "name") : std::nullopt;
  if (!name.has_value()) return Malformed("a part has no name");
  return *std::move(name);
}

}  // namespace

absl::StatusOr<FormReader> FormReader::Make(std::string_view content_type) {
  constexpr std::string_view kType = "multipart/form-data";
  if (!EqualsIgnoringCase(content_type.substr(0, std::min(content_type.find_first_of("; \t"), content_type.size())),
                          kType)) {
    return Error(absl::StatusCode::kUnimplemented, "unsupported_media_type",
                 "The request must be sent as " + std::string(kType));
  }
  std::optional<std::string> boundary = ParameterOf(content_type, kType, "boundary");
  if (!boundary.has_value() || !IsBoundary(*boundary)) return Malformed("its type names no boundary");
  return FormReader(*boundary);
}

// The first boundary's line end is taken from the end of the request's head.
FormReader::FormReader(std::string_view boundary)
    : delimiter_("\r\n--" + std::string(boundary)), matched_(kLineEnd.size()) {}

absl::Status FormReader::Add(std::string_view bytes) {
  while (!bytes.empty() && phase_ != Phase::kEpilogue) {
    absl::StatusOr<size_t> used = phase_ == Phase::kOpening       ? TakeOpening(bytes)
                                  : phase_ == Phase::kBoundaryEnd ? TakeBoundaryEnd(bytes)
                                  : phase_ == Phase::kPartHead    ? TakePartHead(bytes)
                                                                  : TakeContent(bytes);
    if (!used.ok()) return used.status();
    bytes.remove_prefix(*used);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<FormPart>> FormReader::Finish() && {
  if (phase_ != Phase::kEpilogue) return Malformed("it ends before its last boundary");
  return std::move(parts_);
}

absl::StatusOr<size_t> FormReader::TakeOpening(std::string_view bytes) {
  size_t size = std::min(bytes.size(), delimiter_.size() - matched_);
  if (bytes.substr(0, size) != std::string_view(delimiter_).substr(matched_, size)) {
    return Malformed("it does not begin with its boundary");
  }
  matched_ += size;
  if (matched_ == delimiter_.size()) phase_ = Phase::kBoundaryEnd;
  return size;
}

absl::StatusOr<size_t> FormReader::TakeBoundaryEnd(std::string_view bytes) {
  in_flight_ += bytes.front();
  if (in_flight_.size() < kLineEnd.size()) return 1;
  std::string end = std::exchange(in_flight_, {});
  if (end == "--") {
    phase_ = Phase::kEpilogue;
    return 1;
  }
  if (end != kLineEnd) return Malformed("a line begins with its boundary and goes on");
  if (parts_.size() == kMaxParts) return Malformed("it has more than " + std::to_string(kMaxParts) + " parts");
  phase_ = Phase::kPartHead;
  return 1;
}

absl::StatusOr<size_t> FormReader::TakePartHead(std::string_view bytes) {
  size_t used = 0;
  while (used < bytes.size()) {
    in_flight_ += bytes[used++];
    if (in_flight_.size() > kMaxPartHead) return Malformed("the head of a part is too long");
    // An empty line ends the head; a head without fields is only that line.
    if (!in_flight_.ends_with("\r\n\r\n") && in_flight_ != kLineEnd) continue;
    absl::StatusOr<std::string> name =
        NameOf(std::string_view(in_flight_).substr(0, in_flight_.size() - kLineEnd.size()));
    if (!name.ok()) return name.status();
    parts_.push_back({.name = *std::move(name), .content = {}});
    in_flight_.clear();
    matched_ = 0;
    phase_ = Phase::kContent;
    break;
  }
  return used;
}

size_t FormReader::TakeContent(std::string_view bytes) {
  std::string& content = parts_.back().content;
  size_t used = 0;
  while (used < bytes.size()) {
    if (matched_ == 0) {
      size_t plain = std::min(bytes.find(delimiter_.front(), used), bytes.size());
      content.append(bytes.substr(used, plain - used));
      used = plain;
      if (used == bytes.size()) break;
    }
    if (bytes[used] == delimiter_[matched_]) {
      ++used;
      if (++matched_ < delimiter_.size()) continue;
      phase_ = Phase::kBoundaryEnd;
      break;
    }
    // The partial match was content. No later byte of it can begin a delimiter, because only a delimiter's first byte
    // is a CR; the current byte can.
    content.append(delimiter_, 0, matched_);
    matched_ = 0;
  }
  return used;
}

}  // namespace academy::http
