// Folds text for searching, so that what people type finds what people wrote.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace academy::catalog {

// Lower case; no diacritics, tatweel or hamza seats; ya for alef maqsura, ha for ta marbuta; digits 0 to 9.
std::string FoldForSearch(std::string_view text);

// `text` folded, for `LIKE ... ESCAPE '\'`, matching anywhere.
std::string LikePattern(std::string_view text);

}  // namespace academy::catalog
