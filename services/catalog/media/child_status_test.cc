#include "services/catalog/media/child_status.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

TEST(ChildStatusTest, SuccessIsOkAndAStopStaysAStop) {
  EXPECT_OK(ChildStatus(ChildResult{.exit_code = 0}, kNotVideo));
  EXPECT_TRUE(absl::IsCancelled(ChildStatus(absl::CancelledError("stopping"), kNotVideo)));
}

TEST(ChildStatusTest, AFileThatTheProgramRefusesIsAtFault) {
  absl::Status status = ChildStatus(ChildResult{.exit_code = 1, .errors = "Invalid data found"}, kVideoDamaged);
  EXPECT_TRUE(IsMediaError(status));
  EXPECT_THAT(status, HasReason("video_damaged"));
}

TEST(ChildStatusTest, WhatSurroundsTheFileIsNoFaultOfIt) {
  const std::vector<std::pair<absl::StatusOr<ChildResult>, std::string>> cases = {
      {ChildResult{.exit_code = 1, .errors = "seg-00001.m4s: No space left on device\n"}, "disk_full"},
      {ChildResult{.exit_code = 1, .errors = "init.mp4: Disk quota exceeded\n"}, "disk_full"},
      {ChildResult{.exit_code = 1, .errors = "init.mp4: Read-only file system\n"}, "storage_error"},
      {ChildResult{.signal = SIGKILL}, "interrupted"},
      {ChildResult{.signal = SIGTERM}, "interrupted"},
      {ChildResult{.exit_code = 255}, "interrupted"},
      {absl::InternalError("ffmpeg is not installed"), "ffmpeg_unavailable"}};
  for (const auto& [result, reason] : cases) {
    absl::Status status = ChildStatus(result, kNotVideo);
    EXPECT_FALSE(IsMediaError(status)) << reason;
    EXPECT_TRUE(absl::IsUnavailable(status)) << reason;
    EXPECT_THAT(status, HasReason(reason));
  }
}

TEST(ChildStatusTest, ACrashMayBeEithersFault) {
  const std::vector<ChildResult> crashes = {
      {.signal = SIGSEGV}, {.timed_out = true}, {.exit_code = 1, .errors = "Cannot allocate memory"}};
  for (const ChildResult& crash : crashes) {
    EXPECT_THAT(ChildStatus(crash, kNotVideo), HasReason("processing_crashed"));
  }
}

}  // namespace
}  // namespace academy::catalog
