#include "edge/http/head.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace academy::http {
namespace {

// Digits of the largest Content-Length accepted; each route has its own limit besides.
constexpr size_t kLengthDigits = 15;
constexpr size_t kMaxChunkExtra = 4096;
constexpr int kMaxChunkDigits = 12;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

constexpr std::array<std::string_view, 7> kMethods = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

HeadResult Refused(int status) { return {.kind = HeadResult::Kind::kRefused, .size = 0, .status = status}; }

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) { return Lower(a) == b; });
}

// RFC 9110 section 5.6.2.
bool IsTokenChar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

bool IsToken(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), IsTokenChar); }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// 0, or the status to refuse with.
int ParseRequestLine(std::string_view line, const HeadLimits& limits, Head& head) {
  size_t first = line.find(' ');
  size_t last = line.rfind(' ');
  if (first == line.npos || first == last) return line.size() > limits.target ? 414 : 400;
  std::string_view method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  std::string_view version = line.substr(last + 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return version.starts_with("HTTP/") ? 505 : 400;
  head.http10 = version == "HTTP/1.0";
  return SetTarget(method, target, limits, head);
}

int ParseField(std::string_view line, const HeadLimits& limits, Head& head) {
  size_t colon = line.find(':');
  return colon == line.npos ? 400 : AddField(line.substr(0, colon), line.substr(colon + 1), limits, head);
}

int ParseLength(std::string_view value, Head& head) {
  bool digits = std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (value.empty() || value.size() > kLengthDigits || !digits) return 400;
  std::from_chars(value.data(), value.data() + value.size(), head.content_length);
  return 0;
}

// `text` is the head without its end.
int ParseLines(std::string_view text, const HeadLimits& limits, Head& head) {
  head = Head();
  bool first = true;
  while (true) {
    size_t line_end = text.find("\r\n");
    std::string_view line = text.substr(0, line_end);
    if (line.find_first_of(std::string_view("\r\n\0", 3)) != line.npos) return 400;
    int status = first ? ParseRequestLine(line, limits, head) : ParseField(line, limits, head);
    if (status != 0) return status;
    first = false;
    if (line_end == text.npos) break;
    text.remove_prefix(line_end + 2);
  }
  return InterpretFields(head);
}

}  // namespace

int SetTarget(std::string_view method, std::string_view target, const HeadLimits& limits, Head& head) {
  if (!IsToken(method)) return 400;
  if (target.size() > limits.target) return 414;
  bool visible = std::all_of(target.begin(), target.end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (target.empty() || !visible || target.find('#') != target.npos) return 400;
  if (std::find(kMethods.begin(), kMethods.end(), method) == kMethods.end()) return 501;
  if (target.starts_with("http://") || target.starts_with("https://")) {
    size_t path = target.find('/', target.find("//") + 2);
    target = path == target.npos ? "/" : target.substr(path);
  }
  if (target.front() != '/' && !(target == "*" && method == "OPTIONS")) return 400;
  head.method = method;
  head.target = target;
  return 0;
}

int AddField(std::string_view name, std::string_view value, const HeadLimits& limits, Head& head) {
  if (head.fields.size() == limits.fields) return 431;
  // White space before the colon and folded lines can hide a field from another parser.
  if (!IsToken(name)) return 400;
  value = Trim(value);
  bool clean = std::all_of(value.begin(), value.end(),
                           [](char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != 0x7f); });
  if (!clean) return 400;
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  head.fields.emplace_back(std::move(lower), value);
  return 0;
}

int InterpretFields(Head& head) {
  bool close = head.http10;
  int lengths = 0;
  int hosts = 0;
  for (const auto& [name, value] : head.fields) {
    if (name == "content-length") {
      if (++lengths > 1) return 400;
      if (int status = ParseLength(value, head); status != 0) return status;
    } else if (name == "transfer-encoding") {
      if (head.http10 || head.chunked) return 400;
      if (!EqualsIgnoringCase(value, "chunked")) return 501;
      head.chunked = true;
    } else if (name == "connection") {
      if (ListHas(value, "close")) close = true;
      if (head.http10 && ListHas(value, "keep-alive")) close = false;
    } else if (name == "expect") {
      if (!EqualsIgnoringCase(value, "100-continue")) return 417;
      head.expects_continue = !head.http10;
    } else if (name == "content-encoding") {
      // Compressed bodies are refused: they could decompress to any size.
      if (!value.empty() && !EqualsIgnoringCase(value, "identity")) return 415;
    } else if (name == "host") {
      ++hosts;
    }
  }
  if (head.chunked && lengths > 0) return 400;
  if (hosts > 1 || (hosts == 0 && !head.http10)) return 400;
  if ((head.method == "GET" || head.method == "HEAD") && head.has_body()) return 400;
  head.keep_alive = !close;
  return 0;
}

