// Unicode processing of text: normalization, comparison keys and search words.
//
// All functions are pure and thread-safe. Invalid UTF-8 gives an empty result, and so do more than 30 combining marks
// in a row where they would have to be sorted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace academy::auth {

// Returns the NFC form (UAX #15).
std::string ToNfc(std::string_view text);

// Removes Unicode white space at both ends.
std::string_view Trim(std::string_view text);

// Removes embeddings, overrides and isolates (U+202A to U+202E, U+2066 to U+2069), which copied phone numbers and names
// often bring along, and with which a text would reorder what stands beside it. Marks (U+200E, U+200F, U+061C) stay:
// they reach no further than the text.
std::string WithoutDirections(std::string_view text);

// Whether `text` has no visible character: only white space, direction and joining marks, fillers.
bool IsInvisible(std::string_view text);

// CountCharacters counts code points. Control characters are general category Cc and the line and paragraph separators
// (U+2028, U+2029), which some programs treat as line ends.
size_t CountCharacters(std::string_view text);
bool HasControlCharacters(std::string_view text);

// Maps spellings that people consider equal to one form: removes case, diacritics and tatweel, and unifies Arabic
// letter forms (hamza on its carriers, alef, ya and alef maqsura, ta marbuta and ha) and digits.
std::string Fold(std::string_view text);

// Returns NFC, case-folded, with diacritics kept.
std::string FoldCase(std::string_view text);

// Returns the key by which e-mail addresses are unique: FoldCase without surrounding white space.
std::string EmailKey(std::string_view email);

// Returns the folded words of `text`: runs of letters and digits.
std::vector<std::string> Words(std::string_view text);

// Returns the words by which a learner is found; a search word is a prefix of one of them. An Arabic word with the
// definite article is also listed without it, and a phone number by each of its suffixes.
std::vector<std::string> SearchTerms(std::string_view fullname, std::string_view email, std::string_view phonenumber);

}  // namespace academy::auth
