#include "services/catalog/media/captions.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "services/platform/base/status.h"
#include "services/platform/encoding/utf8.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxFile = 2 * 1024 * 1024;

absl::Status CaptionsInvalid() {
  return Error(absl::StatusCode::kInvalidArgument, "captions_invalid",
               "The captions must be a WebVTT (.vtt) or SubRip (.srt) file");
}

absl::StatusOr<std::string> FromWindows1256(std::string_view text) {
  iconv_t converter = ::iconv_open("UTF-8", "WINDOWS-1256");
  if (converter == reinterpret_cast<iconv_t>(-1)) return absl::InternalError("windows-1256 is not available");
  std::string out(text.size() * 3, '\0');
  char* from = const_cast<char*>(text.data());
  size_t from_left = text.size();
  char* to = out.data();
  size_t to_left = out.size();
  size_t result = ::iconv(converter, &from, &from_left, &to, &to_left);
  ::iconv_close(converter);
  if (result == static_cast<size_t>(-1)) return CaptionsInvalid();
  out.resize(out.size() - to_left);
  if (out.find('\0') != out.npos) return CaptionsInvalid();
  return out;
}

std::string WithPlainLineEnds(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out.push_back(text[i]);
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      out.push_back('\n');
    }
  }
  return out;
}

// `00:01:02,500` or `01:02.500`; false for anything else.
bool ReadTime(std::string_view& text, std::string& vtt) {
  int hours = 0, minutes = 0, seconds = 0, millis = 0, used = 0;
  std::string head(text.substr(0, 32));
  if (std::sscanf(head.c_str(), "%3d:%2d:%2d%*1[,.]%3d%n", &hours, &minutes, &seconds, &millis, &used) != 4) {
    hours = used = 0;
    if (std::sscanf(head.c_str(), "%2d:%2d%*1[,.]%3d%n", &minutes, &seconds, &millis, &used) != 3) return false;
  }
  if (used == 0 || hours < 0 || minutes < 0 || seconds < 0 || millis < 0 || minutes > 59 || seconds > 59) return false;
  char out[32];
  std::snprintf(out, sizeof(out), "%02d:%02d:%02d.%03d", hours, minutes, seconds, millis);
  vtt = out;
  text.remove_prefix(static_cast<size_t>(used));
  return true;
}

void SkipSpaces(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

// Converts a cue's timing line to WebVTT; `settings` keeps the text after the times (SubRip's has another meaning).
bool ReadTiming(std::string_view line, bool settings, std::string& vtt) {
  std::string begin, end;
  SkipSpaces(line);
  if (!ReadTime(line, begin)) return false;
  SkipSpaces(line);
  if (!line.starts_with("-->")) return false;
  line.remove_prefix(3);
  SkipSpaces(line);
  if (!ReadTime(line, end)) return false;
  vtt = begin + " --> " + end + (settings ? std::string(line) : "");
  return true;
}

}  // namespace

absl::StatusOr<std::string> ToWebVtt(std::string_view file) {
  if (file.size() > kMaxFile) return CaptionsInvalid();
  std::string utf8(file);
  if (utf8.starts_with("\xef\xbb\xbf")) utf8.erase(0, 3);
  if (!IsUtf8(utf8) || utf8.find('\0') != utf8.npos) {
    ASSIGN_OR_RETURN(utf8, FromWindows1256(file));
  }
  std::string text = WithPlainLineEnds(utf8);
  bool vtt = text.starts_with("WEBVTT");
  std::string out = vtt ? "" : "WEBVTT\n\n";
  int cues = 0;
  bool in_cue = false;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    std::string timing;
    if (ReadTiming(line, vtt, timing)) {
      out += timing;
      in_cue = true;
      ++cues;
    } else if (line.find("-->") != line.npos) {
      return CaptionsInvalid();
    } else if (vtt || in_cue || line.empty()) {
      out += line;
    } else {
      // Players do not need SubRip's cue numbers.
      continue;
    }
    if (line.find_first_not_of(" \t") == line.npos) in_cue = false;
    out.push_back('\n');
  }
  if (cues == 0) return CaptionsInvalid();
  return out;
}

}  // namespace academy::catalog
