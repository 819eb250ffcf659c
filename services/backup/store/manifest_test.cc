#include "services/backup/store/manifest.h"

#include <gtest/gtest.h>

#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

const std::string kHashText(64, 'a');

Manifest Example() {
  return {.at = 1795000000123,
          .audit_head = "12:" + kHashText,
          .entries = {{.path = "auth/auth.db", .size = 4096, .sha256 = kHashText, .object = std::string(64, 'b')},
                      {.path = "blobs/images/a.webp", .size = 0, .sha256 = kHashText, .object = kHashText}}};
}

std::string WithPath(const std::string& path) {
  Manifest manifest = Example();
  manifest.entries[0].path = path;
  return WriteManifest(manifest);
}

TEST(ManifestTest, IsReadAsItWasWritten) { EXPECT_EQ(*ReadManifest(WriteManifest(Example())), Example()); }

TEST(ManifestTest, RefusesWhatItDidNotWrite) {
  std::string text = WriteManifest(Example());
  for (const std::string& broken :
       {std::string(), std::string("{}"), std::string("[1]"), text.substr(0, text.size() / 2)}) {
    EXPECT_THAT(ReadManifest(broken), HasReason("manifest_invalid")) << broken;
  }
  Manifest manifest = Example();
  manifest.entries[0].sha256 = "short";
  EXPECT_THAT(ReadManifest(WriteManifest(manifest)), HasReason("manifest_invalid"));
  manifest = Example();
  manifest.entries[0].object = "../" + std::string(61, 'a');
  EXPECT_THAT(ReadManifest(WriteManifest(manifest)), HasReason("manifest_invalid"));
}

TEST(ManifestTest, RefusesPathsOutsideTheDataFolder) {
  for (const char* path : {"", "/etc/passwd", "../other", "auth/../../other", "auth//x", "auth/./x", "auth/"}) {
    EXPECT_THAT(ReadManifest(WithPath(path)), HasReason("manifest_invalid")) << path;
  }
  EXPECT_OK(ReadManifest(WithPath("site/..hidden")));
}

TEST(ManifestTest, RefusesANewerFormat) {
  std::string text = WriteManifest(Example());
  text.replace(text.find("\"format\": 1"), 11, "\"format\": 3");
  EXPECT_THAT(ReadManifest(text), HasReason("manifest_too_new"));
}

Manifest OnPostgresql() {
  Manifest manifest = Example();
  manifest.clusters = {{.folder = "postgresql",
                        .version = 15,
                        .databases = {{.service = "auth", .name = "auth", .user = "academy"}},
                        .empty_folders = {"pg_notify", "pg_wal/archive_status"}}};
  return manifest;
}

TEST(ManifestTest, ClustersAreReadAsTheyWereWritten) {
  EXPECT_EQ(*ReadManifest(WriteManifest(OnPostgresql())), OnPostgresql());
}

TEST(ManifestTest, ProgramsWithoutPostgresqlRefuseClusters) {
  std::string text = WriteManifest(OnPostgresql());
  EXPECT_NE(text.find("\"format\": 2"), text.npos);
  text.replace(text.find("\"format\": 2"), 11, "\"format\": 1");
  EXPECT_THAT(ReadManifest(text), HasReason("manifest_invalid"));
}

TEST(ManifestTest, RefusesClustersOutsideTheDataFolder) {
  for (const char* folder : {"", "../postgresql", "/srv"}) {
    Manifest manifest = OnPostgresql();
    manifest.clusters[0].folder = folder;
    EXPECT_THAT(ReadManifest(WriteManifest(manifest)), HasReason("manifest_invalid")) << folder;
    manifest = OnPostgresql();
    manifest.clusters[0].empty_folders.push_back(folder);
    EXPECT_THAT(ReadManifest(WriteManifest(manifest)), HasReason("manifest_invalid")) << folder;
  }
}

TEST(ManifestTest, ObjectListsAreReadAsTheyWereWritten) {
  std::vector<StoredObject> objects = {{.name = kHashText, .size = 5, .sha256 = kHashText, .checked_at = 17},
                                       {.name = std::string(64, 'c'), .size = 0, .sha256 = kHashText}};
  EXPECT_EQ(*ReadObjectList(WriteObjectList(objects)), objects);
  EXPECT_TRUE(ReadObjectList("")->empty());
  EXPECT_THAT(ReadObjectList("x 1 y 2\n"), HasReason("object_list_invalid"));
  EXPECT_THAT(ReadObjectList(kHashText + " 1\n"), HasReason("object_list_invalid"));
}

TEST(ManifestTest, AnIdSaysWhenAndOfWhichManifest) {
  std::string id = BackupId(*ParseTime("2026-11-23T01:02:03.456Z"), "manifest");
  EXPECT_TRUE(id.starts_with("20261123T010203456Z-")) << id;
  EXPECT_EQ(TimeOfBackup(id), *ParseTime("2026-11-23T01:02:03.456Z"));
  EXPECT_LT(BackupId(*ParseTime("2026-11-23T01:02:03.456Z"), "b"),
            BackupId(*ParseTime("2026-11-23T01:02:03.457Z"), "a"));
  EXPECT_NE(id, BackupId(*ParseTime("2026-11-23T01:02:03.456Z"), "another"));
  EXPECT_TRUE(IsBackupId(id));
  for (const std::string& other :
       {std::string(), id + "0", id.substr(1), std::string("manifest"), "x" + id.substr(1)}) {
    EXPECT_FALSE(IsBackupId(other)) << other;
  }
}

}  // namespace
}  // namespace academy::backup
