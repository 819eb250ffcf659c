#include "services/backup/store/object_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "services/backup/store/sealing.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPiece = 64 * 1024;

class ObjectFileTest : public testing::Test {
 protected:
  ObjectFileTest() : folder_(fs::temp_directory_path() / ("objects_" + Hex(RandomBytes(8)))) {
    fs::create_directories(folder_);
    EXPECT_OK(WriteNewIdentity(folder_ / "identity"));
  }
  ~ObjectFileTest() override { fs::remove_all(folder_); }

  fs::path New() { return folder_ / std::to_string(++files_); }

  fs::path WriteFile(const std::string& content) {
    fs::path file = New();
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }
  static std::string ReadFile(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  ObjectKey NewKey() {
    std::string key = RandomBytes(kObjectKey);
    return {.key = key, .sealed = Recipient::Read(folder_ / "identity.pub")->Seal(key)};
  }
  OpenKey WithIdentity() {
    return
        [identity = *Identity::Read(folder_ / "identity")](std::string_view sealed) { return identity.Open(sealed); };
  }

  // The object of `content`.
  std::string Seal(const std::string& content) {
    fs::path target = New();
    EXPECT_OK(WriteObject(*BytesOfFile(WriteFile(content)), NewKey(), target));
    return ReadFile(target);
  }
  absl::Status Opens(const std::string& object) {
    return ReadObject(*BytesOfFile(WriteFile(object)), WithIdentity(), {}).status();
  }

  const fs::path folder_;
  int files_ = 0;
};

TEST_F(ObjectFileTest, WhatIsEncryptedOpensWithTheIdentity) {
  for (size_t size : {size_t{0}, size_t{1}, kPiece - 1, kPiece, kPiece + 1, 3 * kPiece, 3 * kPiece + 17}) {
    std::string content = RandomBytes(size);
    fs::path object = New();
    absl::StatusOr<ObjectInfo> written = WriteObject(*BytesOfFile(WriteFile(content)), NewKey(), object);
    ASSERT_OK(written);
    EXPECT_EQ(written->size, static_cast<int64_t>(size));
    EXPECT_EQ(written->sha256, Hex(Sha256(content)));
    EXPECT_EQ(written->stored_sha256, Hex(Sha256(ReadFile(object))));
    EXPECT_EQ(written->stored_size, static_cast<int64_t>(fs::file_size(object)));
    fs::path target = New();
    absl::StatusOr<ObjectInfo> read = ReadObject(*BytesOfFile(object), WithIdentity(), target);
    ASSERT_OK(read) << size;
    EXPECT_EQ(ReadFile(target), content);
    EXPECT_EQ(read->sha256, written->sha256);
    EXPECT_EQ(read->stored_sha256, written->stored_sha256);
  }
}

TEST_F(ObjectFileTest, WithoutAKeyItIsTheFileItself) {
  fs::path object = New();
  absl::StatusOr<ObjectInfo> written = WriteObject(*BytesOfFile(WriteFile("content")), {}, object);
  ASSERT_OK(written);
  EXPECT_EQ(ReadFile(object), "content");
  EXPECT_EQ(written->sha256, written->stored_sha256);
  EXPECT_EQ(ReadObject(*BytesOfFile(object), nullptr, {})->sha256, Hex(Sha256("content")));
}

TEST_F(ObjectFileTest, EveryAlteredByteIsNoticed) {
  std::string object = Seal(std::string(300, 'x'));
  for (size_t i = 0; i < object.size(); ++i) {
    std::string altered = object;
    altered[i] = static_cast<char>(altered[i] ^ 1);
    EXPECT_TRUE(absl::IsDataLoss(Opens(altered))) << i;
  }
}

TEST_F(ObjectFileTest, WhatWasCutOrExtendedIsNoticed) {
  std::string object = Seal(std::string(2 * kPiece, 'x'));
  for (size_t size :
       {size_t{0}, size_t{10}, size_t{100}, size_t{121}, kPiece + 138, object.size() - 17, object.size() - 1}) {
    EXPECT_TRUE(absl::IsDataLoss(Opens(object.substr(0, size)))) << size;
  }
  EXPECT_TRUE(absl::IsDataLoss(Opens(object + "x")));
}

TEST_F(ObjectFileTest, AnotherIdentityDoesNotOpenIt) {
  std::string object = Seal("content");
  ASSERT_OK(WriteNewIdentity(folder_ / "other"));
  Identity other = *Identity::Read(folder_ / "other");
  OpenKey open = [&](std::string_view sealed) { return other.Open(sealed); };
  EXPECT_THAT(ReadObject(*BytesOfFile(WriteFile(object)), open, {}), HasReason("not_for_identity"));
}

TEST_F(ObjectFileTest, AnIdentityIsForItsOwnerAndNotOverwritten) {
  EXPECT_EQ(fs::status(folder_ / "identity").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_THAT(WriteNewIdentity(folder_ / "identity"), HasReason("file_exists"));
  EXPECT_THAT(Recipient::Read(folder_ / "identity"), HasReason("recipient_invalid"));
  EXPECT_THAT(Identity::Read(folder_ / "identity.pub"), HasReason("identity_invalid"));
}

TEST_F(ObjectFileTest, AFileThatGrowsIsReadUpToItsSizeBefore) {
  fs::path file = WriteFile("before");
  ReadBytes read = *BytesOfFile(file);
  std::ofstream(file, std::ios::app) << " and after";
  EXPECT_EQ(WriteObject(read, {}, New())->size, 6);
}

}  // namespace
}  // namespace academy::backup
