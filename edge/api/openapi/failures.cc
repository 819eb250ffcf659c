#include "edge/api/openapi/failures.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

constexpr std::string_view kChangedMeanwhile = "changed_meanwhile";

struct Shared {
  int status;
  const char* name;
  const char* description;
  std::vector<std::string> codes;
};

// Failures that the edge itself returns, the same for every call.
const std::vector<Shared>& SharedFailures() {
  static const std::vector<Shared>& shared = *new std::vector<Shared>{
      {400, "Unreadable", "The request cannot be read.", {"bad_request", "invalid_json", "wrong_type"}},
      {401,
       "Unauthenticated",
       "No token, an unknown one, or one whose session ended; the code says why.",
       {"unauthenticated", "expired", "idle", "logout", "signed_in_elsewhere", "password_changed", "deactivated",
        "removed", "signed_out_by_manager"}},
      {403,
       "Forbidden",
       "A manager's token on a learner's call, or the reverse; or a manager who must set up a second factor first.",
       {"forbidden", "second_factor_setup_required"}},
      {413, "TooLarge", "The body is too large.", {"too_large"}},
      {415, "UnsupportedMediaType", "The body has another content type than it should.", {"unsupported_media_type"}},
      {429,
       "TooManyRequests",
       "Too many calls: of the address where the call needs no token, else of the session.",
       {"too_many_requests"}},
      {500, "Internal", "The academy failed. The log has more, under the request's id.", {"internal"}},
      {503,
       "Unavailable",
       "A service is down, or the academy is full; a later try may succeed.",
       {"unavailable", "too_many_connections", "busy"}},
      {504, "Timeout", "A service took too long.", {"timeout"}},
  };
  return shared;
}

// The description of a response that has codes beyond the shared ones.
std::string_view PhraseOf(int status) {
  switch (status) {
    case 401:
      return "Not signed in, or wrong credentials.";
    case 403:
      return "Not allowed.";
    case 404:
      return "There is no such thing.";
    case 409:
      return "In conflict with what is there.";
    case 412:
      return "Another version of the protocol.";
    case 413:
      return "Too large.";
    case 422:
      return "What was sent is not valid; `data` names the fields.";
    case 429:
      return "Too many calls or attempts.";
    case 460:
      return "The bytes are not those of the checksum.";
    default:
      break;
  }
  for (const Shared& shared : SharedFailures()) {
    if (shared.status == status) return shared.description;
  }
  return "The call failed.";
}

Json HeadersOf(int status) {
  Json headers = {{"X-Request-Id", {{"$ref", "#/components/headers/X-Request-Id"}}}};
  if (status == 401) headers["WWW-Authenticate"] = {{"$ref", "#/components/headers/WWW-Authenticate"}};
  if (status == 409 || status == 429 || status == 503)
    headers["Retry-After"] = {{"$ref", "#/components/headers/Retry-After"}};
  return headers;
}

Json ResponseOf(int status, const std::string& description, const std::vector<std::string>& codes,
                const char* schema = "Failure") {
  Json shape = {{"allOf",
                 {{{"$ref", std::string("#/components/schemas/") + schema}},
                  {{"type", "object"},
                   {"required", Json::array({"code"})},
                   {"properties", {{"code", {{"type", "string"}, {"enum", codes}}}}}}}}};
  return {{"description", description},
          {"headers", HeadersOf(status)},
          {"content", {{"application/json", {{"schema", std::move(shape)}}}}}};
}

Json Described(const char* description, Json schema) {
  return {{"description", description}, {"schema", std::move(schema)}};
}

}  // namespace

Failures CommonFailures(Access access, bool takes_body) {
  Failures failures;
  for (const Shared& shared : SharedFailures()) {
    bool of_token = shared.status == 401 || shared.status == 403;
    bool of_body = shared.status == 413 || shared.status == 415;
    if ((of_token && access == Access::kPublic) || (of_body && !takes_body)) continue;
    failures[shared.status] = shared.codes;
  }
  if (LeastRole(access) > Role::kSupport) failures[403].emplace_back("role_not_allowed");
  return failures;
}

void AddKeyFailures(Failures& failures) {
  failures[400].emplace_back("idempotency_key_invalid");
  failures[409].emplace_back("in_progress");
  failures[422].emplace_back("idempotency_key_reused");
}

void AddListed(const std::vector<ListedError>& errors, Failures& failures) {
  for (const ListedError& error : errors) {
    std::vector<std::string>& codes = failures[HttpStatusOf(Error(error.code, error.reason, ""))];
    if (std::find(codes.begin(), codes.end(), error.reason) == codes.end()) codes.push_back(error.reason);
  }
}

