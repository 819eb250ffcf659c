#include "services/platform/rpc/balancing/service_config.h"

#include "services/platform/rpc/balancing/reading_rpcs.h"

namespace academy {
namespace {

constexpr std::string_view kBalance =
    R"({"loadBalancingConfig":[{"round_robin":{}}],"healthCheckConfig":{"serviceName":""})";
// Once half of the tokens are used up the calls fail at once: repetitions help against a server that ends, not against
// too many calls.
constexpr std::string_view kRetry =
    R"(,"retryThrottling":{"maxTokens":200,"tokenRatio":0.1},"methodConfig":[{"retryPolicy":{"maxAttempts":3,)"
    R"("initialBackoff":"0.05s","maxBackoff":"0.5s","backoffMultiplier":3,"retryableStatusCodes":["UNAVAILABLE"]},)"
    R"("name":[)";

}  // namespace

std::string BalancedServiceConfig(std::string_view service) {
  std::string config(kBalance);
  std::string names;
  for (const std::string& rpc : ReadingRpcsOf(service)) {
    size_t slash = rpc.find('/');
    names.append(names.empty() ? "" : ",").append(R"({"service":")").append(rpc, 0, slash);
    names.append(R"(","method":")").append(rpc, slash + 1).append(R"("})");
  }
  if (!names.empty()) config.append(kRetry).append(names).append("]}]");
  return config.append("}");
}

}  // namespace academy
