// The catalog process: courses, uploads and media.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/catalog/catalog_server.h"
#include "services/catalog/removals/needed_files.h"
#include "services/catalog/schema.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/status.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/service_main.h"

ABSL_DECLARE_FLAG(std::string, data);
ABSL_FLAG(std::string, auth, "", "Address of auth; empty is its socket in the data folder.");
ABSL_FLAG(std::string, blobs, "",
          "Where pictures and videos are kept: s3://bucket/prefix?...; empty is the data folder.");
ABSL_FLAG(std::string, s3_credentials, "", "File with the S3 credentials; empty uses AWS_ACCESS_KEY_ID and so on.");
ABSL_FLAG(bool, uploads_in_store, false,
          "Keep uploads in the store of --blobs too, so that each catalog over the database continues them.");
ABSL_FLAG(int64_t, max_upload, int64_t{8} << 30, "Largest upload, in bytes.");
ABSL_FLAG(int64_t, keep_free, int64_t{1} << 30, "Bytes of disk space that uploads leave free.");
ABSL_FLAG(absl::Duration, retry_pause, absl::Seconds(10),
          "Pause before processing that an outage stopped is tried again; doubles up to half an hour.");
ABSL_FLAG(int, encoders, 1, "Maximum number of videos processed concurrently; 0 processes and removes nothing.");
ABSL_FLAG(bool, encode_elsewhere, false, "Leave the processing of videos to encoders; needs --uploads_in_store.");
ABSL_FLAG(int, bin_days, academy::kDefaultBinDays, "Days in which deleted courses can be restored, 1 to 365.");
ABSL_FLAG(int, threads, 4, "Maximum number of concurrent calls.");
ABSL_FLAG(bool, needed_files, false, "List the files that the database's rows name, and exit.");

namespace academy::catalog {
namespace {

absl::StatusOr<std::unique_ptr<ServiceServer>> Create(const ServiceContext& context) {
  const Process& process = context.process;
  ASSIGN_OR_RETURN(KeyRing media_keys, process.keys().Ring(key::kMedia));
  ASSIGN_OR_RETURN(std::shared_ptr<grpc::Channel> auth, context.ChannelTo("auth", absl::GetFlag(FLAGS_auth)));
  CatalogOptions options{.folder = process.folder(),
                         .blobs = process.data() / "blobs",
                         .blobs_url = absl::GetFlag(FLAGS_blobs),
                         .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                         .uploads_in_store = absl::GetFlag(FLAGS_uploads_in_store),
                         .database_url = context.database_url,
                         .database_marker = context.database_marker,
                         .migrate = context.migrate,
                         .callers = context.callers,
                         .media_keys = std::move(media_keys),
                         .auth = std::move(auth),
                         .max_upload = absl::GetFlag(FLAGS_max_upload),
                         .keep_free = absl::GetFlag(FLAGS_keep_free),
                         .retry_pause = absl::GetFlag(FLAGS_retry_pause),
                         .bin_days = absl::GetFlag(FLAGS_bin_days),
                         .encoders = absl::GetFlag(FLAGS_encoders),
                         .encode_elsewhere = absl::GetFlag(FLAGS_encode_elsewhere),
                         .threads = absl::GetFlag(FLAGS_threads),
                         .metrics = &process.metrics(),
                         .spans = context.spans,
                         .health = &context.health};
  if (options.encoders < 0 || options.threads < 1 || options.max_upload < 1 ||
      options.retry_pause <= absl::ZeroDuration()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
                 "--threads and --max-upload must be at least 1, --encoders at least 0, --retry-pause positive");
  }
  if (options.bin_days < 1 || options.bin_days > kMaxBinDays) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--bin-days is 1 to 365");
  }
  return CatalogServer::Create(options);
}

}  // namespace
}  // namespace academy::catalog

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Keeps an academy's courses and their media.");
  if (absl::GetFlag(FLAGS_needed_files)) {
    return academy::catalog::PrintNeededFiles(absl::GetFlag(FLAGS_data), academy::DatabaseUrlFromFlags());
  }
  return academy::ServiceMain("catalog", academy::MissingKeys({absl::GetFlag(FLAGS_auth)}),
                              academy::catalog::Migrations(), academy::catalog::Create);
}
