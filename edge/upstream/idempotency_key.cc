#include "edge/upstream/idempotency_key.h"

#include <string_view>

#include "services/platform/base/status.h"
#include "services/platform/rpc/caller.h"

namespace academy::edge {
namespace {

bool IsKey(std::string_view key) {
  return key.size() >= 8 && key.size() <= 64 &&
         key.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") == key.npos;
}

}  // namespace

absl::StatusOr<std::string> IdempotencyKeyOf(const http::Request& request) {
  std::string_view key = request.Field("idempotency-key");
  if (key.empty() || IsKey(key)) return std::string(key);
  return Error(absl::StatusCode::kInvalidArgument, "idempotency_key_invalid",
               "An Idempotency-Key has 8 to 64 letters, digits, - and _");
}

void AddIdempotencyKey(grpc::ClientContext& context, const std::string& key) {
  if (!key.empty()) context.AddMetadata(kIdempotencyKey, key);
}

bool IsReplayed(const grpc::ClientContext& context) {
  return context.GetServerTrailingMetadata().contains(kReplayedKey);
}

void MarkReplayed(http::Response& answer) { answer.headers.emplace_back("Idempotency-Replayed", "true"); }

}  // namespace academy::edge
