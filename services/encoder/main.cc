// The encoder process: one of a pool that processes videos for catalog.
#include <cstdint>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/catalog/encoder/encoder_server.h"
#include "services/catalog/schema.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/service_main.h"

ABSL_FLAG(std::string, blobs, "", "The store of uploads and videos, s3://bucket/prefix?...");
ABSL_FLAG(std::string, s3_credentials, "", "File with the S3 credentials; empty uses AWS_ACCESS_KEY_ID and so on.");
ABSL_FLAG(int64_t, keep_free, int64_t{1} << 30, "Bytes of disk space to leave free.");
ABSL_FLAG(absl::Duration, retry_pause, absl::Seconds(10),
          "Pause before processing that an outage stopped is tried again; doubles up to half an hour.");
ABSL_FLAG(int, encoders, 1, "Maximum number of videos encoded concurrently.");

namespace academy::catalog {
namespace {

absl::StatusOr<std::unique_ptr<ServiceServer>> Create(const ServiceContext& context) {
  const Process& process = context.process;
  EncoderOptions options{.folder = process.folder(),
                         .blobs_url = absl::GetFlag(FLAGS_blobs),
                         .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                         .database_url = context.database_url,
                         .database_marker = context.database_marker,
                         .migrate = context.migrate,
                         .keep_free = absl::GetFlag(FLAGS_keep_free),
                         .retry_pause = absl::GetFlag(FLAGS_retry_pause),
                         .encoders = absl::GetFlag(FLAGS_encoders),
                         .metrics = &process.metrics(),
                         .health = &context.health};
  if (options.encoders < 1 || options.retry_pause <= absl::ZeroDuration()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
                 "--encoders must be at least 1, --retry-pause positive");
  }
  return EncoderServer::Create(options);
}

}  // namespace
}  // namespace academy::catalog

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Processes an academy's videos.");
  // Its academy runs on other machines, where its keys come from.
  return academy::ServiceMain("encoder", academy::KeyFolder::Missing::kRefuse, academy::catalog::Migrations(),
                              academy::catalog::Create);
}
