#include "services/platform/rpc/credential.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class CredentialTest : public testing::Test {
 protected:
  CredentialTest()
      : data_(std::filesystem::temp_directory_path() / ("credential_" + Hex(RandomBytes(8)))),
        keys_(
            (std::filesystem::create_directories(data_), *KeyFolder::Open(data_, KeyFolder::Missing::kMake, clock_))) {}
  ~CredentialTest() override { std::filesystem::remove_all(data_); }

  std::string Proof(const std::string& caller, const std::string& service) {
    return Credential::Open(keys_, caller, service)->Proof();
  }
  absl::Status Check(const std::string& service, const std::string& proof, const Caller& caller) {
    return CallerCheck::Open(keys_, service)->Check(proof, caller);
  }
  static Caller Service(const std::string& name) { return {.kind = CallerKind::kService, .id = name}; }

  const std::filesystem::path data_;
  FakeClock clock_;
  const KeyFolder keys_;
};

TEST_F(CredentialTest, EachProcessProvesItselfToTheServicesThatItCalls) {
  for (auto [caller, service] : {std::pair{"edge", "auth"}, std::pair{"edge", "presence"}, std::pair{"catalog", "auth"},
                                 std::pair{"enrollment", "catalog"}, std::pair{"presence", "auth"}}) {
    EXPECT_OK(Check(service, Proof(caller, service), Service(caller))) << caller << " " << service;
  }
  EXPECT_THAT(Credential::Open(keys_, "presence", "catalog"), HasReason("key_purpose_unknown"));
}

TEST_F(CredentialTest, AProofForOneServiceIsWorthNothingAtAnother) {
  EXPECT_THAT(Check("catalog", Proof("edge", "auth"), Service("edge")), HasReason("internal_credential"));
  EXPECT_THAT(Check("auth", Proof("edge", "catalog"), {}), HasReason("internal_credential"));
}

TEST_F(CredentialTest, OnlyTheEdgeSpeaksForPeople) {
  Caller manager{.kind = CallerKind::kManager, .id = "m", .session_id = "s"};
  EXPECT_OK(Check("auth", Proof("edge", "auth"), manager));
  EXPECT_OK(Check("auth", Proof("edge", "auth"), {}));
  for (const char* other : {"catalog", "enrollment", "presence"}) {
    EXPECT_THAT(Check("auth", Proof(other, "auth"), manager), HasReason("forbidden")) << other;
    EXPECT_THAT(Check("auth", Proof(other, "auth"), {}), HasReason("forbidden")) << other;
    EXPECT_THAT(Check("auth", Proof(other, "auth"), Service("edge")), HasReason("forbidden")) << other;
  }
}

TEST_F(CredentialTest, TheOwnersProgramsHaveNamesOfTheirOwn) {
  std::string proof;
  KeyRing tools = *keys_.Ring(key::kTools);
  // As a program makes it from the words of the file.
  std::ifstream in(keys_.path() / key::kTools);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("key ")) proof = "tools:" + tools.Current().id + ":" + line.substr(line.rfind(' ') + 1);
  }
  EXPECT_OK(Check("auth", proof, Service("payroll")));
  EXPECT_OK(Check("presence", proof, Service("payroll")));
  for (const char* process : {"edge", "auth", "catalog", "enrollment", "presence"}) {
    EXPECT_THAT(Check("auth", proof, Service(process)), HasReason("forbidden")) << process;
  }
  EXPECT_THAT(Check("auth", proof, {.kind = CallerKind::kManager, .id = "m"}), HasReason("forbidden"));
}

TEST_F(CredentialTest, ACertificateNamesTheProcessThatTheKeyProves) {
  auto check = [&](const std::vector<std::string>& names, const std::string& proof, const Caller& caller) {
    return CallerCheck::CheckCertificate(names, proof, caller);
  };
  std::string edge = Proof("edge", "auth");
  EXPECT_OK(check({"edge"}, edge, Service("edge")));
  EXPECT_OK(check({"catalog", "edge"}, edge, Service("edge")));
  EXPECT_THAT(check({"presence"}, edge, Service("edge")), HasReason("forbidden"));
  EXPECT_THAT(check({"presence"}, edge, {.kind = CallerKind::kManager, .id = "m"}), HasReason("forbidden"));
  EXPECT_THAT(check({}, edge, Service("edge")), HasReason("forbidden"));
  // The owner's programs share a key, and may have certificates of their own.
  std::string tools = "tools:id:secret";
  EXPECT_OK(check({"tools"}, tools, Service("payroll")));
  EXPECT_OK(check({"payroll"}, tools, Service("payroll")));
  EXPECT_THAT(check({"payroll"}, tools, Service("reports")), HasReason("forbidden"));
  EXPECT_THAT(check({"edge"}, tools, Service("payroll")), HasReason("forbidden"));
}

TEST_F(CredentialTest, NonsenseProvesNothing) {
  std::string proof = Proof("edge", "auth");
  for (const std::string& wrong : {std::string(), std::string("edge"), std::string("edge:"), std::string(":::"),
                                   proof.substr(0, proof.size() - 1), proof + "A", "catalog" + proof.substr(4)}) {
    EXPECT_THAT(Check("auth", wrong, Service("edge")), HasReason("internal_credential")) << wrong;
  }
}

TEST_F(CredentialTest, ARotationInterruptsNoCalls) {
  Credential credential = *Credential::Open(keys_, "edge", "auth");
  CallerCheck check = *CallerCheck::Open(keys_, "auth");
  std::string before = credential.Proof();
  ASSERT_OK(keys_.Rotate("edge-auth", absl::Seconds(5)));
  for (int second = 0; second < 10; ++second) {
    clock_.Advance(absl::Seconds(1));
    EXPECT_OK(check.Check(credential.Proof(), Service("edge")));
  }
  EXPECT_NE(credential.Proof(), before);
  EXPECT_OK(check.Check(before, Service("edge")));
  clock_.Advance(absl::Minutes(5));
  EXPECT_THAT(check.Check(before, Service("edge")), HasReason("internal_credential"));
}

}  // namespace
}  // namespace academy
