#include "services/auth/accounts/text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "services/auth/accounts/validation.h"

namespace academy::auth {
namespace {

using Texts = std::vector<std::string>;

bool Has(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::string CodeOf(const Validator& validator) {
  std::vector<FieldViolation> fields = DetailOf(validator.status()).fields;
  return validator.status().ok() ? "" : fields.at(0).code;
}

std::string EmailCode(const std::string& email) {
  Validator validator;
  validator.Email("email", email);
  return CodeOf(validator);
}

std::string PasswordCode(const std::string& password, size_t minimum = 6) {
  Validator validator;
  validator.NewPassword("password", password, PasswordRules(minimum));
  return CodeOf(validator);
}

TEST(Text, FoldMakesArabicFormsOne) {
  EXPECT_EQ(Fold("أإآٱا"), "ااااا");
  EXPECT_EQ(Fold("مُحَمَّدٌ"), Fold("محمد"));
  EXPECT_EQ(Fold("مـحـمـد"), Fold("محمد"));
  EXPECT_EQ(Fold("هدى"), Fold("هدي"));
  EXPECT_EQ(Fold("فاطمة"), Fold("فاطمه"));
  EXPECT_EQ(Fold("٠١٢٣٤٥٦٧٨٩"), "0123456789");
  EXPECT_EQ(Fold("۰۱۲۳۴۵۶۷۸۹"), "0123456789");
  EXPECT_EQ(Fold("ﷲ"), Fold("الله")) << "presentation forms too";
}

TEST(Text, FoldIgnoresCaseAndAccents) {
  EXPECT_EQ(Fold("ÉCOLE"), "ecole");
  EXPECT_EQ(Fold("Straße"), "strasse");
}

TEST(Text, InvalidUtf8GivesNothing) {
  EXPECT_EQ(Fold("\xff\xfe"), "");
  EXPECT_EQ(ToNfc("\xc3"), "");
  EXPECT_TRUE(Words("\xff").empty());
}

TEST(Text, MoreMarksOnALetterThanAnyWritingHasGiveNothing) {
  std::string heap = "a";
  for (int i = 0; i < 30; ++i) heap += "\u0323";
  EXPECT_NE(ToNfc(heap), "");
  EXPECT_NE(FoldCase(heap), "");
  EXPECT_EQ(ToNfc(heap + "\u0301"), "");
  EXPECT_EQ(EmailKey(heap + "\u0301"), "");
  EXPECT_EQ(Fold(heap + "\u0301"), "a") << "which drops them";
}

TEST(Text, TrimTakesEveryWhiteSpaceOfUnicode) {
  EXPECT_EQ(Trim(" \t\u00a0\u2003\u3000ليلى الحربي\u202f\u2028\r\n"), "ليلى الحربي");
  EXPECT_EQ(Trim("\u00a0 \u2003"), "");
  EXPECT_EQ(Trim(""), "");
  EXPECT_EQ(Trim(" a\xff "), "a\xff ");
}

TEST(Text, WhatShowsNothingIsInvisible) {
  for (const char* text : {"", " ", "\u200f\u200b", "\u2060\ufeff", "\u3164", "\u2800", "\u064b"}) {
    EXPECT_TRUE(IsInvisible(text)) << text;
  }
  for (const char* text : {"a", "\u200fس", "😀", "7", "-"}) EXPECT_FALSE(IsInvisible(text)) << text;
}

TEST(Text, DirectionsAreRemovedAndMarksStay) {
  EXPECT_EQ(WithoutDirections("\u202A+966\u202C \u202Eabc\u2069 \u2066x\u2067y\u2068z"), "+966 abc xyz");
  EXPECT_EQ(WithoutDirections("\u202B\u202D"), "");
  // Marks reach no further than the text, and neighbours in the code are other characters.
  std::string kept = "\u200Eسارة\u200F \u2029\u202F\u2065\u206A\u061C";
  EXPECT_EQ(WithoutDirections(kept), kept);
  EXPECT_EQ(WithoutDirections("a\xe2\x80"), "a\xe2\x80");
}

TEST(Text, EmailKeysIgnoreCaseButNotAccents) {
  EXPECT_EQ(EmailKey(" Mona@Academy.TEST "), "mona@academy.test");
  EXPECT_NE(EmailKey("jose@academy.test"), EmailKey("josé@academy.test"));
  EXPECT_EQ(EmailKey("jose\u0301@academy.test"), EmailKey("jos\u00e9@academy.test"));
}

TEST(Text, WordsAreRunsOfLettersAndDigits) {
  EXPECT_EQ(Words("Mona-Saleh, 2nd (مها)"), (Texts{"mona", "saleh", "2nd", "مها"}));
  EXPECT_TRUE(Words(" .-_ ").empty());
}

TEST(Text, SearchTermsDropTheArticleAndEndPhonesAnywhere) {
  Texts terms = SearchTerms("الأحمد", "a.b@academy.test", "050-12");
  EXPECT_TRUE(Has(terms, "الاحمد"));
  EXPECT_TRUE(Has(terms, "احمد"));
  EXPECT_TRUE(Has(terms, "academy"));
  EXPECT_TRUE(Has(terms, "05012"));
  EXPECT_TRUE(Has(terms, "12"));
}

TEST(Text, ControlCharactersAreFoundInBothSets) {
  EXPECT_TRUE(HasControlCharacters("a\r\nb"));
  EXPECT_TRUE(HasControlCharacters(std::string("a\0b", 3)));
  EXPECT_TRUE(HasControlCharacters("a\u0085b"));
  EXPECT_TRUE(HasControlCharacters("a\u2028b"));
  EXPECT_TRUE(HasControlCharacters("a\u2029b"));
  EXPECT_FALSE(HasControlCharacters("عربي \u200f and text"));
}

TEST(Validation, EmailsAreWhatMailServersTake) {
  for (const char* good : {"a@b.co", "first.last+tag@sub.academy.test", " spaced@academy.test ", "مها@مثال.اختبار"}) {
    EXPECT_EQ(EmailCode(good), "") << good;
  }
  for (const char* bad : {"a", "a@b", "@b.co", "a@", "a@@b.co", "a b@c.de", "a@b..co", ".a@b.co", "a@-b.co", "a@b.co-",
                          "<a@b.co>", "a,b@c.de", "a@b.co\r\nBcc: x@y.zz", "a@b_c.de"}) {
    EXPECT_EQ(EmailCode(bad), "email_invalid") << bad;
  }
  EXPECT_EQ(EmailCode("  "), "required");
  EXPECT_EQ(EmailCode(std::string(65, 'a') + "@b.co"), "email_invalid");
}

TEST(Validation, LinesAreStoredWithoutDirections) {
  Validator validator;
  EXPECT_EQ(validator.Fullname("fullname", "\u202Eليلى\u202C"), "ليلى");
  EXPECT_EQ(validator.Phonenumber("phonenumber", "\u202A+966 50 123\u202C"), "+966 50 123");
  EXPECT_EQ(validator.Email("email", "\u202Alayla@academy.test\u202C"), "layla@academy.test");
  EXPECT_TRUE(validator.status().ok());
  validator.Fullname("fullname", "\u202E");
  EXPECT_EQ(CodeOf(validator), "required");
}

TEST(Validation, AHeapOfMarksIsRefusedNotDropped) {
  std::string heap = "a";
  for (int i = 0; i < 20; ++i) heap += "\u0301\u0323";
  Validator validator;
  validator.Address("address", heap);
  EXPECT_EQ(CodeOf(validator), "control_characters");
  EXPECT_EQ(EmailCode(heap), "email_invalid");
  EXPECT_EQ(PasswordCode(heap), "control_characters");
}

TEST(Validation, PasswordsAreSixCharactersToAHundredAndTwentyEightBytes) {
  EXPECT_EQ(PasswordCode("12345"), "password_too_short");
  EXPECT_EQ(PasswordCode("مرحبا"), "password_too_short") << "characters are counted, not bytes";
  EXPECT_EQ(PasswordCode("مرحباً"), "");
  EXPECT_EQ(PasswordCode(std::string(128, 'x')), "");
  EXPECT_EQ(PasswordCode(std::string(129, 'x')), "password_too_long");
  EXPECT_EQ(PasswordCode("123456\n"), "control_characters");
  EXPECT_EQ(PasswordCode(""), "password_too_short");
  EXPECT_EQ(PasswordCode("\xff\xfe rubbish"), "control_characters");
}

TEST(Validation, PasswordsAreMeasuredAfterNormalization) {
  EXPECT_EQ(PasswordCode("cafe\u0301s"), "password_too_short") << "an accent is no letter of its own";
  EXPECT_EQ(PasswordCode("caf\u00e9s1"), "");
  std::string arabic;
  for (int i = 0; i < 64; ++i) arabic += "م";
  EXPECT_EQ(PasswordCode(arabic), "") << "64 letters of two bytes";
  EXPECT_EQ(PasswordCode(arabic + "م"), "password_too_long");
  std::string accents;
  for (int i = 0; i < 64; ++i) accents += "e\u0301";
  EXPECT_EQ(PasswordCode(accents), "") << "192 bytes as typed are 128 in NFC";
  EXPECT_EQ(PasswordCode(accents + "e"), "password_too_long");
}

TEST(Validation, AGreaterMinimumIsToldAndPutsTheListOfCommonPasswordsInForce) {
  Validator validator;
  validator.NewPassword("password", "1234567", PasswordRules(10));
  EXPECT_EQ(MessageOf(validator.status()), "Password must be 10 characters minimum");
  EXPECT_EQ(PasswordCode("123456789", 7), "password_too_common");
  EXPECT_EQ(PasswordCode("PassWord1", 7), "password_too_common") << "in any case";
  EXPECT_EQ(PasswordCode("\u212aristina1", 7), PasswordCode("kristina1", 7)) << "in any Unicode form";
  EXPECT_EQ(PasswordCode("123456789", 6), "") << "not with the least minimum";
  EXPECT_EQ(PasswordCode("a rare one indeed", 64), "password_too_short");
  EXPECT_EQ(PasswordCode("a rare one indeed", 7), "");
}

TEST(Validation, TheFirstRefusalsTextStandsForAll) {
  Validator validator;
  validator.NewPassword("password", "1", PasswordRules());
  validator.Fullname("fullname", "  ");
  EXPECT_EQ(MessageOf(validator.status()), "Password must be 6 characters minimum");
  EXPECT_EQ(DetailOf(validator.status()).fields.size(), 2u);
}

}  // namespace
}  // namespace academy::auth
