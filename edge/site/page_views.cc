#include "edge/site/page_views.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/hash/hash.h"
#include "edge/site/site_folder.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;

constexpr size_t kPlaces = 16 * 1024;
constexpr int64_t kMillisAMinute = 60'000;
constexpr char kName[] = "academy_edge_page_views_total";
constexpr char kHelp[] = "Pages shown in browsers, by page and language";

struct View {
  std::string page;
  std::string language;
};

absl::StatusOr<std::string> TextOf(const json& body, const char* field) {
  auto found = body.find(field);
  if (found == body.end() || found->is_null()) return "";
  if (found->is_string()) return found->get<std::string>();
  return WithReason(ValidationError({{field, "wrong_type", std::string(field) + " must be a text"}}), "wrong_type");
}

absl::StatusOr<View> Read(const http::Request& request) {
  std::string_view type = request.Field("content-type");
  if (!request.body.empty() && !type.empty() && !type.starts_with("application/json")) {
    return Error(absl::StatusCode::kUnimplemented, "unsupported_media_type",
                 "The request must be sent as application/json");
  }
  json body = request.body.empty() ? json::object() : json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  if (!body.is_object()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_json", "The request must be a JSON object");
  }
  View view;
  ASSIGN_OR_RETURN(view.page, TextOf(body, "page"));
  ASSIGN_OR_RETURN(view.language, TextOf(body, "lang"));
  if (!view.page.starts_with('/')) return ValidationError({{"page", "required", "page is the address that is shown"}});
  if (view.language != "en") view.language = "ar";
  return view;
}

}  // namespace

PageViews::PageViews(const StaticSite& pages, Metrics& metrics, const Clock& clock)
    : pages_(pages),
      metrics_(metrics),
      clock_(clock),
      dropped_(metrics.Counter("academy_edge_page_views_dropped_total", "Page views not counted: too many a minute")),
      seen_(kPlaces) {}

void PageViews::Serve(const std::shared_ptr<http::Exchange>& exchange) {
  exchange->CollectBody(/*stranger=*/true, [this, exchange] { Answer(*exchange); });
}

void PageViews::Answer(http::Exchange& exchange) {
  absl::Status counted = Count(exchange.request());
  if (!counted.ok()) return exchange.Send(FailureOf(counted, exchange.request().id));
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = R"({"message":"Thank you"})";
  exchange.Send(std::move(answer));
}

absl::Status PageViews::Count(const http::Request& request) {
  ASSIGN_OR_RETURN(View view, Read(request));
  std::string_view page = pages_.PageOf(view.page);
  if (page.empty()) page = "other";
  absl::MutexLock lock(&mutex_);
  if (!MayCount(request.remote_address)) {
    dropped_.Add();
    return absl::OkStatus();
  }
  MetricCounter*& counter = counters_[{page, view.language}];
  if (counter == nullptr) {
    counter = &metrics_.Counter(kName, kHelp, {{"page", std::string(page)}, {"language", view.language}});
  }
  counter->Add();
  return absl::OkStatus();
}

bool PageViews::MayCount(std::string_view peer) {
  int64_t minute = clock_.Now() / kMillisAMinute;
  if (minute != minute_) {
    minute_ = minute;
    std::fill(seen_.begin(), seen_.end(), uint16_t{0});
  }
  uint16_t& seen = seen_[absl::Hash<std::string_view>()(peer) % kPlaces];
  if (seen == kPerMinute) return false;
  ++seen;
  return true;
}

}  // namespace academy::edge
