#include "services/auth/accounts/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace academy::auth {
namespace {

// Longer words are truncated and further ones dropped, to bound the size of the index.
constexpr size_t kMaxWordBytes = 64;
constexpr size_t kMaxTerms = 48;
constexpr size_t kMinPhoneEnding = 2;
constexpr int kMaxMarks = 30;
constexpr std::string_view kArticle = "\u0627\u0644";

std::string Map(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &mapped, static_cast<utf8proc_option_t>(options));
  if (size < 0) return "";
  std::string result(reinterpret_cast<char*>(mapped), static_cast<size_t>(size));
  std::free(mapped);
  return result;
}

// Calls `visit` for each code point until it returns false. Stops at invalid UTF-8.
template <typename Visit>
void ForEachCodePoint(std::string_view text, Visit visit) {
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  while (left > 0) {
    utf8proc_int32_t code_point = 0;
    utf8proc_ssize_t used = utf8proc_iterate(at, left, &code_point);
    if (used <= 0 || !visit(code_point)) return;
    at += used;
    left -= used;
  }
}

void Append(std::string& out, utf8proc_int32_t code_point) {
  utf8proc_uint8_t bytes[4];
  utf8proc_ssize_t size = utf8proc_encode_char(code_point, bytes);
  out.append(reinterpret_cast<char*>(bytes), static_cast<size_t>(size));
}

// Returns 0 to drop the letter. Decomposition has already removed hamza and madda from their carriers.
utf8proc_int32_t FoldLetter(utf8proc_int32_t c) {
  if (c >= 0x0660 && c <= 0x0669) return '0' + (c - 0x0660);
  if (c >= 0x06F0 && c <= 0x06F9) return '0' + (c - 0x06F0);
  switch (c) {
    case 0x0640:  // tatweel
      return 0;
    case 0x0671:  // alef wasla
      return 0x0627;
    case 0x0649:  // alef maqsura
    case 0x06CC:  // Farsi ya
      return 0x064A;
    case 0x0629:  // ta marbuta
      return 0x0647;
    case 0x06A9:  // keheh
      return 0x0643;
    default:
      return c;
  }
}

