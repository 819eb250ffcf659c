// Long answers and files, over real sockets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "edge/http/testing/http_client.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::http {
namespace {

using edge::HttpClient;

// Different everywhere, so that no part can be mistaken for another.
std::string LongText() {
  std::string text;
  for (int i = 0; text.size() < 8 * 1024 * 1024; ++i) text += std::to_string(i) + " ";
  return text;
}

// An open file with `text` that has no name any more; in memory, since it was written this moment.
FileRange FileOf(const std::string& text) {
  std::string name = testing::TempDir() + "/file-XXXXXX";
  int fd = ::mkostemp(name.data(), O_CLOEXEC);
  EXPECT_GE(fd, 0);
  EXPECT_EQ(::unlink(name.c_str()), 0);
  EXPECT_EQ(::write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  return {.owner = std::shared_ptr<const void>(nullptr, [fd](const void*) { ::close(fd); }),
          .fd = fd,
          .offset = 0,
          .length = static_cast<int64_t>(text.size())};
}

// Lets the kernel forget what it keeps of the file.
void Forget(const FileRange& file) {
  EXPECT_EQ(::fsync(file.fd), 0);
  EXPECT_EQ(::posix_fadvise(file.fd, 0, 0, POSIX_FADV_DONTNEED), 0);
}

TEST_F(ServerTest, ALongAnswerArrivesWholeFromMemoryAndFromAFile) {
  const std::string text = LongText();
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    Response answer;
    if (exchange->request().path == "/file") {
      answer.file = FileOf(text);
    } else {
      answer.body = text;
    }
    exchange->Send(std::move(answer));
  };
  Start();
  HttpClient client(port_);
  for (const char* path : {"/memory", "/file", "/memory"}) {
    client.Send("HEAD " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_EQ(client.Read(/*head_only=*/true).fields["content-length"], std::to_string(text.size()));
    EXPECT_TRUE(client.Call("GET", path).body == text) << path;
  }
}

TEST_F(ServerTest, WorkThatWaitsForADiskHoldsNoOtherAnswerUp) {
  absl::Notification disk;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    if (exchange->request().path != "/file") return Echo(exchange);
    exchange->RunOnFileThread([&, exchange] {
      disk.WaitForNotification();
      Echo(exchange);
    });
  };
  Start();
  std::vector<std::unique_ptr<HttpClient>> waiting;
  for (int i = 0; i < 20; ++i) {
    waiting.push_back(std::make_unique<HttpClient>(port_));
    waiting.back()->Send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
  disk.Notify();
  for (auto& client : waiting) EXPECT_EQ(client->Read().status, 200);
}

class FileThreadsTest : public ServerTest {
 protected:
  // Answers `/file` with `file`, while the only thread that may wait for a disk is busy until `disk_` is notified.
  void StartWith(FileRange file) {
    options_.workers = 1;
    options_.file_workers = 1;
    file_ = file.owner;
    hooks_.handle = [&, held = std::make_shared<FileRange>(std::move(file))](std::shared_ptr<Exchange> exchange) {
      const std::string& path = exchange->request().path;
      if (path == "/slow") {
        return exchange->RunOnFileThread([&, exchange] {
          disk_.WaitForNotification();
          Echo(exchange);
        });
      }
      if (path != "/file") return Echo(exchange);
      Response answer;
      answer.file = std::exchange(*held, {});
      exchange->Send(std::move(answer));
    };
    Start();
    slow_ = std::make_unique<HttpClient>(port_);
    slow_->Send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    // The only worker is done with it.
    EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
  }

  std::weak_ptr<const void> file_;
  absl::Notification disk_;
  std::unique_ptr<HttpClient> slow_;
};

TEST_F(FileThreadsTest, AFileThatIsNotInMemoryIsSentByThreadsThatMayWaitForADisk) {
  const std::string text = LongText();
  FileRange file = FileOf(text);
  Forget(file);
  StartWith(std::move(file));
  HttpClient client(port_);
  client.Send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
  EXPECT_FALSE(file_.expired()) << "sent while the file's thread waits";
  disk_.Notify();
  EXPECT_EQ(slow_->Read().status, 200);
  EXPECT_TRUE(client.Read().body == text);
}

TEST_F(FileThreadsTest, AFileThatIsInMemoryWaitsForNoDisk) {
  const std::string text = LongText();
  StartWith(FileOf(text));
  EXPECT_TRUE(HttpClient(port_).Call("GET", "/file").body == text);
  disk_.Notify();
  EXPECT_EQ(slow_->Read().status, 200);
}

TEST_F(ServerTest, AFileInMemoryThatMayNotBeSentAnyMoreIsBrokenOff) {
  const std::string text = LongText();
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    Response answer;
    answer.file = FileOf(text);
    answer.still_allowed = [] { return false; };
    exchange->Send(std::move(answer));
  };
  Start();
  EXPECT_LT(HttpClient(port_).Call("GET", "/").body.size(), text.size());
}

}  // namespace
}  // namespace academy::http
