#include "services/backup/store/backup_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

class BackupStoreTest : public testing::Test {
 protected:
  BackupStoreTest()
      : folder_(fs::temp_directory_path() / ("store_" + Hex(RandomBytes(8)))),
        store_(*BackupStore::Open((folder_ / "store").string(), {}, BackupStore::Missing::kMake)) {}
  ~BackupStoreTest() override { fs::remove_all(folder_); }

  fs::path WriteFile(const std::string& content) {
    fs::path file = folder_ / Hex(RandomBytes(8));
    std::ofstream(file) << content;
    return file;
  }

  std::string PutObject(const std::string& content) {
    std::string name = Hex(Sha256(content));
    EXPECT_OK(store_.PutObject(name, WriteFile(content)));
    return name;
  }

  std::string PutBackup(const std::string& time, const std::vector<std::string>& objects) {
    std::string id = BackupId(*ParseTime(time), time);
    std::vector<StoredObject> list;
    for (const std::string& name : objects) list.push_back({.name = name, .size = 1, .sha256 = name});
    EXPECT_OK(store_.PutBackup(id, list, WriteFile("manifest"), &Accept));
    return id;
  }

  static absl::Status Accept(const Blob&) { return absl::OkStatus(); }

  const UnixMillis now_ = *ParseTime("2026-11-23T12:00:00Z");
  const fs::path folder_;
  BackupStore store_;
};

TEST_F(BackupStoreTest, ListsBackupsOldestFirst) {
  std::string second = PutBackup("2026-11-23T00:00:00Z", {});
  std::string first = PutBackup("2026-11-22T00:00:00Z", {});
  EXPECT_EQ(*store_.ListBackups(), (std::vector<std::string>{first, second}));
}

TEST_F(BackupStoreTest, WithoutAManifestThereIsNoBackup) {
  std::string id = PutBackup("2026-11-23T00:00:00Z", {});
  fs::remove(folder_ / "store" / "backups" / id / "manifest");
  EXPECT_TRUE(store_.ListBackups()->empty());
  ASSERT_OK(store_.Sweep(now_));
  EXPECT_FALSE(fs::exists(folder_ / "store" / "backups" / id / "objects"));
}

TEST_F(BackupStoreTest, ObjectsGoWithTheLastBackupThatNeedsThem) {
  std::string shared = PutObject("shared");
  std::string old = PutObject("old");
  PutObject("left of a killed backup");
  std::string first = PutBackup("2026-11-22T00:00:00Z", {shared, old});
  std::string second = PutBackup("2026-11-23T00:00:00Z", {shared});
  EXPECT_EQ(store_.ListObjects()->size(), 3U);
  ASSERT_OK(store_.Remove({first}));
  EXPECT_EQ(*store_.ListBackups(), std::vector<std::string>{second});
  EXPECT_EQ(store_.ListObjects()->size(), 3U);
  ASSERT_OK(store_.Sweep(now_));
  EXPECT_EQ(store_.ListObjects()->size(), 1U);
  EXPECT_OK(store_.OpenObject(shared));
  EXPECT_THAT(store_.OpenObject(old), HasReason("blob_not_found"));
}

TEST_F(BackupStoreTest, LeavesTheFilesOfOthersAlone) {
  PutObject("left of a killed backup");
  fs::path store = folder_ / "store";
  std::vector<fs::path> others = {store / "backups" / "photos" / "manifest",
                                  store / "backups" / BackupId(*ParseTime("2026-11-23T00:00:00Z"), "") / "notes",
                                  store / "backups" / "notes",
                                  store / "objects" / "chair" / "mesh",
                                  store / "objects" / "aa" / std::string(64, 'b'),
                                  store / "objects" / std::string(64, 'b'),
                                  store / "objects" / "zz" / std::string(64, 'z')};
  for (const fs::path& file : others) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "precious";
  }
  ASSERT_OK(store_.Sweep(now_));
  for (const fs::path& file : others) EXPECT_TRUE(fs::exists(file)) << file;
  EXPECT_EQ(store_.ListObjects()->count(Hex(Sha256("left of a killed backup"))), 0U);
}

TEST_F(BackupStoreTest, WhatFailedBackupsStoredIsKeptForThreeDays) {
  std::string name = PutObject("sent");
  std::vector<StoredObject> sent = {{.name = name, .size = 1, .sha256 = name, .checked_at = now_}};
  ASSERT_OK(store_.PutUnfinished(sent));
  UnixMillis later = now_ + absl::Hours(71);
  ASSERT_OK(store_.Sweep(later));
  EXPECT_OK(store_.OpenObject(name));
  EXPECT_EQ(*store_.Unfinished(later), sent);
  later = now_ + absl::Hours(72);
  EXPECT_TRUE(store_.Unfinished(later)->empty());
  ASSERT_OK(store_.Sweep(later));
  EXPECT_THAT(store_.OpenObject(name), HasReason("blob_not_found"));
  ASSERT_OK(store_.PutUnfinished({}));
  EXPECT_FALSE(fs::exists(folder_ / "store" / "unfinished"));
}

