#include "edge/api/openapi/document.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "academy/edge/v1/bin.pb.h"
#include "academy/edge/v1/health.pb.h"
#include "academy/edge/v1/transfer.pb.h"
#include "academy/edge/v1/try_login.pb.h"
#include "edge/api/openapi/embedded.h"
#include "edge/api/openapi/failures.h"
#include "edge/api/router.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

constexpr std::string_view kProtoReference = "proto:";

absl::Status Internal(std::string_view reason, const std::string& message) {
  return Error(absl::StatusCode::kInternal, reason, message);
}

std::string LowerVerb(Verb verb) {
  std::string text(VerbText(verb));
  for (char& c : text) c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// `ManagerSignIn` is `Manager sign in`.
std::string TagOf(const ServiceDescriptor* service) {
  std::string tag;
  for (char c : service->name()) {
    bool upper = c >= 'A' && c <= 'Z';
    if (upper && !tag.empty()) tag += ' ';
    tag += upper && !tag.empty() ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return tag;
}

std::string OperationId(const MethodDescriptor* method) {
  std::string id = method->name();
  id[0] = static_cast<char>(id[0] - 'A' + 'a');
  return id;
}

Json SecurityOf(Access access) {
  switch (access) {
    case Access::kPublic:
      return Json::array();
    case Access::kSupport:
    case Access::kManager:
    case Access::kOwner:
      return Json::array({{{"managerToken", Json::array()}}});
    case Access::kLearner:
      return Json::array({{{"learnerToken", Json::array()}}});
  }
  return Json::array();
}

// The sentence that says which managers may make a call; empty when its access alone says who may.
std::string_view RolesOf(Access access) {
  switch (access) {
    case Access::kManager:
      return "Needs the role `manager` or `owner`.";
    case Access::kOwner:
      return "Needs the role `owner`.";
    default:
      return "";
  }
}

class Document {
 public:
  Document(const Comments& comments, Json base) : comments_(comments), schemas_(comments), json_(std::move(base)) {
    paths_ = std::move(json_["paths"]);
    json_["paths"] = Json::object();
    for (const Json& tag : json_["tags"]) tags_.insert(tag["name"].get<std::string>());
    for (auto& [path, item] : paths_.items()) Resolve(item);
  }

  absl::Status Add(const Route& route) {
    if (route.local != LocalHandler::kNone) return AddLocal(route);
    ASSIGN_OR_RETURN(Json operation, OperationOf(route, route.method));
    json_["paths"][route.path][LowerVerb(route.verb)] = std::move(operation);
    return absl::OkStatus();
  }

  absl::StatusOr<Json> Finish() && {
    // Calls that are not in the route table come last.
    for (auto& [path, item] : paths_.items()) json_["paths"][path] = std::move(item);
    RETURN_IF_ERROR(schemas_.status());
    for (Json& tag : json_["tags"]) rpc_tags_.push_back(std::move(tag));
    json_["tags"] = std::move(rpc_tags_);
    Json& components = json_["components"];
    Json schemas = schemas_.Take();
    schemas.update(FailureSchemas());
    schemas.update(components["schemas"]);
    components["schemas"] = std::move(schemas);
    components["responses"] = SharedResponses();
    components["headers"].update(SharedHeaders());
    components["parameters"]["Idempotency-Key"] = KeyParameter();
    RETURN_IF_ERROR(CheckIds());
    return std::move(json_);
  }

 private:
  // base.json describes the calls that the edge answers itself, at the row's path or just below it.
  absl::Status AddLocal(const Route& route) {
    bool found = false;
    std::string verb = LowerVerb(route.verb);
    std::vector<std::string> moved;
    for (auto& [path, item] : paths_.items()) {
      bool below = route.subpaths && path.starts_with(route.path + "/{");
      if (path != route.path && !below) continue;
      found = found || item.contains(verb);
      json_["paths"][path] = item;
      moved.push_back(path);
    }
    for (const std::string& path : moved) paths_.erase(path);
    // The path was added with an earlier row.
    for (auto& [path, item] : json_["paths"].items()) {
      found = found || ((path == route.path || path.starts_with(route.path + "/{")) && item.contains(verb));
    }
    if (found) return absl::OkStatus();
    return Internal("undescribed_route", "base.json does not describe " + verb + " " + route.path);
  }

  absl::StatusOr<Json> OperationOf(const Route& route, const MethodDescriptor* method) {
    ASSIGN_OR_RETURN(std::vector<ListedError> errors, comments_.ErrorsOf(method));
    std::string prose = ProseOf(comments_.Of(method->full_name()));
    Json operation = {{"operationId", OperationId(method)}, {"tags", {TagFor(method->service())}}};
    operation["summary"] = FirstSentence(prose);
    // A comment of one sentence is only the summary.
    if (prose != operation["summary"].get<std::string>() + '.') operation["description"] = prose;
    operation["security"] = SecurityOf(route.access);
    AddRequest(route, method->input_type(), operation);
    if (std::string_view roles = RolesOf(route.access); !roles.empty()) {
      operation["description"] = operation.value("description", prose) + "\n" + std::string(roles);
    }

    Json responses = Json::object();
    responses[std::to_string(route.success)] = {
        {"description", route.success == 201 ? "Created." : "Success."},
        {"headers", {{"X-Request-Id", {{"$ref", "#/components/headers/X-Request-Id"}}}}},
        {"content", {{"application/json", {{"schema", schemas_.Response(method->output_type())}}}}}};
    Failures failures = CommonFailures(route.access, route.verb != Verb::kGet);
    AddListed(errors, failures);
    if (route.writes) {
      AddKeyFailures(failures);
      operation["parameters"].push_back({{"$ref", "#/components/parameters/Idempotency-Key"}});
      responses[std::to_string(route.success)]["headers"]["Idempotency-Replayed"] = {
          {"$ref", "#/components/headers/Idempotency-Replayed"}};
    }
    if (route.reports_progress) {
      responses[std::to_string(route.success)]["headers"]["Report-Interval"] = {
          {"$ref", "#/components/headers/Report-Interval"}};
    }
    AppendResponses(failures, route.success_flag, responses);
    if (const FieldDescriptor* result = ResultField(method->output_type())) {
      AddResult(failures, schemas_.Response(result->message_type()), responses);
    }
    operation["responses"] = std::move(responses);
    return operation;
  }

  void AddRequest(const Route& route, const Descriptor* request, Json& operation) {
    if (request->field_count() == 0) return;
    if (route.multipart) {
      operation["requestBody"] = {{"description", "At most " + std::to_string(route.max_body >> 20) + " MiB."},
                                  {"required", true},
                                  {"content", {{"multipart/form-data", {{"schema", schemas_.Form(request)}}}}}};
      return;
    }
    if (route.query_too) {
      operation["description"] = ProseOf(comments_.Of(route.method->full_name())) +
                                 " The fields may be sent as a JSON body instead of in the query.";
      Json parameters = Json::array();
      for (int i = 0; i < request->field_count(); ++i) {
        const FieldDescriptor* field = request->field(i);
        Json parameter = {{"name", field->json_name()}, {"in", "query"}};
        std::string prose = ProseOf(comments_.Of(field->full_name()));
        if (!prose.empty()) parameter["description"] = prose;
        parameter["schema"] = schemas_.Parameter(field);
        parameters.push_back(std::move(parameter));
      }
      operation["parameters"] = std::move(parameters);
    }
    Json schema = schemas_.Request(request);
    bool required = false;
    for (int i = 0; i < request->field_count(); ++i) {
      required = required || SaysRequired(comments_.Of(request->field(i)->full_name()));
    }
    operation["requestBody"] = {{"required", required && !route.query_too},
                                {"content", {{"application/json", {{"schema", std::move(schema)}}}}}};
  }

  std::string TagFor(const ServiceDescriptor* service) {
    std::string tag = TagOf(service);
    if (tags_.insert(tag).second) {
      rpc_tags_.push_back({{"name", tag}, {"description", comments_.OfFile(service->file()->name())}});
    }
    return tag;
  }

  // Expands base.json's shorthand: `"$ref": "proto:<message>"`, and `codes`, by status, for failures.
  void Resolve(Json& json) {
    if (!json.is_structured()) return;
    if (json.is_object() && json.contains("$ref")) {
      auto reference = json["$ref"].get<std::string>();
      if (!reference.starts_with(kProtoReference)) return;
      const Descriptor* message =
          DescriptorPool::generated_pool()->FindMessageTypeByName(reference.substr(kProtoReference.size()));
      if (message != nullptr) json = schemas_.Response(message);
      return;
    }
    if (json.is_object() && json.contains("codes")) {
      Failures failures;
      for (const auto& [status, codes] : json["codes"].items()) {
        failures[std::stoi(status)] = codes.get<std::vector<std::string>>();
      }
      json.erase("codes");
      AppendResponses(failures, false, json["responses"]);
    }
    for (Json& member : json) Resolve(member);
  }

  absl::Status CheckIds() const {
    std::set<std::string> ids;
    for (const auto& [path, item] : json_["paths"].items()) {
      for (const auto& [verb, operation] : item.items()) {
        if (!operation.is_object()) continue;
        auto id = operation["operationId"].get<std::string>();
        if (!ids.insert(id).second) {
          return Internal("duplicate_operation", absl::StrCat(id, " stands twice, at ", path));
        }
      }
    }
    return absl::OkStatus();
  }

  const Comments& comments_;
  Schemas schemas_;
  Json json_;
  // base.json's paths that are not in the document yet.
  Json paths_;
  std::set<std::string> tags_;
  // Tags of rpcs, in the table's order; base.json's own tags follow.
  Json rpc_tags_ = Json::array();
};

}  // namespace

absl::StatusOr<Json> MakeOpenApi(const std::vector<Route>& routes, const Comments& comments) {
  // Links the descriptors of messages that only base.json refers to.
  v1::ImportUsersResponse::descriptor();
  v1::TryLoginResponse::descriptor();
  v1::FetchHealthResponse::descriptor();
  v1::FetchRequestsResponse::descriptor();
  v1::FetchBinItemsResponse::descriptor();
  v1::ChangeBinItemResponse::descriptor();
  std::string_view text = EmbeddedBase();
  Json base = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!base.is_object()) return Internal("base_invalid", "base.json is not JSON");
  Document document(comments, std::move(base));
  for (const Route& route : routes) RETURN_IF_ERROR(document.Add(route));
  return std::move(document).Finish();
}

}  // namespace academy::edge
