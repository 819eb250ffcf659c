#include "services/platform/encoding/json_text.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "services/platform/encoding/utf8.h"

namespace academy {
namespace {

#ifdef __SSE2__
constexpr size_t kBlock = sizeof(__m128i);

// Whether a block of 16 bytes has only characters of one or two bytes (Latin, Arabic and the like) that JSON strings do
// not escape. `open`: whether the bytes before end within a character; on return, whether these do.
bool IsPlainBlock(const char* bytes, bool& open) {
  constexpr unsigned kAll = 0xffff;
  auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  auto bits = [](__m128i mask) { return static_cast<unsigned>(_mm_movemask_epi8(mask)); };
  // Bytes are signed here: those from 0x80 on compare less than all others.
  __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  __m128i escaped = _mm_or_si128(_mm_cmpeq_epi8(block, all('"')), _mm_cmpeq_epi8(block, all('\\')));
  __m128i single = _mm_andnot_si128(escaped, _mm_cmpgt_epi8(block, all(0x1f)));
  __m128i lead = _mm_and_si128(_mm_cmpgt_epi8(block, all(0xc1)), _mm_cmplt_epi8(block, all(0xe0)));
  __m128i rest = _mm_cmplt_epi8(block, all(0xc0));
  if (bits(_mm_or_si128(single, _mm_or_si128(lead, rest))) != kAll) return false;
  unsigned leads = bits(lead);
  if (bits(rest) != (((leads << 1) | (open ? 1 : 0)) & kAll)) return false;
  open = leads >> (kBlock - 1) != 0;
  return true;
}

// Skips such blocks and returns the start of the first character after them.
size_t SkipPlainBlocks(std::string_view text, size_t i) {
  bool open = false;
  for (; i + kBlock <= text.size(); i += kBlock) {
    if (!IsPlainBlock(text.data() + i, open)) return i - (open ? 1 : 0);
  }
  std::array<char, kBlock> last;
  last.fill(' ');
  std::memcpy(last.data(), text.data() + i, text.size() - i);
  bool within = open;
  return IsPlainBlock(last.data(), within) ? text.size() : i - (open ? 1 : 0);
}
#else
size_t SkipPlainBlocks(std::string_view, size_t i) { return i; }
#endif

// Returns the end of the characters from `i` on that need no escaping.
size_t EndOfPlain(std::string_view text, size_t i) {
  constexpr size_t kWindow = 16;
  while (i < text.size()) {
    i = SkipPlainBlocks(text, i);
    // Characters between blocks.
    for (size_t until = std::min(text.size(), i + kWindow); i < until;) {
      auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x20 || byte == '"' || byte == '\\') return i;
      size_t length = byte < 0x80 ? 1 : Utf8SequenceLength(text.substr(i));
      if (length == 0) return i;
      i += length;
    }
  }
  return i;
}

void AppendEscaped(std::string& out, char c) {
  char escaped[8];
  switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) >= 0x20) {
    out += "\xef\xbf\xbd";
    return;
  }
  std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  out += escaped;
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  for (size_t i = 0; i < text.size();) {
    size_t end = EndOfPlain(text, i);
    out.append(text, i, end - i);
    i = end;
    if (i == text.size()) break;
    AppendEscaped(out, text[i]);
    ++i;
  }
  out += '"';
}

}  // namespace academy
