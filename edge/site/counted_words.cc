#include "edge/site/counted_words.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace academy::edge {

CountedWords::CountedWords(const nlohmann::json& forms) {
  if (!forms.is_object()) return;
  for (const auto& [word, kinds] : forms.items()) {
    if (word == "pair" && kinds.is_string()) ReadPair(kinds.get<std::string>());
    if (!kinds.is_object() || !kinds.contains("exact") || !kinds.contains("others")) continue;
    Forms read{.exact = kinds["exact"], .others = kinds["others"]};
    if (read.exact.size() == 3 && read.others.size() == 100) words_[word] = std::move(read);
  }
}

void CountedWords::ReadPair(const std::string& text) {
  size_t first = text.find('#');
  size_t second = first == text.npos ? text.npos : text.find('#', first + 1);
  if (second == text.npos || text.find('#', second + 1) != text.npos) return;
  around_pair_ = {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
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
  if (hours == 0) return minutes > 0 ? Say("minute", minutes) : Say("second", total);
  if (minutes == 0) return Say("hour", hours);
  return around_pair_[0] + Say("hour", hours) + around_pair_[1] + Say("minute", minutes) + around_pair_[2];
}

}  // namespace academy::edge
