// The enrollment process: who may watch which course and when, and each learner's progress.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "services/enrollment/enrollment_server.h"
#include "services/enrollment/schema.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/status.h"
#include "services/platform/base/time_zone.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/service_main.h"

ABSL_FLAG(std::string, auth, "", "Address of auth; empty is its socket in the data folder.");
ABSL_FLAG(std::string, catalog, "", "Address of catalog; empty is its socket in the data folder.");
ABSL_FLAG(std::string, timezone, "Asia/Riyadh", "The academy's time zone until auth has told it.");
ABSL_FLAG(int, complete_percent, 90, "A part is completed once this percentage of it was watched.");
ABSL_FLAG(int, threads, 8, "Maximum number of concurrent calls.");

namespace academy::enrollment {
namespace {

absl::Status InvalidFlag(const std::string& message) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
}

absl::StatusOr<std::unique_ptr<ServiceServer>> Create(const ServiceContext& context) {
  ASSIGN_OR_RETURN(KeyRing media_keys, context.process.keys().Ring(key::kMedia));
  ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> auth, context.ChannelTo("auth", absl::GetFlag(FLAGS_auth)));
  ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> catalog, context.ChannelTo("catalog", absl::GetFlag(FLAGS_catalog)));
  EnrollmentOptions options{.database_url = context.database_url,
                            .database_marker = context.database_marker,
                            .migrate = context.migrate,
                            .callers = context.callers,
                            .media_keys = std::move(media_keys),
                            .auth = std::move(auth),
                            .catalog = std::move(catalog),
                            .threads = static_cast<size_t>(std::max(2, absl::GetFlag(FLAGS_threads))),
                            .metrics = &context.process.metrics(),
                            .spans = context.spans,
                            .health = &context.health};
  std::optional<absl::TimeZone> zone = FindTimeZone(absl::GetFlag(FLAGS_timezone));
  if (!zone.has_value()) return InvalidFlag("--timezone names no time zone: " + absl::GetFlag(FLAGS_timezone));
  options.zone = *zone;
  options.rules.complete_percent = absl::GetFlag(FLAGS_complete_percent);
  if (options.rules.complete_percent < 1 || options.rules.complete_percent > 100) {
    return InvalidFlag("--complete-percent must be 1 to 100");
  }
  return EnrollmentServer::Create(options);
}

}  // namespace
}  // namespace academy::enrollment

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Stores who may watch which course, and each learner's progress.");
  return academy::ServiceMain("enrollment",
                              academy::MissingKeys({absl::GetFlag(FLAGS_auth), absl::GetFlag(FLAGS_catalog)}),
                              academy::enrollment::Migrations(), academy::enrollment::Create);
}