// Unicode's White_Space.
bool IsWhiteSpace(utf8proc_int32_t code_point) {
  utf8proc_category_t category = utf8proc_category(code_point);
  return (code_point >= '\t' && code_point <= '\r') || code_point == 0x85 || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

size_t Utf8Size(utf8proc_int32_t code_point) {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

bool IsWordCharacter(utf8proc_int32_t code_point) {
  utf8proc_category_t category = utf8proc_category(code_point);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

void AddTerm(std::vector<std::string>& terms, std::string term) {
  if (terms.size() < kMaxTerms && std::find(terms.begin(), terms.end(), term) == terms.end()) {
    terms.push_back(std::move(term));
  }
}

// Whether more marks follow each other than any writing has (UAX #15, section 13). Putting them in order takes time
// that grows with their square: seconds for the 64 KiB that a request may have.
bool HasHeapOfMarks(std::string_view text) {
  int marks = 0;
  ForEachCodePoint(text, [&](utf8proc_int32_t code_point) {
    // A letter of its own may be nothing but marks.
    std::array<utf8proc_int32_t, 8> parts;
    utf8proc_ssize_t count =
        utf8proc_decompose_char(code_point, parts.data(), parts.size(), UTF8PROC_DECOMPOSE, nullptr);
    for (utf8proc_ssize_t i = 0; i < count && i < static_cast<utf8proc_ssize_t>(parts.size()); ++i) {
      marks = utf8proc_get_property(parts[static_cast<size_t>(i)])->combining_class == 0 ? 0 : marks + 1;
      if (marks > kMaxMarks) return false;
    }
    return true;
  });
  return marks > kMaxMarks;
}

}  // namespace

std::string ToNfc(std::string_view text) {
  return HasHeapOfMarks(text) ? "" : Map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string_view Trim(std::string_view text) {
  size_t at = 0;
  size_t begin = text.npos;
  size_t end = 0;
  ForEachCodePoint(text, [&](utf8proc_int32_t code_point) {
    size_t from = at;
    at += Utf8Size(code_point);
    if (IsWhiteSpace(code_point)) return true;
    if (begin == text.npos) begin = from;
    end = at;
    return true;
  });
  // Text after invalid UTF-8 is ignored.
  if (at < text.size()) end = text.size();
  return begin == text.npos ? text.substr(0, end) : text.substr(begin, end - begin);
}

std::string WithoutDirections(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    // In UTF-8 E2 80 AA to E2 80 AE, and E2 81 A6 to E2 81 A9.
    std::string_view three = text[i] == '\xE2' ? text.substr(i, 3) : std::string_view();
    bool direction = (three >= "\u202A" && three <= "\u202E") || (three >= "\u2066" && three <= "\u2069");
    if (direction) {
      i += three.size();
    } else {
      kept += text[i++];
    }
  }
  return kept;
}

bool IsInvisible(std::string_view text) {
  bool invisible = true;
  ForEachCodePoint(text, [&](utf8proc_int32_t code_point) {
    utf8proc_category_t category = utf8proc_category(code_point);
    // The Hangul fillers and the Braille blank are letters and symbols without a visible form.
    bool filler = code_point == 0x115F || code_point == 0x1160 || code_point == 0x3164 || code_point == 0xFFA0 ||
                  code_point == 0x2800;
    invisible = filler || IsWhiteSpace(code_point) || category == UTF8PROC_CATEGORY_CF ||
                category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_MN ||
                category == UTF8PROC_CATEGORY_CN;
    return invisible;
  });
  return invisible;
}

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  ForEachCodePoint(text, [&](utf8proc_int32_t) { return ++count > 0; });
  return count;
}

bool HasControlCharacters(std::string_view text) {
  bool found = false;
  ForEachCodePoint(text, [&](utf8proc_int32_t code_point) {
    utf8proc_category_t category = utf8proc_category(code_point);
    found = category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
    return !found;
  });
  return found;
}

std::string Fold(std::string_view text) {
  std::string plain = Map(text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                    UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  std::string folded;
  folded.reserve(plain.size());
  ForEachCodePoint(plain, [&](utf8proc_int32_t code_point) {
    if (utf8proc_int32_t letter = FoldLetter(code_point); letter != 0) Append(folded, letter);
    return true;
  });
  return folded;
}

std::string FoldCase(std::string_view text) {
  return HasHeapOfMarks(text) ? "" : Map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

std::string EmailKey(std::string_view email) { return FoldCase(Trim(email)); }

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  auto finish = [&] {
    if (!word.empty()) AddTerm(words, std::move(word));
    word.clear();
  };
  ForEachCodePoint(Fold(text), [&](utf8proc_int32_t code_point) {
    if (!IsWordCharacter(code_point)) {
      finish();
    } else if (word.size() + 4 <= kMaxWordBytes) {
      Append(word, code_point);
    }
    return true;
  });
  finish();
  return words;
}

std::vector<std::string> SearchTerms(std::string_view fullname, std::string_view email, std::string_view phonenumber) {
  std::vector<std::string> terms;
  for (std::string_view text : {fullname, email}) {
    for (const std::string& word : Words(text)) {
      AddTerm(terms, word);
      if (word.starts_with(kArticle) && word.size() > kArticle.size() + 2) AddTerm(terms, word.substr(kArticle.size()));
    }
  }
  std::string digits;
  for (const std::string& word : Words(phonenumber)) digits += word;
  digits.resize(std::min(digits.size(), kMaxWordBytes));
  bool plain = std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!plain) {
    for (const std::string& word : Words(phonenumber)) AddTerm(terms, word);
  } else {
    for (size_t i = 0; i + kMinPhoneEnding <= digits.size(); ++i) AddTerm(terms, digits.substr(i));
  }
  return terms;
}

}  // namespace academy::auth
