// Long answers and files, over real sockets.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <string_view>
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

// An open file with `text` that has no name any more.
FileRange FileOf(const std::string& text) {
  int fd = ::memfd_create("file", MFD_CLOEXEC);
  EXPECT_EQ(::write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  return {.owner = std::shared_ptr<const void>(nullptr, [fd](const void*) { ::close(fd); }),
          .fd = fd,
          .offset = 0,
          .length = static_cast<int64_t>(text.size())};
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

TEST_F(ServerTest, FilesAreSentByThreadsThatMayWaitForADisk) {
  options_.workers = 1;
  options_.file_workers = 1;
  const std::string text = LongText();
  absl::Notification disk;
  absl::Notification asked;
  std::weak_ptr<const void> file;
  hooks_.handle = [&](std::shared_ptr<Exchange> exchange) {
    const std::string& path = exchange->request().path;
    if (path == "/slow") {
      return exchange->RunOnFileThread([&, exchange] {
        disk.WaitForNotification();
        Echo(exchange);
      });
    }
    if (path != "/file") return Echo(exchange);
    Response answer;
    answer.file = FileOf(text);
    file = answer.file.owner;
    exchange->Send(std::move(answer));
    asked.Notify();
  };
  Start();
  HttpClient slow(port_);
  slow.Send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
  HttpClient client(port_);
  client.Send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n");
  asked.WaitForNotification();
  EXPECT_EQ(HttpClient(port_).Call("GET", "/").status, 200);
  EXPECT_FALSE(file.expired()) << "sent while the file's thread waits";
  disk.Notify();
  EXPECT_EQ(slow.Read().status, 200);
  EXPECT_TRUE(client.Read().body == text);
}

}  // namespace
}  // namespace academy::http
