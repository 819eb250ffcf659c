#include "services/platform/rpc/tls/certificate_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "services/platform/rpc/tls/testing/test_authority.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

using testing::HasSubstr;
using testing::Not;

class CertificateFilesTest : public testing::Test {
 protected:
  // What the operator is told; empty if the files can be used.
  static std::string Refusal(const std::filesystem::path& folder) {
    absl::StatusOr<CertificateFiles> files = ReadCertificateFiles(folder, "catalog");
    if (files.ok()) return "";
    EXPECT_THAT(files.status(), HasReason("grpc_tls_unusable"));
    return std::string(files.status().message());
  }

  TestAuthority authority_;
  const std::filesystem::path folder_ = authority_.MakeFolder("catalog");
};

TEST_F(CertificateFilesTest, ACertificateOfTheAuthorityForTheProcessIsUsed) {
  absl::StatusOr<CertificateFiles> files = ReadCertificateFiles(folder_, "catalog");
  ASSERT_OK(files);
  EXPECT_EQ(files->authority, authority_.pem());
  EXPECT_THAT(files->identity, HasSubstr(ReadTestFile(folder_ / "catalog.key")));
  EXPECT_THAT(files->identity, HasSubstr(ReadTestFile(folder_ / "catalog.pem")));
  EXPECT_GT(files->expiry, absl::Now() + absl::Hours(23));
  EXPECT_LT(files->expiry, absl::Now() + absl::Hours(25));
}

TEST_F(CertificateFilesTest, AMissingFileIsNamed) {
  for (const char* name : {"ca.pem", "catalog.pem", "catalog.key"}) {
    std::filesystem::rename(folder_ / name, folder_ / "away");
    EXPECT_THAT(Refusal(folder_), HasSubstr(std::string("cannot read ") + (folder_ / name).string())) << name;
    std::filesystem::rename(folder_ / "away", folder_ / name);
  }
  EXPECT_EQ(Refusal(folder_), "");
}

TEST_F(CertificateFilesTest, AFileThatIsNoPemIsRefused) {
  for (const char* name : {"ca.pem", "catalog.pem", "catalog.key"}) {
    std::string good = ReadTestFile(folder_ / name);
    for (const std::string& bad : {std::string(), std::string("nonsense"), good.substr(0, good.size() / 2)}) {
      WriteTestFile(folder_ / name, bad);
      EXPECT_THAT(Refusal(folder_), HasSubstr(name)) << bad;
    }
    WriteTestFile(folder_ / name, good);
  }
  EXPECT_EQ(Refusal(folder_), "");
}

TEST_F(CertificateFilesTest, AnotherCertificatesKeyIsRefused) {
  std::filesystem::path other = authority_.MakeFolder("catalog");
  WriteTestFile(folder_ / "catalog.key", ReadTestFile(other / "catalog.key"));
  EXPECT_THAT(Refusal(folder_), HasSubstr("is not that of the certificate"));
}

TEST_F(CertificateFilesTest, ACertificateForAnotherProcessIsRefused) {
  EXPECT_THAT(Refusal(authority_.MakeFolder("catalog", {"presence.academy.internal"})),
              HasSubstr("is not for catalog.academy.internal"));
  EXPECT_EQ(Refusal(authority_.MakeFolder("catalog", {"edge.academy.internal", "catalog.academy.internal"})), "");
}

TEST_F(CertificateFilesTest, AnExpiredCertificateIsRefused) {
  EXPECT_THAT(Refusal(authority_.MakeFolder("catalog", {}, -absl::Minutes(1))), HasSubstr("has expired"));
}

TEST_F(CertificateFilesTest, ACertificateOfAnotherAuthorityIsRefusedUntilThatIsListed) {
  TestAuthority next;
  next.Renew(folder_, "catalog");
  EXPECT_THAT(Refusal(folder_), HasSubstr("is not of an authority in"));
  WriteTestFile(folder_ / "ca.pem", authority_.pem() + next.pem());
  EXPECT_EQ(Refusal(folder_), "");
}

