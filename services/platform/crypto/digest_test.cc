#include "services/platform/crypto/digest.h"

#include <gtest/gtest.h>

#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

TEST(DigestTest, DigestsMatchPublishedVectors) {
  // FIPS 180-2, appendix B.1; RFC 4231, test case 2.
  EXPECT_EQ(Hex(Sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Hex(HmacSha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

}  // namespace
}  // namespace academy