TEST_F(BackupStoreTest, ADamagedListRemovesNothing) {
  std::string object = PutObject("object");
  std::string id = PutBackup("2026-11-23T00:00:00Z", {object});
  std::ofstream(folder_ / "store" / "backups" / id / "objects", std::ios::trunc) << "damaged\n";
  EXPECT_THAT(store_.Sweep(now_), HasReason("object_list_invalid"));
  EXPECT_THAT(std::string(store_.Sweep(now_).message()), testing::HasSubstr(id));
  EXPECT_OK(store_.OpenObject(object));
}

TEST_F(BackupStoreTest, WhatIsNotReadBackAsItWasStoredIsNoBackup) {
  std::string id = BackupId(*ParseTime("2026-11-23T00:00:00Z"), "");
  absl::Status stored = store_.PutBackup(id, {}, WriteFile("manifest"), [](const Blob&) {
    return Error(absl::StatusCode::kDataLoss, "object_damaged", "altered");
  });
  EXPECT_THAT(stored, HasReason("object_damaged"));
  EXPECT_TRUE(store_.ListBackups()->empty());
  std::string name = Hex(Sha256("object"));
  for (const std::string& list : {std::string("damaged\n"), WriteObjectList({})}) {
    stored = store_.PutBackup(id, {{.name = name, .size = 1, .sha256 = name}}, WriteFile("manifest"), [&](const Blob&) {
      std::ofstream(folder_ / "store" / "backups" / id / "objects", std::ios::trunc) << list;
      return absl::OkStatus();
    });
    EXPECT_THAT(stored, HasReason("object_list_invalid"));
    EXPECT_TRUE(store_.ListBackups()->empty());
  }
}

TEST_F(BackupStoreTest, AFolderWithoutBackupsIsNotMadeForARestore) {
  fs::path missing = folder_ / "missing";
  EXPECT_THAT(BackupStore::Open(missing.string(), {}, BackupStore::Missing::kRefuse), HasReason("no_backups"));
  EXPECT_FALSE(fs::exists(missing));
}

TEST_F(BackupStoreTest, APlaceThatIsOnlyReadIsNotChanged) {
  fs::path disk = folder_ / "disk";
  std::string id = PutBackup("2026-11-23T00:00:00Z", {});
  fs::create_directory(disk);
  fs::rename(folder_ / "store" / "backups", disk / "backups");
  constexpr fs::perms kReadOnly = fs::perms::owner_read | fs::perms::owner_exec;
  fs::permissions(disk, kReadOnly);
  absl::StatusOr<BackupStore> store = BackupStore::Open(disk.string(), {}, BackupStore::Missing::kRefuse);
  fs::perms left = fs::status(disk).permissions();
  fs::permissions(disk, fs::perms::owner_all);
  ASSERT_OK(store.status());
  EXPECT_EQ(*store->ListBackups(), std::vector<std::string>{id});
  EXPECT_EQ(left, kReadOnly);
  EXPECT_FALSE(fs::exists(disk / ".drafts"));
}

TEST_F(BackupStoreTest, SaysWhyAPlaceCannotBeRead) {
  fs::path loop = folder_ / "loop";
  fs::create_symlink(loop, loop);
  absl::Status opened = BackupStore::Open(loop.string(), {}, BackupStore::Missing::kRefuse).status();
  EXPECT_THAT(std::string(opened.message()), testing::HasSubstr("symbolic links"));
}

TEST_F(BackupStoreTest, IsForItsOwnerOnly) {
  EXPECT_EQ(fs::status(folder_ / "store").permissions(), fs::perms::owner_all);
}

TEST_F(BackupStoreTest, AFolderWithOtherThingsKeepsItsPermissions) {
  fs::path shared = folder_ / "shared";
  fs::create_directories(shared / "photos");
  fs::permissions(shared, fs::perms::owner_all | fs::perms::group_all);
  ASSERT_OK(BackupStore::Open(shared.string(), {}, BackupStore::Missing::kMake).status());
  EXPECT_EQ(fs::status(shared).permissions(), fs::perms::owner_all | fs::perms::group_all);
}

}  // namespace
}  // namespace academy::backup
