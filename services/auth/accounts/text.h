// Unicode forms of people's texts: normalization, comparison keys and search words.
//
// Every function is pure and may be called from any thread. Invalid UTF-8 gives an empty result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace academy::auth {

// NFC (UAX #15).
std::string ToNfc(std::string_view text);

// Without white space (of Unicode) at both ends.
std::string_view Trim(std::string_view text);

// Whether nothing of `text` shows on a page: white space, marks of direction and joining, fillers.
bool IsInvisible(std::string_view text);

// Code points of `text`; control characters among them: general category Cc, and the separators of lines and paragraphs
// (U+2028, U+2029), where some programs end a line too.
size_t CountCharacters(std::string_view text);
bool HasControlCharacters(std::string_view text);

// One form for all spellings that people take for the same: without case, diacritics and tatweel, with Arabic letter
// forms (hamza on its carriers, alef, ya and alef maqsura, ta marbuta and ha) and digits made one.
std::string Fold(std::string_view text);

// NFC without case, diacritics kept.
std::string FoldCase(std::string_view text);

// The key under which an address is unique: FoldCase without white space at its ends.
std::string EmailKey(std::string_view email);

// The folded words of `text`, by which it is found: runs of letters and digits.
std::vector<std::string> Words(std::string_view text);

// The words under which a learner is found; a search word is a prefix of one of them. An Arabic word with its article
// stands without it too, and a phone number under each of its endings.
std::vector<std::string> SearchTerms(std::string_view fullname, std::string_view email, std::string_view phonenumber);

}  // namespace academy::auth
