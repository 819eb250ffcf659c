// Counted words ("3 lessons", "1 hour, 5 minutes") in one language's plural forms.
//
// The forms are made at build time from the web app's texts and plural rules. The plural rules of Arabic and English
// (Unicode CLDR) depend on the last two digits at most, so the forms for 0, 1 and 2, and one for each pair of last
// digits, are enough. Immutable, so thread-safe.
#pragma once

#include <array>
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
  // `{"lesson": {"exact": [for 0, for 1, for 2], "others": [100 texts, "#" for the number]}, ...}`, and how the
  // language joins two lengths: `{"pair": "# and #"}`. Entries of another shape are left out.
  explicit CountedWords(const nlohmann::json& forms);

  // The number with its word; only the number if the word is unknown.
  std::string Say(std::string_view word, int64_t count) const;

  // A length like the web app's `formatDuration`: hours and minutes, or minutes, or seconds; empty for 0.
  std::string SayLength(double seconds) const;

 private:
  struct Forms {
    std::vector<std::string> exact;
    std::vector<std::string> others;
  };
  void ReadPair(const std::string& text);

  std::map<std::string, Forms, std::less<>> words_;
  // What stands before, between and after two lengths.
  std::array<std::string, 3> around_pair_ = {"", " ", ""};
};

}  // namespace academy::edge
