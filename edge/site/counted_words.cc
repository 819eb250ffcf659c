#include "edge/site/counted_words.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace academy::edge {

CountedWords::CountedWords(const nlohmann::json& forms) {
  if (!forms.is_object()) return;
  for (const auto& [word, kinds] : forms.items()) {
    if (!kinds.is_object() || !kinds.contains("exact") || !kinds.contains("others")) continue;
    Forms read{.exact = kinds["exact"], .others = kinds["others"]};
    if (read.exact.size() == 3 && read.others.size() == 100) words_[word] = std::move(read);
  }
}

std::string CountedWords::Say(std::string_view word, int64_t count) const {
  auto found = words_.find(word);
  if (found == words_.end() || count < 0) return std::to_string(count);
  if (count < 3) return found->second.exact[static_cast<size_t>(count)];
  std::string text = found->second.others[static_cast<size_t>(count % 100)];
  size_t number = text.find('#');
  if (number != text.npos) text.replace(number, 1, std::to_string(count));
  return text;
}

std::string CountedWords::SayLength(double seconds) const {
  int64_t total = std::llround(seconds);
  if (total <= 0) return {};
  int64_t hours = total / 3600;
  int64_t minutes = total % 3600 / 60;
  if (hours > 0) return Say("hour", hours) + (minutes > 0 ? " " + Say("minute", minutes) : "");
  return minutes > 0 ? Say("minute", minutes) : Say("second", total);
}

}  // namespace academy::edge
