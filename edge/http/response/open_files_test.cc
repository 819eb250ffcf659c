// Which descriptor a file that is sent to many clients has.
#include "edge/http/response/open_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace academy::http {
namespace {

class OpenFilesTest : public testing::Test {
 protected:
  OpenFilesTest() : folder_(testing::TempDir()) {}

  std::filesystem::path Write(const std::string& name, const std::string& text) const {
    std::filesystem::path path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }

  static bool IsOpen(int fd) { return ::fcntl(fd, F_GETFD) != -1; }

  const std::filesystem::path folder_;
  const OpenFiles files_;
};

TEST_F(OpenFilesTest, AFileIsOpenOnceHoweverManyAreSentIt) {
  std::filesystem::path path = Write("app.js", "text");
  std::vector<ServedFile> sent;
  for (int i = 0; i < 100; ++i) sent.push_back(*files_.Open(path));
  for (const ServedFile& file : sent) {
    EXPECT_EQ(file.bytes.fd, sent.front().bytes.fd);
    EXPECT_EQ(file.bytes.length, 4);
  }
}

TEST_F(OpenFilesTest, AFileIsClosedWithItsLastAnswer) {
  std::filesystem::path path = Write("page.html", "text");
  std::optional<ServedFile> first = files_.Open(path);
  std::optional<ServedFile> second = files_.Open(path);
  int fd = first->bytes.fd;
  first.reset();
  EXPECT_TRUE(IsOpen(fd));
  second.reset();
  EXPECT_FALSE(IsOpen(fd));
  EXPECT_TRUE(files_.Open(path).has_value());
}

TEST_F(OpenFilesTest, AFileThatIsReplacedMeanwhileIsAnother) {
  std::filesystem::path path = Write("style.css", "old");
  ServedFile old = *files_.Open(path);
  std::filesystem::rename(Write("style.css.new", "new!"), path);
  ServedFile now = *files_.Open(path);
  EXPECT_NE(now.bytes.fd, old.bytes.fd);
  EXPECT_NE(now.etag, old.etag);
  EXPECT_EQ(now.bytes.length, 4);
}

TEST_F(OpenFilesTest, AnAnswerMayOutliveTheFilesItCameFrom) {
  auto files = std::make_unique<OpenFiles>();
  std::optional<ServedFile> file = files->Open(Write("font.woff2", "text"));
  files.reset();
  EXPECT_TRUE(IsOpen(file->bytes.fd));
}

TEST_F(OpenFilesTest, OnlyRegularFilesAreOpened) {
  EXPECT_FALSE(files_.Open(folder_).has_value());
  EXPECT_FALSE(files_.Open(folder_ / "nothing.js").has_value());
  std::filesystem::path link = folder_ / "link.js";
  std::filesystem::remove(link);
  std::filesystem::create_symlink(Write("target.js", "text"), link);
  EXPECT_FALSE(files_.Open(link).has_value());
}

}  // namespace
}  // namespace academy::http
