#include "services/catalog/media/probe.h"

#include "services/catalog/media/child_process.h"
#include "services/catalog/media/child_status.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {

absl::StatusOr<VideoInfo> ProbeVideo(const std::filesystem::path& source, const std::filesystem::path& folder,
                                     const std::stop_token& stop) {
  ChildOptions options{
      .argv = {"ffprobe", "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", kContainerFormats,
               "-show_format", "-show_streams", "-of", "json", source.string()},
      .folder = folder,
      .readable = {source},
      .time_limit = absl::Minutes(2),
  };
  absl::StatusOr<ChildResult> result = RunChild(options, stop);
  absl::Status ran = ChildStatus(result, kNotVideo);
  if (!ran.ok() && !IsMediaError(ran)) return ran;
  absl::StatusOr<VideoInfo> info = ran.ok() ? ParseProbe(result->output) : ran;
  if (info.ok()) return info;
  LogInfo("probe refused a file", {{"reason", std::string(info.status().message())}, {"errors", result->errors}});
  bool damaged = result->errors.find("moov atom not found") != std::string::npos;
  return damaged ? MediaError(kVideoDamaged) : info;
}

}  // namespace academy::catalog
