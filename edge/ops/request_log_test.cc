#include "edge/ops/request_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "edge/ops/access_log.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

class RequestLogTest : public testing::Test {
 protected:
  RequestLogTest() : path_(testing::TempDir() + "/access.log") {
    std::filesystem::remove(path_);
    clock_.Set(*ParseTime("2026-06-15T12:00:00.250Z"));
  }

  static RequestLogOptions Options(const std::string& path) {
    return {.name = "access log", .path = path, .bounds = {}, .append = AppendAccessLine};
  }

  std::unique_ptr<RequestLog> Open(const std::string& path) {
    absl::StatusOr<std::unique_ptr<RequestLog>> log = RequestLog::Open(Options(path), clock_);
    EXPECT_OK(log);
    return *std::move(log);
  }

  static http::Served Served(std::string path) {
    return {.request_id = "id-1",
            .remote_address = "192.0.2.7",
            .method = "GET",
            .path = std::move(path),
            .route = "site",
            .status = 200,
            .code = "",
            .caller = {.kind = "learner", .id = "l1", .session_id = "s1"},
            .bytes = 1234,
            .took = absl::Microseconds(1500)};
  }

  static std::vector<std::string> LinesOf(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  const std::string path_;
  FakeClock clock_;
};

TEST_F(RequestLogTest, ARequestIsALineThatOnlyTheOwnerReads) {
  Open(path_)->Add(Served("/courses"));
  EXPECT_EQ(LinesOf(path_),
            std::vector<std::string>{R"({"time":"2026-06-15T12:00:00.250Z","address":"192.0.2.7","method":"GET",)"
                                     R"("path":"/courses","status":200,"bytes":1234,"ms":1.500,"requestId":"id-1"})"});
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(RequestLogTest, LinesAreAppended) {
  Open(path_)->Add(Served("/1"));
  Open(path_)->Add(Served("/2"));
  EXPECT_EQ(LinesOf(path_).size(), 2u);
}

TEST_F(RequestLogTest, WhatAClientSendsStaysWithinItsField) {
  Open(path_)->Add(Served("/a\"b\n{\"status\":500}\xff"));
  std::vector<std::string> lines = LinesOf(path_);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find(R"("path":"/a\"b\n{\"status\":500}�")"), std::string::npos) << lines[0];
}

TEST_F(RequestLogTest, ARenamedFileIsLeftWhenTheLogIsReopened) {
  std::unique_ptr<RequestLog> log = Open(path_);
  std::string old = path_ + ".1";
  std::filesystem::rename(path_, old);
  log->Reopen();
  log->Add(Served("/new"));
  log.reset();
  EXPECT_TRUE(LinesOf(old).empty());
  EXPECT_EQ(LinesOf(path_).size(), 1u);
}

TEST_F(RequestLogTest, AFullFileIsRotatedAndNoLineLost) {
  const std::string folder = testing::TempDir() + "/rotated-requests";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  RequestLogOptions options = Options(folder + "/access.log");
  options.bounds = {.size = 4096, .keep = LogBounds::kMaxKeep};
  size_t added = 0;
  for (int run = 0; run < 20; ++run) {
    std::unique_ptr<RequestLog> log = *RequestLog::Open(options, clock_);
    for (int i = 0; i < 20; ++i, ++added) log->Add(Served("/" + std::to_string(added)));
  }
  size_t lines = 0;
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    lines += LinesOf(file.path()).size();
    ++files;
  }
  EXPECT_EQ(lines, added);
  EXPECT_GT(files, 5u);
}

// A pipe that nobody reads is like a disk that hangs.
TEST_F(RequestLogTest, AFullQueueDropsAndSaysHowMany) {
  constexpr size_t kSent = 4 * RequestLog::kMaxWaiting;
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  int reader = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  std::unique_ptr<RequestLog> log = Open(path_);
  // Far more than one batch, the pipe and the queue take.
  for (size_t i = 0; i < kSent; ++i) log->Add(Served("/"));
  uint64_t dropped = log->dropped();
  EXPECT_GT(dropped, 0u);
  ::fcntl(reader, F_SETFL, 0);
  std::string text;
  std::thread reading([reader, &text] {
    std::array<char, 64 * 1024> piece;
    for (ssize_t n; (n = ::read(reader, piece.data(), piece.size())) > 0;) text.append(piece.data(), n);
  });
  log.reset();
  reading.join();
  ::close(reader);
  uint64_t lines = 0;
  uint64_t told = 0;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    size_t at = line.find("\"dropped\":");
    lines += at == line.npos ? 1 : 0;
    told += at == line.npos ? 0 : std::stoull(line.substr(at + 10));
  }
  EXPECT_EQ(told, dropped);
  EXPECT_EQ(lines + dropped, kSent);
}

TEST_F(RequestLogTest, AFullDiskLosesLinesAndNothingElse) {
  std::unique_ptr<RequestLog> log = Open("/dev/full");
  log->Add(Served("/"));
  log->Reopen();
  log.reset();
}

TEST_F(RequestLogTest, AFileThatCannotBeOpenedIsAnError) {
  EXPECT_THAT(RequestLog::Open(Options(testing::TempDir() + "/no/such/folder/log"), clock_),
              HasReason("storage_error"));
}

}  // namespace
}  // namespace academy::edge