std::string_view Find(const Fields& fields, std::string_view name) {
  for (const auto& field : fields) {
    if (field.first == name) return field.second;
  }
  return {};
}

bool ListHas(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    size_t comma = list.find(',');
    if (EqualsIgnoringCase(Trim(list.substr(0, comma)), word)) return true;
    if (comma == list.npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

HeadResult ParseHead(std::string_view bytes, const HeadLimits& limits, Head& head) {
  return HeadReader().Read(bytes, limits, head);
}

HeadResult HeadReader::Read(std::string_view bytes, const HeadLimits& limits, Head& head) {
  size_t start = 0;
  while (bytes.substr(start).starts_with("\r\n") && start < 4) start += 2;
  size_t end = bytes.find(kHeadEnd, std::max(start, searched_));
  if (end == bytes.npos) searched_ = bytes.size() - std::min(bytes.size(), kHeadEnd.size() - 1);
  if (end == bytes.npos && bytes.size() <= limits.bytes) return {};
  if (end == bytes.npos || end + kHeadEnd.size() > limits.bytes) {
    // If the first line is too long, the target is to blame (414); otherwise the fields (431).
    return Refused(bytes.substr(0, limits.bytes).find("\r\n", start) > limits.target + 32 ? 414 : 431);
  }
  if (int status = ParseLines(bytes.substr(start, end - start), limits, head); status != 0) return Refused(status);
  return {.kind = HeadResult::Kind::kComplete, .size = end + kHeadEnd.size(), .status = 0};
}

ChunkDecoder::State ChunkDecoder::Decode(std::string_view in, size_t room, std::string& out, size_t& used) {
  used = 0;
  while (used < in.size() && phase_ != Phase::kDone) {
    if (phase_ == Phase::kData) {
      size_t take = std::min({static_cast<uint64_t>(in.size() - used), left_, static_cast<uint64_t>(room)});
      if (take == 0) return State::kMore;
      out.append(in.substr(used, take));
      used += take;
      left_ -= take;
      room -= take;
      if (left_ == 0) phase_ = Phase::kDataReturn;
      continue;
    }
    if (Step(in[used++]) == State::kBad) return State::kBad;
  }
  return phase_ == Phase::kDone ? State::kDone : State::kMore;
}

ChunkDecoder::State ChunkDecoder::Step(char c) {
  auto go = [&](bool allowed, Phase next) {
    phase_ = next;
    return allowed ? State::kMore : State::kBad;
  };
  switch (phase_) {
    case Phase::kSize: {
      int digit = c >= '0' && c <= '9' ? c - '0' : Lower(c) >= 'a' && Lower(c) <= 'f' ? Lower(c) - 'a' + 10 : -1;
      if (digit >= 0) {
        left_ = left_ * 16 + static_cast<uint64_t>(digit);
        return ++digits_ <= kMaxChunkDigits ? State::kMore : State::kBad;
      }
      if (digits_ == 0) return State::kBad;
      if (c == '\r') return go(true, Phase::kSizeEnd);
      return go(c == ';' || c == ' ' || c == '\t', Phase::kExtension);
    }
    case Phase::kExtension:
      if (c == '\r') return go(true, Phase::kSizeEnd);
      return c != '\n' && ++extra_ <= kMaxChunkExtra ? State::kMore : State::kBad;
    case Phase::kSizeEnd:
      digits_ = 0;
      line_empty_ = true;
      return go(c == '\n', left_ > 0 ? Phase::kData : Phase::kTrailer);
    case Phase::kDataReturn:
      return go(c == '\r', Phase::kDataEnd);
    case Phase::kDataEnd:
      return go(c == '\n', Phase::kSize);
    case Phase::kTrailer:
      if (c == '\r') return go(true, Phase::kTrailerEnd);
      line_empty_ = false;
      return c != '\n' && ++extra_ <= kMaxChunkExtra ? State::kMore : State::kBad;
    case Phase::kTrailerEnd: {
      bool last = line_empty_;
      line_empty_ = true;
      return go(c == '\n', last ? Phase::kDone : Phase::kTrailer);
    }
    default:
      return State::kBad;
  }
}

BodyDecoder::State BodyDecoder::Decode(std::string_view in, size_t room, std::string& out, size_t& used) {
  if (chunked_) return chunks_.Decode(in, room, out, used);
  if (open_ended_) {
    used = std::min(in.size(), room);
    out.append(in.substr(0, used));
    return State::kMore;
  }
  used = std::min({static_cast<uint64_t>(in.size()), left_, static_cast<uint64_t>(room)});
  out.append(in.substr(0, used));
  left_ -= used;
  return left_ == 0 ? State::kDone : State::kMore;
}

}  // namespace academy::http
