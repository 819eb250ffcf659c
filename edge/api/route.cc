#include "edge/api/route.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "academy/common/v1/access.pb.h"
#include "academy/enrollment/v1/progress.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/balancing/reading_rpcs.h"
#include "services/platform/rpc/method.h"

namespace academy::edge {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::MessageFactory;
using google::protobuf::MethodDescriptor;

// The default limit of public calls, and, as the contract says, of calls whose body is not read before the session is
// checked.
constexpr uint64_t kPublicBody = 64 * 1024;
constexpr uint64_t kJsonBody = 1024 * 1024;

constexpr std::array<std::pair<std::string_view, Service>, 4> kServices = {{
    {"auth.", Service::kAuth},
    {"catalog.", Service::kCatalog},
    {"enrollment.", Service::kEnrollment},
    {"presence.", Service::kPresence},
}};

absl::Status Invalid(const Route& route, const std::string& why) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_route",
               "edge/api/routes.cc:" + std::to_string(route.line) + ": " + route.path + ": " + why);
}

common::v1::Access AccessOf(Access access) {
  switch (access) {
    case Access::kPublic:
      return common::v1::ACCESS_PUBLIC;
    case Access::kLearner:
      return common::v1::ACCESS_LEARNERS;
    case Access::kSupport:
      return common::v1::ACCESS_SUPPORT;
    case Access::kManager:
      return common::v1::ACCESS_MANAGERS;
    case Access::kOwner:
      break;
  }
  return common::v1::ACCESS_OWNERS;
}

std::string PathOf(const std::string& rpc) { return "/academy." + rpc; }

// As descriptors have it.
std::string NameOf(const std::string& rpc) {
  std::string name = "academy." + rpc;
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

template <typename Predicate>
bool AnyField(const Descriptor* message, Predicate predicate) {
  for (int i = 0; i < message->field_count(); ++i) {
    if (predicate(message->field(i))) return true;
  }
  return false;
}

// Checks that the row reads a request that the rpc takes.
absl::Status CheckRequest(const Route& route, const Descriptor* request) {
  if (route.prepared != nullptr && route.prepared != request) {
    return Invalid(route, "what is asked before completes a " + route.prepared->full_name());
  }
  bool bytes = AnyField(request, [](const FieldDescriptor* field) {
    return field->type() == FieldDescriptor::TYPE_BYTES && !field->is_repeated();
  });
  if (route.multipart != bytes) return Invalid(route, "a form is for a request with a file, and for no other");
  bool other = AnyField(request, [](const FieldDescriptor* field) {
    return field->type() != FieldDescriptor::TYPE_STRING || field->is_repeated();
  });
  if (route.query_too && other) return Invalid(route, "only single texts fit into a query");
  if (route.reports_progress && request != enrollment::v1::UpdateProgressRequest::descriptor()) {
    return Invalid(route, "only reports of progress are sent together");
  }
  if (route.verb == Verb::kGet && request->field_count() > 0) return Invalid(route, "a GET carries no request");
  return absl::OkStatus();
}

bool HasFields(const Descriptor* message, std::initializer_list<const char*> names) {
  return std::all_of(names.begin(), names.end(),
                     [&](const char* name) { return message->FindFieldByName(name) != nullptr; });
}

absl::Status ResolveList(const Route& route, PagedList& list) {
  const MethodDescriptor* method = DescriptorPool::generated_pool()->FindMethodByName(NameOf(list.rpc));
  if (method == nullptr || method->output_type() != route.method->output_type() || !OnlyReads(method->name()) ||
      list.rpc.substr(0, list.rpc.find('.')) != route.rpc.substr(0, route.rpc.find('.'))) {
    return Invalid(route, list.rpc + " does not make its lists");
  }
  const FieldDescriptor* field = method->output_type()->FindFieldByName(list.field);
  if (field == nullptr || !field->is_repeated() || field->message_type() == nullptr ||
      !HasFields(method->output_type(), {"message", "next_cursor"}) ||
      !HasFields(route.method->input_type(), {"limit"}) || !HasFields(method->input_type(), {"limit", "cursor"}) ||
      (!list.list.empty() && !HasFields(method->input_type(), {"list"}))) {
    return Invalid(route, list.rpc + " makes no pages of " + list.field);
  }
  list.method_path = PathOf(list.rpc);
  list.request = MessageFactory::generated_factory()->GetPrototype(method->input_type());
  return absl::OkStatus();
}

uint64_t MaxBodyFor(Access access) { return access == Access::kPublic ? kPublicBody : kJsonBody; }

}  // namespace

Role LeastRole(Access access) { return academy::LeastRole(AccessOf(access)); }

const google::protobuf::FieldDescriptor* ResultField(const google::protobuf::Descriptor* response) {
  const google::protobuf::FieldDescriptor* field = response->FindFieldByName("result");
  return field == nullptr || field->is_repeated() || field->message_type() == nullptr ? nullptr : field;
}

std::string_view VerbText(Verb verb) {
  switch (verb) {
    case Verb::kGet:
      return "GET";
    case Verb::kPost:
      return "POST";
    case Verb::kPut:
      return "PUT";
    case Verb::kPatch:
      return "PATCH";
    case Verb::kDelete:
      return "DELETE";
    case Verb::kHead:
      return "HEAD";
    case Verb::kOptions:
      return "OPTIONS";
  }
  return "";
}

Route Rpc(Verb verb, std::string path, Access access, std::string rpc, int line) {
  Route route{.verb = verb, .path = std::move(path), .access = access, .max_body = MaxBodyFor(access)};
  route.rpc = std::move(rpc);
  route.line = line;
  return route;
}

Route Local(Verb verb, std::string path, Access access, LocalHandler handler, int line) {
  Route route{.verb = verb, .path = std::move(path), .access = access, .max_body = MaxBodyFor(access)};
  route.local = handler;
  route.line = line;
  return route;
}

absl::Status ResolveRpc(Route& route) {
  route.method_path = PathOf(route.rpc);
  const MethodDescriptor* method = DescriptorPool::generated_pool()->FindMethodByName(NameOf(route.rpc));
  if (method == nullptr) return Invalid(route, "there is no rpc " + route.rpc);
  bool known = false;
  for (const auto& [package, service] : kServices) {
    if (!route.rpc.starts_with(package)) continue;
    route.service = service;
    known = true;
  }
  if (!known) return Invalid(route, "no service answers " + route.rpc);
  if (method->client_streaming() || method->server_streaming()) return Invalid(route, route.rpc + " streams");
  if (method->options().GetExtension(common::v1::access) != AccessOf(route.access)) {
    return Invalid(route, route.rpc + " is for other callers");
  }
  if (route.recent && route.service == Service::kAuth) {
    return Invalid(route, "whether the session is recent is for the service to say");
  }
  RETURN_IF_ERROR(CheckRequest(route, method->input_type()));
  route.method = method;
  route.writes = !OnlyReads(method->name());
  route.request = MessageFactory::generated_factory()->GetPrototype(method->input_type());
  route.response = MessageFactory::generated_factory()->GetPrototype(method->output_type());
  for (PagedList& list : route.lists) RETURN_IF_ERROR(ResolveList(route, list));
  return absl::OkStatus();
}

}  // namespace academy::edge