TEST_F(CertificateFilesTest, ListsOfTheAuthorityAreReadAndWhatElseIsInTheirFolderIsRefused) {
  const std::filesystem::path other = authority_.MakeFolder("edge");
  std::filesystem::create_directory(folder_ / "crl");
  EXPECT_EQ(Refusal(folder_), "") << "no list";
  const std::filesystem::path file = folder_ / "crl" / "list.pem";
  WriteTestFile(file, authority_.ListWith(other, "edge"));
  absl::StatusOr<CertificateFiles> files = ReadCertificateFiles(folder_, "catalog");
  ASSERT_OK(files);
  EXPECT_TRUE(files->revoked->Revoke(ReadTestFile(other / "edge.pem")));
  EXPECT_FALSE(files->revoked->Revoke(ReadTestFile(folder_ / "catalog.pem")));
  EXPECT_TRUE(files->revoked->Revoke("nonsense"));
  for (const std::string& bad : {std::string(), std::string("nonsense"), authority_.pem(),
                                 authority_.ListWith(other, "edge") + "-----BEGIN X509 CRL-----\nnonsense"}) {
    WriteTestFile(file, bad);
    EXPECT_THAT(Refusal(folder_), HasSubstr("list.pem is not a revocation list in PEM")) << bad;
  }
  TestAuthority stranger;
  WriteTestFile(file, stranger.ListWith(stranger.MakeFolder("edge"), "edge"));
  EXPECT_THAT(Refusal(folder_), HasSubstr("list.pem is not of an authority in ca.pem"));
  std::filesystem::remove_all(folder_ / "crl");
  EXPECT_EQ(Refusal(folder_), "");
}

TEST_F(CertificateFilesTest, SeveralListsCountAndSoDoThoseOutOfDate) {
  const std::filesystem::path edge = authority_.MakeFolder("edge");
  const std::filesystem::path auth = authority_.MakeFolder("auth");
  const std::filesystem::path presence = authority_.MakeFolder("presence");
  std::filesystem::create_directory(folder_ / "crl");
  WriteTestFile(folder_ / "crl" / "1.pem", authority_.ListWith(edge, "edge") + authority_.ListWith(auth, "auth"));
  WriteTestFile(folder_ / "crl" / "2.pem", authority_.ListWith(presence, "presence", -absl::Minutes(1)));
  absl::StatusOr<CertificateFiles> files = ReadCertificateFiles(folder_, "catalog");
  ASSERT_OK(files);
  EXPECT_TRUE(files->revoked->Revoke(ReadTestFile(edge / "edge.pem")));
  EXPECT_TRUE(files->revoked->Revoke(ReadTestFile(auth / "auth.pem")));
  EXPECT_TRUE(files->revoked->Revoke(ReadTestFile(presence / "presence.pem")));
}

TEST_F(CertificateFilesTest, ARevokedCertificateOfItsOwnIsRefused) {
  std::filesystem::create_directory(folder_ / "crl");
  WriteTestFile(folder_ / "crl" / "list.pem", authority_.ListWith(folder_, "catalog"));
  EXPECT_THAT(Refusal(folder_), HasSubstr("catalog.pem is revoked: renew it"));
  authority_.Renew(folder_, "catalog");
  EXPECT_EQ(Refusal(folder_), "");
}

TEST(CertificateNameTest, ANameNamesItsProcessAndOthersNone) {
  EXPECT_EQ(CertificateNameOf("catalog"), "catalog.academy.internal");
  EXPECT_EQ(ProcessOfCertificateName("catalog.academy.internal"), "catalog");
  for (const char* name : {"catalog", "catalog.example.com", "academy.internal", ".academy.internal", ""}) {
    EXPECT_EQ(ProcessOfCertificateName(name), "") << name;
  }
}

}  // namespace
}  // namespace academy
