// Folds text for searches, so that different spellings of a word compare equal.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace academy::catalog {

// Converts to lower case, removes diacritics and tatweel, and unifies letters: no hamza seats, ya for alef maqsura, ha
// for ta marbuta, digits 0 to 9.
std::string FoldForSearch(std::string_view text);

// Returns a pattern for `LIKE ... ESCAPE '\'` that matches the folded `text` anywhere.
std::string LikePattern(std::string_view text);

}  // namespace academy::catalog
