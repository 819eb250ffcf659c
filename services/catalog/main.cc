// The catalog process: courses, uploads and media.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "services/catalog/catalog_server.h"
#include "services/common/flags.h"
#include "services/common/log.h"
#include "services/common/process.h"
#include "services/common/rpc/server.h"
#include "services/common/status.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(int, grpc_port, 0, "TCP port of the gRPC server; 0 takes a free one.");
ABSL_FLAG(std::string, grpc_bind, "127.0.0.1", "TCP address of the gRPC server.");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection.");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty is SQLite under the data folder.");
ABSL_FLAG(std::string, auth, "", "Address of auth; empty is its socket in the data folder.");
ABSL_FLAG(std::string, blobs, "",
          "Where pictures and videos are kept: s3://bucket/prefix?...; empty is the data folder.");
ABSL_FLAG(std::string, s3_credentials, "", "File with the secrets of S3; empty takes AWS_ACCESS_KEY_ID and so on.");
ABSL_FLAG(int64_t, max_upload, int64_t{8} << 30, "Largest upload, in bytes.");
ABSL_FLAG(int64_t, keep_free, int64_t{1} << 30, "Bytes of the disk that uploads leave free.");
ABSL_FLAG(int, encoders, 1, "Videos processed at once.");
ABSL_FLAG(int, threads, 4, "Calls worked on at once.");

namespace academy::catalog {
namespace {

absl::Status Run() {
  std::filesystem::path data = absl::GetFlag(FLAGS_data);
  ASSIGN_OR_RETURN(Process process, Process::Start("catalog", data));
  CatalogOptions options{.folder = process.folder(),
                         .blobs = std::filesystem::absolute(data) / "blobs",
                         .blobs_url = absl::GetFlag(FLAGS_blobs),
                         .s3_credentials = absl::GetFlag(FLAGS_s3_credentials),
                         .database_url = absl::GetFlag(FLAGS_db),
                         .credential = process.credential(),
                         .auth = absl::GetFlag(FLAGS_auth),
                         .max_upload = absl::GetFlag(FLAGS_max_upload),
                         .keep_free = absl::GetFlag(FLAGS_keep_free),
                         .encoders = absl::GetFlag(FLAGS_encoders),
                         .threads = absl::GetFlag(FLAGS_threads),
                         .metrics = &process.metrics()};
  if (options.encoders < 1 || options.threads < 1 || options.max_upload < 1) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
                 "--encoders, --threads and --max-upload must be at least 1");
  }
  if (options.database_url.empty()) options.database_url = (process.folder() / "catalog.db").string();
  if (options.auth.empty()) options.auth = process.SocketOf("auth");
  ASSIGN_OR_RETURN(std::unique_ptr<CatalogServer> server, CatalogServer::Create(options));
  return ServeUntilStopped(process,
                           {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                            .bind = absl::GetFlag(FLAGS_grpc_bind),
                            .reflection = absl::GetFlag(FLAGS_reflection)},
                           server->services(), {[&] { server->Drain(); }});
}

}  // namespace
}  // namespace academy::catalog

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Keeps an academy's courses and their media.");
  absl::Status status = academy::catalog::Run();
  if (status.ok()) return 0;
  academy::LogError("cannot run", {{"error", academy::MessageOf(status)}});
  return 1;
}
