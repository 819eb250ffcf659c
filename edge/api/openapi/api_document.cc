#include "edge/api/openapi/api_document.h"

#include <utility>

#include "edge/api/openapi/document.h"
#include "services/platform/base/status.h"

namespace academy::edge {

absl::StatusOr<ApiDocument> ApiDocument::Make(const std::vector<Route>& routes) {
  ASSIGN_OR_RETURN(Comments comments, Comments::LoadOwn());
  ASSIGN_OR_RETURN(Json json, MakeOpenApi(routes, comments));
  ApiDocument document;
  document.text_ = std::make_shared<const CompressedText>(json.dump(), CompressedText::Kind::kPage);
  return document;
}

void ApiDocument::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  if (request.method != "GET" && request.method != "HEAD") {
    http::Response answer =
        http::FailureResponse(405, "method_not_allowed", "The method is not allowed here", request.id);
    answer.headers.emplace_back("Allow", "GET, HEAD");
    return exchange->Send(std::move(answer));
  }
  exchange->Send(
      text_->ResponseTo(request, {{"Content-Type", "application/json; charset=utf-8"}, {"Cache-Control", "no-cache"}}));
}

std::string ApiDocument::Pretty() const { return Json::parse(text_->text()).dump(2) + '\n'; }

}  // namespace academy::edge
