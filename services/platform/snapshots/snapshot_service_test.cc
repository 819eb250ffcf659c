#include "services/platform/snapshots/snapshot_service.h"

#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "services/platform/background/executor.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

namespace fs = std::filesystem;

class SnapshotServiceTest : public testing::Test {
 protected:
  SnapshotServiceTest() : run_(fs::temp_directory_path() / ("run_" + Hex(RandomBytes(8)))) {
    fs::create_directories(run_ / "backup-1");
  }
  ~SnapshotServiceTest() override { fs::remove_all(run_); }

  absl::Status Take(const std::string& database_url, const std::string& folder, const std::string& caller = "backup") {
    Executor executor({.threads = 1, .queue = 1});
    RpcHandler rpc(executor, CallerCheck("secret"));
    SnapshotService service(rpc, "auth", database_url, run_);
    if (stopped_) service.Stop();
    grpc::ServerBuilder builder;
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    common::v1::Snapshots::Stub stub(server->InProcessChannel({}));
    grpc::ClientContext context;
    PrepareContext(context, {.credential = "secret", .caller = {.kind = CallerKind::kService, .id = caller}});
    common::v1::TakeRequest request;
    request.set_folder(folder);
    common::v1::TakeResponse response;
    absl::Status status = FromGrpc(stub.Take(&context, request, &response));
    size_ = response.size();
    return status;
  }

  const fs::path run_;
  int64_t size_ = 0;
  bool stopped_ = false;
  TestDatabase database_{Engine::kSqlite, {}};
};

TEST_F(SnapshotServiceTest, CopiesTheDatabaseIntoTheCallersFolder) {
  EXPECT_OK(Take(database_.url(), "backup-1"));
  EXPECT_GT(size_, 0);
  EXPECT_EQ(size_, static_cast<int64_t>(fs::file_size(run_ / "backup-1" / "auth.db")));
}

TEST_F(SnapshotServiceTest, OfAProcessThatEndsThereIsNone) {
  ASSERT_OK(database_->Write([](Transaction& tx) {
    // More than is copied at once.
    tx.sql() << "CREATE TABLE large (content BLOB)";
    tx.sql() << "INSERT INTO large (content) VALUES (zeroblob(20000000))";
    return absl::OkStatus();
  }));
  stopped_ = true;
  EXPECT_THAT(Take(database_.url(), "backup-1"), HasReason("snapshot_failed"));
  EXPECT_TRUE(fs::is_empty(run_ / "backup-1"));
}

TEST_F(SnapshotServiceTest, WritesNowhereElse) {
  fs::create_directories(run_.parent_path() / (run_.filename().string() + "-other"));
  for (const std::string& folder : {std::string(), std::string("."), std::string(".."), std::string("missing"),
                                    "../" + run_.filename().string() + "-other", run_.string() + "/backup-1"}) {
    EXPECT_THAT(Take(database_.url(), folder), HasReason("folder_invalid")) << folder;
  }
  fs::remove_all(run_.parent_path() / (run_.filename().string() + "-other"));
}

TEST_F(SnapshotServiceTest, SaysToItsOwnerOnlyWhereADatabaseInPostgresqlIs) {
  EXPECT_OK(Take("postgresql://academy:secret@db/auth", "backup-1"));
  EXPECT_EQ(size_, 0);
  fs::path file = run_ / "backup-1" / "auth.address";
  std::string address;
  std::ifstream(file) >> address;
  EXPECT_EQ(address, "postgresql://academy:secret@db/auth");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_FALSE(fs::exists(run_ / "backup-1" / "auth.db"));
}

TEST_F(SnapshotServiceTest, IsForTheOwnersPrograms) {
  EXPECT_TRUE(absl::IsPermissionDenied(Take(database_.url(), "backup-1", "edge")));
}

}  // namespace
}  // namespace academy
