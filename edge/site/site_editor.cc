#include "edge/site/site_editor.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "edge/http/response/compressed_text.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/idempotency_key.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using nlohmann::json;
using Site = auth::v1::Site::StubInterface::async_interface;

struct Edit {
  CallIdentity identity;
  std::string key;
  // JSON; empty if the request has none.
  std::string files;
  std::optional<int64_t> revision;
  std::optional<std::string> timezone;
};

absl::Status WrongType(const char* field, const char* wanted) {
  std::string message = std::string(field) + " must be " + wanted;
  return WithReason(ValidationError({{field, "wrong_type", message}}), "wrong_type");
}

absl::StatusOr<Edit> ReadEdit(const http::Request& request, bool with_files) {
  std::string_view type = request.Field("content-type");
  if (!request.body.empty() && !type.empty() && !type.starts_with("application/json")) {
    return Error(absl::StatusCode::kUnimplemented, "unsupported_media_type",
                 "The request must be sent as application/json");
  }
  Edit edit;
  ASSIGN_OR_RETURN(edit.key, IdempotencyKeyOf(request));
  json body = request.body.empty() ? json::object() : json::parse(request.body, nullptr, /*allow_exceptions=*/false);
  if (!body.is_object()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_json", "The request must be a JSON object");
  }
  if (auto revision = body.find("revision"); revision != body.end() && !revision->is_null()) {
    if (!revision->is_number_integer()) return WrongType("revision", "a whole number");
    edit.revision = revision->get<int64_t>();
  }
  auto files = body.find("files");
  if (with_files && files != body.end() && !files->is_null()) {
    if (!files->is_object()) return WrongType("files", "an object");
    edit.files = files->dump(-1, ' ', false, json::error_handler_t::replace);
  }
  if (auto timezone = body.find("timezone"); timezone != body.end() && !timezone->is_null()) {
    if (!timezone->is_string()) return WrongType("timezone", "a text");
    edit.timezone = timezone->get<std::string>();
  }
  return edit;
}

void Fail(const SharedExchange& exchange, const absl::Status& status) {
  exchange->Send(FailureOf(status, exchange->request().id));
}

// What an owner edits, the draft or else what is published, and how it looks. A preview shows examples too, because it
// is the manager who looks.
json ResultOf(const auth::v1::StoredSite& site, const SiteFolder& folder) {
  bool drafted = !site.draft().files().empty();
  const auth::v1::SiteDocument& edited = drafted ? site.draft() : site.published();
  json files = folder.FilesWith(edited.files());
  auto time = [](const std::string& text) { return text.empty() ? json() : json(text); };
  json result = {{"timezone", edited.timezone()},
                 {"revision", site.revision()},
                 {"draft", drafted},
                 {"changedAt", time(site.draft().changed_at())},
                 {"publishedAt", time(site.published().changed_at())},
                 {"views", SiteContent::Make(files, Placeholders::kShown).views}};
  result["files"] = std::move(files);
  return result;
}

}  // namespace

SiteEditor::SiteEditor(const Channels& channels, const Transcoder& transcoder, const SiteFolder& folder,
                       PublishedSite& published)
    : site_(channels.auth), transcoder_(transcoder), folder_(folder), published_(published) {}

void SiteEditor::Fetch(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(exchange, route, [this, exchange, hold = in_flight_.Add()](const Session&) {
    if (absl::StatusOr<Edit> read = ReadEdit(exchange->request(), /*with_files=*/false); !read.ok()) {
      return Fail(exchange, read.status());
    }
    CallIdentity identity{.caller = {.kind = CallerKind::kService, .id = "edge"}};
    identity.caller.request_id = exchange->request().id;
    identity.caller.trace = exchange->request().trace;
    CallUnary<Site, auth::v1::GetSiteRequest, auth::v1::GetSiteResponse>(
        site_.async(), &Site::GetSite, identity, kOrdinaryTimeout, {},
        [this, exchange, hold](const absl::StatusOr<auth::v1::GetSiteResponse>& response) {
          if (!response.ok()) return Fail(exchange, response.status());
          Send(exchange, "Fetched Successfully", response->site(), /*replayed=*/false);
        });
  });
}

void SiteEditor::SaveDraft(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(exchange, route, [this, exchange, hold = in_flight_.Add()](const Session& session) {
    absl::StatusOr<Edit> edit = ReadEdit(exchange->request(), /*with_files=*/true);
    if (!edit.ok()) return Fail(exchange, edit.status());
    auth::v1::SaveSiteDraftRequest request;
    request.set_files(edit->files);
    if (edit->revision.has_value()) request.set_revision(*edit->revision);
    if (edit->timezone.has_value()) request.set_timezone(*edit->timezone);
    CallOnce<Site, auth::v1::SaveSiteDraftRequest, auth::v1::SaveSiteDraftResponse>(
        site_.async(), &Site::SaveSiteDraft, transcoder_.IdentityOf(exchange->request(), session), kOrdinaryTimeout,
        edit->key, std::move(request),
        [this, exchange, hold](const absl::StatusOr<auth::v1::SaveSiteDraftResponse>& saved, bool replayed) {
          if (!saved.ok()) return Fail(exchange, saved.status());
          Send(exchange, "Updated Successfully", saved->site(), replayed);
        });
  });
}

void SiteEditor::Publish(const SharedExchange& exchange, const Route& route) {
  transcoder_.AuthorizeWhole(exchange, route, [this, exchange, hold = in_flight_.Add()](const Session& session) {
    absl::StatusOr<Edit> edit = ReadEdit(exchange->request(), /*with_files=*/false);
    if (!edit.ok()) return Fail(exchange, edit.status());
    auth::v1::PublishSiteRequest request;
    if (edit->revision.has_value()) request.set_revision(*edit->revision);
    CallOnce<Site, auth::v1::PublishSiteRequest, auth::v1::PublishSiteResponse>(
        site_.async(), &Site::PublishSite, transcoder_.IdentityOf(exchange->request(), session), kOrdinaryTimeout,
        edit->key, std::move(request),
        [this, exchange, hold](const absl::StatusOr<auth::v1::PublishSiteResponse>& published, bool replayed) {
          if (!published.ok()) return Fail(exchange, published.status());
          // Who published looks at the site next.
          published_.Refresh([this, exchange, hold, site = published->site(), replayed] {
            Send(exchange, "Updated Successfully", site, replayed);
          });
        });
  });
}

void SiteEditor::Send(const SharedExchange& exchange, const std::string& message, const auth::v1::StoredSite& site,
                      bool replayed) const {
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  if (replayed) MarkReplayed(answer);
  json body = {{"message", message}, {"result", ResultOf(site, folder_)}};
  CompressedText(body.dump(-1, ' ', false, json::error_handler_t::replace), CompressedText::Kind::kData)
      .AddTo(answer, exchange->request());
  exchange->Send(std::move(answer));
}

}  // namespace academy::edge
