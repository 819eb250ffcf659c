#include "edge/ops/succession.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "absl/synchronization/notification.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

class SuccessionTest : public testing::Test {
 protected:
  SuccessionTest() { std::filesystem::create_directory(folder_); }
  ~SuccessionTest() override {
    for (int fd : {lock_, listener_}) ::close(fd);
    std::filesystem::remove_all(folder_);
  }

  void Write() {
    absl::StatusOr<std::unique_ptr<Testament>> opened =
        Testament::Open(Socket(), lock_, listener_, [this] { succeeded_.Notify(); });
    ASSERT_OK(opened);
    testament_ = *std::move(opened);
  }

  std::filesystem::path Socket() const { return folder_ / "edge.sock"; }

  static ino_t NumberOf(int fd) {
    struct stat info {};
    return ::fstat(fd, &info) == 0 ? info.st_ino : 0;
  }

  const std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("succession_" + Hex(RandomBytes(8)));
  const int lock_ = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  absl::Notification succeeded_;
  std::unique_ptr<Testament> testament_;
};

TEST_F(SuccessionTest, ASuccessorGetsBothDescriptorsAndSaysWhenItServes) {
  Write();
  absl::StatusOr<Inheritance> inheritance = Inheritance::Ask(Socket());
  ASSERT_OK(inheritance);
  int lock = inheritance->TakeLock();
  int listener = inheritance->TakeListener();
  EXPECT_EQ(NumberOf(lock), NumberOf(lock_));
  EXPECT_EQ(NumberOf(listener), NumberOf(listener_));
  EXPECT_EQ(::fcntl(listener, F_GETFD), FD_CLOEXEC);
  EXPECT_FALSE(testament_->succeeded());
  EXPECT_OK(inheritance->Confirm());
  succeeded_.WaitForNotification();
  EXPECT_TRUE(testament_->succeeded());
  ::close(lock);
  ::close(listener);
}

TEST_F(SuccessionTest, OneThatDoesNotGetToServeLeavesThePlaceToTheNext) {
  Write();
  for (int i = 0; i < 3; ++i) EXPECT_OK(Inheritance::Ask(Socket()));
  EXPECT_FALSE(testament_->succeeded());
  absl::StatusOr<Inheritance> last = Inheritance::Ask(Socket());
  ASSERT_OK(last);
  EXPECT_OK(last->Confirm());
  succeeded_.WaitForNotification();
}

TEST_F(SuccessionTest, WithoutAnEdgeThereIsNothingToTake) {
  EXPECT_THAT(Inheritance::Ask(Socket()), HasReason("no_predecessor"));
  Write();
  testament_.reset();
  EXPECT_THAT(Inheritance::Ask(Socket()), HasReason("no_predecessor"));
  EXPECT_FALSE(std::filesystem::exists(Socket())) << "a folder with a socket in it cannot be copied";
}

TEST_F(SuccessionTest, TheNewestEdgeIsTheOneThatIsAsked) {
  Write();
  absl::Notification asked;
  absl::StatusOr<std::unique_ptr<Testament>> newer =
      Testament::Open(Socket(), lock_, listener_, [&] { asked.Notify(); });
  ASSERT_OK(newer);
  absl::StatusOr<Inheritance> inheritance = Inheritance::Ask(Socket());
  ASSERT_OK(inheritance);
  EXPECT_OK(inheritance->Confirm());
  asked.WaitForNotification();
  EXPECT_FALSE(testament_->succeeded());
  testament_.reset();
  EXPECT_TRUE(std::filesystem::exists(Socket())) << "it is the newer one's";
}

TEST_F(SuccessionTest, ASocketWhosePathIsTooLongIsAClearError) {
  EXPECT_THAT(Testament::Open(folder_ / std::string(200, 'a'), lock_, listener_, [] {}), HasReason("path_too_long"));
}

}  // namespace
}  // namespace academy::edge
