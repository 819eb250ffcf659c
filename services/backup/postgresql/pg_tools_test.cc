#include "services/backup/postgresql/pg_tools.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

class PgToolsTest : public testing::Test {
 protected:
  PgToolsTest() : root_(fs::temp_directory_path() / ("tools_" + Hex(RandomBytes(8)))) {
    fs::create_directories(root_ / "15" / "bin");
  }
  ~PgToolsTest() override { fs::remove_all(root_); }

  void Install(const std::string& program) {
    fs::path file = root_ / "15" / "bin" / program;
    std::ofstream(file) << "#!/bin/sh\n";
    fs::permissions(file, fs::perms::owner_all);
  }

  const fs::path root_;
};

TEST_F(PgToolsTest, NamesThePackagesThatAreMissing) {
  absl::Status none = PgTools::Find(15, root_).status();
  EXPECT_THAT(none, HasReason("tools_missing"));
  EXPECT_TRUE(MessageOf(none).ends_with("apt-get install postgresql-client-15 postgresql-15")) << none;
  for (const char* program : {"pg_basebackup", "pg_verifybackup"}) Install(program);
  absl::Status client = PgTools::Find(15, root_).status();
  EXPECT_TRUE(MessageOf(client).ends_with("apt-get install postgresql-15")) << client;
}

TEST_F(PgToolsTest, TakesTheProgramsOfTheServersVersionOnly) {
  for (const char* program : {"pg_basebackup", "pg_verifybackup", "postgres", "pg_waldump"}) Install(program);
  absl::StatusOr<PgTools> tools = PgTools::Find(15, root_);
  ASSERT_OK(tools.status());
  EXPECT_EQ(tools->Path("postgres"), (root_ / "15" / "bin" / "postgres").string());
  EXPECT_FALSE(tools->Has("pg_amcheck"));
  EXPECT_THAT(PgTools::Find(16, root_).status(), HasReason("tools_missing"));
}

TEST_F(PgToolsTest, AFailureSaysWhatTheProgramPrintedThen) {
  fs::path log = root_ / "log";
  std::ofstream(log) << "earlier words\n";
  EXPECT_OK(RunPgProgram({"true"}, log));
  absl::Status failed = RunPgProgram({"sh", "-c", "echo now; echo found >&2; exit 3"}, log);
  for (const char* word : {"exit code 3", "now", "found"}) {
    EXPECT_NE(MessageOf(failed).find(word), std::string_view::npos) << failed;
  }
  EXPECT_EQ(MessageOf(failed).find("earlier"), std::string_view::npos);
}

}  // namespace
}  // namespace academy::backup