void AppendResponses(const Failures& failures, bool success_flag, Json& responses) {
  for (const auto& [status, codes] : failures) {
    auto same = [status = status, &codes = codes](const Shared& shared) {
      return shared.status == status && shared.codes == codes;
    };
    auto usual = std::find_if(SharedFailures().begin(), SharedFailures().end(), same);
    if (usual != SharedFailures().end() && !success_flag) {
      responses[std::to_string(status)] = {{"$ref", std::string("#/components/responses/") + usual->name}};
      continue;
    }
    std::string description(PhraseOf(status));
    description += codes.size() == 1 ? " Code:" : " Codes:";
    for (const std::string& code : codes) description += (code == codes.front() ? " `" : ", `") + code + "`";
    responses[std::to_string(status)] =
        ResponseOf(status, description + ".", codes, success_flag ? "FlaggedFailure" : "Failure");
  }
}

void AddResult(const Failures& failures, Json schema, Json& responses) {
  for (const auto& [status, codes] : failures) {
    if (std::find(codes.begin(), codes.end(), kChangedMeanwhile) == codes.end()) continue;
    Json& shape = responses[std::to_string(status)]["content"]["application/json"]["schema"]["allOf"][1];
    shape["properties"]["result"] = {{"description", "With `changed_meanwhile`: what is there now."},
                                     {"allOf", Json::array({std::move(schema)})}};
    return;
  }
}

Json SharedResponses() {
  Json responses = Json::object();
  for (const Shared& shared : SharedFailures()) {
    responses[shared.name] = ResponseOf(shared.status, shared.description, shared.codes);
  }
  return responses;
}

Json SharedHeaders() {
  return {
      {"X-Request-Id", Described("Names the request in the academy's logs; the same as `requestId` of a failure.",
                                 {{"type", "string"}})},
      {"Retry-After", Described("Seconds after which a new try makes sense.", {{"type", "integer"}, {"minimum", 1}})},
      {"Idempotency-Replayed",
       Described("`true` if the call was made before with this Idempotency-Key, and this is its first answer.",
                 {{"type", "string"}})},
      {"Report-Interval", Described("Seconds until the player shall report again, if nothing happens: more while many "
                                    "people watch.",
                                    {{"type", "integer"}, {"minimum", 5}, {"maximum", 15}})},
      {"WWW-Authenticate", Described("`Bearer`.", {{"type", "string"}})},
  };
}

Json KeyParameter() {
  return {{"name", "Idempotency-Key"},
          {"in", "header"},
          {"required", false},
          {"description",
           "Makes the call safe to repeat: within a day the same call with the same key and body happens once, and is "
           "answered with its first success. A random UUID is a good key."},
          {"schema", {{"type", "string"}, {"pattern", "^[A-Za-z0-9_-]{8,64}$"}}}};
}

Json FailureSchemas() {
  Json violation = {
      {"type", "object"},
      {"description", "One field that was refused."},
      {"required", {"field", "code", "message"}},
      {"properties",
       {{"field",
         {{"type", "string"}, {"description", "The field's name, with a path for nested ones: `parts[2].title`."}}},
        {"code", {{"type", "string"}, {"description", "Stable word for clients to translate."}}},
        {"message", {{"type", "string"}, {"description", "English text for people."}}}}},
  };
  Json failure = {
      {"type", "object"},
      {"description", "Every answer that is no success."},
      {"required", {"message", "code", "requestId"}},
      {"properties",
       {{"message", {{"type", "string"}, {"description", "English text for people."}}},
        {"code",
         {{"type", "string"}, {"description", "Stable snake_case word for clients to act upon and translate."}}},
        {"requestId", {{"type", "string"}, {"description", "The same as X-Request-Id."}}},
        {"data",
         {{"type", "array"},
          {"description", "The fields that were refused, where the request was at fault."},
          {"items", {{"$ref", "#/components/schemas/FieldViolation"}}}}}}},
  };
  Json flagged = {
      {"description", "A failure as the admin shell reads it."},
      {"allOf",
       {{{"$ref", "#/components/schemas/Failure"}},
        {{"type", "object"},
         {"required", {"success", "msg"}},
         {"properties",
          {{"success", {{"type", "boolean"}, {"const", false}}},
           {"msg", {{"type", "string"}, {"description", "The same text as `message`."}}}}}}}},
  };
  return {{"Failure", std::move(failure)},
          {"FieldViolation", std::move(violation)},
          {"FlaggedFailure", std::move(flagged)}};
}

}  // namespace academy::edge
