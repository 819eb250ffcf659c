#include "edge/site/guide.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace academy::edge {
namespace {

constexpr std::string_view kGuide = "/docs/guide";

// Of `q=0.7`: the weight, 1 where there is none, 0 where it is no number.
double WeightOf(absl::string_view parameter) {
  parameter = absl::StripAsciiWhitespace(parameter);
  if (!absl::StartsWithIgnoreCase(parameter, "q=")) return 1;
  double weight = 0;
  return absl::SimpleAtod(parameter.substr(2), &weight) ? weight : 0;
}

}  // namespace

std::string_view GuideLanguage(std::string_view accepted, std::string_view otherwise) {
  std::string_view best = otherwise;
  double best_weight = 0;
  for (absl::string_view range : absl::StrSplit(absl::string_view(accepted.data(), accepted.size()), ',')) {
    std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(range, absl::MaxSplits(';', 1));
    // `en`, or one of its kinds: `en-GB`.
    absl::string_view tag = absl::StripAsciiWhitespace(parts.first);
    tag = tag.substr(0, tag.find('-'));
    const double weight = WeightOf(parts.second);
    for (std::string_view language : kLanguages) {
      if (!absl::EqualsIgnoreCase(tag, {language.data(), language.size()}) || weight <= best_weight) continue;
      best = language;
      best_weight = weight;
    }
  }
  return best;
}

bool LeadToGuide(const SiteFolder& folder, const std::shared_ptr<http::Exchange>& exchange) {
  const http::Request& request = exchange->request();
  std::string_view path = request.path;
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path != kGuide || (request.method != "GET" && request.method != "HEAD")) return false;
  const std::shared_ptr<const SiteContent> content = folder.content();
  std::string_view language = GuideLanguage(request.Field("accept-language"), content->default_language);
  http::Response answer;
  answer.status = 302;
  answer.headers = {{"Location", std::string(kGuide) + "/" + std::string(language)}, {"Vary", "Accept-Language"}};
  exchange->Send(std::move(answer));
  return true;
}

}  // namespace academy::edge
