#include "services/platform/base/process.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <utility>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class ProcessTest : public testing::Test {
 protected:
  ProcessTest() : data_(std::filesystem::temp_directory_path() / ("process_" + Hex(RandomBytes(8)))) {}
  ~ProcessTest() override { std::filesystem::remove_all(data_); }

  std::string ReadRunFile(const std::string& name) {
    std::ifstream in(data_ / "run" / name);
    std::string text;
    in >> text;
    return text;
  }

  const std::filesystem::path data_;
};

TEST_F(ProcessTest, WritesItsPidAndAddressAndRemovesThem) {
  absl::StatusOr<Process> process = Process::Start("auth", data_);
  ASSERT_OK(process);
  EXPECT_EQ(ReadRunFile("auth.pid"), std::to_string(getpid()));
  ASSERT_OK(process->PublishAddress("127.0.0.1:50051"));
  EXPECT_EQ(ReadRunFile("auth.addr"), "127.0.0.1:50051");
  process->CleanUp();
  EXPECT_FALSE(std::filesystem::exists(data_ / "run" / "auth.pid"));
  EXPECT_FALSE(std::filesystem::exists(data_ / "run" / "auth.addr"));
}

TEST_F(ProcessTest, TheTimeOfTheFirstProcessIsContinued) {
  ASSERT_OK(Process::Start("auth", data_));
  std::string boot;
  int64_t offset = 0;
  ASSERT_TRUE(std::ifstream(data_ / "run" / "clock") >> boot >> offset);
  // Not the one that this process would note.
  std::string note = boot + " " + std::to_string(offset + 1000);
  std::ofstream(data_ / "run" / "clock") << note;
  ASSERT_OK(Process::Start("catalog", data_));
  std::ifstream in(data_ / "run" / "clock");
  std::string kept;
  std::getline(in, kept);
  EXPECT_EQ(kept, note) << "not written again";
}

TEST_F(ProcessTest, AFolderHasOneProcessOfAName) {
  {
    absl::StatusOr<Process> first = Process::Start("auth", data_);
    ASSERT_OK(first);
    EXPECT_THAT(Process::Start("auth", data_), HasReason("locked"));
    EXPECT_OK(Process::Start("catalog", data_));
  }
  EXPECT_OK(Process::Start("auth", data_)) << "its end frees the folder";
}

TEST_F(ProcessTest, ASuccessorLeavesTheFilesOfTheOtherAloneUntilItServes) {
  absl::StatusOr<Process> first = Process::Start("edge", data_);
  ASSERT_OK(first);
  ASSERT_OK(first->PublishAddress("127.0.0.1:1"));
  // As those of another process, which is still there.
  std::ofstream(data_ / "run" / "edge.pid") << "1\n";
  FileLock lock = FileLock::Inherited(::dup(first->lock().descriptor()));
  absl::StatusOr<Process> second = Process::Start("edge", data_, KeyFolder::Missing::kMake, std::move(lock));
  ASSERT_OK(second);
  EXPECT_EQ(ReadRunFile("edge.pid"), "1");
  first->CleanUp();
  EXPECT_EQ(ReadRunFile("edge.pid"), "1") << "they are not its own";
  first = absl::CancelledError();
  EXPECT_THAT(Process::Start("edge", data_), HasReason("locked")) << "the successor has the lock";
  ASSERT_OK(second->PublishAddress("127.0.0.1:2"));
  EXPECT_EQ(ReadRunFile("edge.pid"), std::to_string(getpid()));
  EXPECT_EQ(ReadRunFile("edge.addr"), "127.0.0.1:2");
}

TEST_F(ProcessTest, TheKeysAreSharedAndPrivate) {
  absl::StatusOr<Process> first = Process::Start("auth", data_);
  absl::StatusOr<Process> second = Process::Start("edge", data_);
  ASSERT_TRUE(first.ok() && second.ok());
  absl::StatusOr<KeyRing> of_auth = first->keys().Ring(key::kMedia);
  absl::StatusOr<KeyRing> of_edge = second->keys().Ring(key::kMedia);
  ASSERT_TRUE(of_auth.ok() && of_edge.ok());
  EXPECT_EQ(of_auth->Current().secret, of_edge->Current().secret);
  struct stat info;
  ASSERT_EQ(stat((data_ / "keys").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  ASSERT_EQ(stat((data_ / "keys" / "media").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(ProcessTest, AProcessWhosePeersAreElsewhereMakesNoKeys) {
  absl::StatusOr<Process> process = Process::Start("edge", data_, KeyFolder::Missing::kRefuse);
  ASSERT_OK(process);
  EXPECT_THAT(process->keys().Ring(key::kMedia), HasReason("key_missing"));
}

TEST_F(ProcessTest, AnUnwritableFolderIsAClearError) {
  std::ofstream(data_) << "a file where the folder should be";
  absl::StatusOr<Process> process = Process::Start("auth", data_);
  EXPECT_THAT(process, StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_NE(process.status().message().find(data_.string()), absl::string_view::npos);
}

}  // namespace
}  // namespace academy
