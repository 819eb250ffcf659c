// "3 lessons", "1 hour 5 minutes": things that are counted, in a language's own plural forms.
//
// The forms are made at build time with the texts and plural rules of the web app. Plural rules look at the last two
// digits at most (Unicode CLDR, Arabic and English), so that a form for 0, 1 and 2 and one for each pair of last digits
// is all there is. Immutable, so thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

class CountedWords {
 public:
  CountedWords() = default;
  // `{"lesson": {"exact": [of 0, of 1, of 2], "others": [100 texts, "#" for the number]}, ...}`; forms that are not so
  // are left out.
  explicit CountedWords(const nlohmann::json& forms);

  // The bare number where the word is not known.
  std::string Say(std::string_view word, int64_t count) const;

  // As `formatDuration` of the web app: hours and minutes, or minutes, or seconds; empty for nothing.
  std::string SayLength(double seconds) const;

 private:
  struct Forms {
    std::vector<std::string> exact;
    std::vector<std::string> others;
  };
  std::map<std::string, Forms, std::less<>> words_;
};

}  // namespace academy::edge
