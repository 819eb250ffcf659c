#include "edge/uploads/uploads.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "edge/http/testing/http_client.h"
#include "edge/testing/fake_academy.h"
#include "edge/testing/media_edge.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

constexpr char kPath[] = "/api/cm/media/uploads";
constexpr char kBytes[] = "Content-Type: application/offset+octet-stream";

class UploadsTest : public testing::Test {
 protected:
  UploadsTest() : edge_(academy_), client_(edge_.port()) {
    academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "m1", "manager-token");
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "l1", "learner-token");
  }

  static std::vector<std::string> AsManager(std::vector<std::string> fields = {}) {
    fields.push_back("Authorization: Bearer manager-token");
    fields.push_back("Tus-Resumable: 1.0.0");
    return fields;
  }

  HttpResponse Tus(std::string_view method, std::string_view path, std::vector<std::string> fields = {},
                   std::string_view body = "") {
    // A connection per request, because the server closes one whose body it did not read to the end.
    HttpClient client(edge_.port());
    return client.Call(method, path, AsManager(std::move(fields)), body);
  }

  std::string Create(int length) {
    HttpResponse created = Tus("POST", kPath, {"Upload-Length: " + std::to_string(length)});
    EXPECT_EQ(created.status, 201) << created.body;
    return created.fields["location"];
  }

  FakeAcademy academy_;
  MediaEdge edge_;
  HttpClient client_;
};

TEST_F(UploadsTest, OptionsTellsAnybodyWhatIsSpokenHere) {
  HttpResponse answer = client_.Call("OPTIONS", kPath);
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.fields["tus-version"], "1.0.0");
  EXPECT_EQ(answer.fields["tus-extension"],
            "creation,creation-with-upload,creation-defer-length,checksum,termination,expiration");
  EXPECT_EQ(answer.fields["tus-checksum-algorithm"], "sha1,sha256");
  EXPECT_EQ(answer.fields["tus-max-size"], "1000000000");
}

TEST_F(UploadsTest, AnUploadIsCreatedFilledAndLookedAt) {
  std::string metadata = "filename " + Base64("درس.mp4") + ",filetype " + Base64("video/mp4");
  HttpResponse created = client_.Call("POST", kPath, AsManager({"Upload-Length: 11", "Upload-Metadata: " + metadata}));
  ASSERT_EQ(created.status, 201) << created.body;
  EXPECT_EQ(created.fields["location"], "/api/cm/media/uploads/upload-1");
  EXPECT_EQ(created.fields["upload-offset"], "0");
  EXPECT_EQ(created.fields["tus-resumable"], "1.0.0");
  EXPECT_EQ(created.fields["upload-expires"], "Fri, 15 Jan 2027 08:00:00 GMT");
  EXPECT_EQ(academy_.GetUpload("upload-1").created.filename(), "درس.mp4");
  EXPECT_EQ(academy_.GetUpload("upload-1").created.filetype(), "video/mp4");

  HttpResponse first =
      client_.Call("PATCH", created.fields["location"], AsManager({kBytes, "Upload-Offset: 0"}), "Hello ");
  EXPECT_EQ(first.status, 204) << first.body;
  EXPECT_EQ(first.fields["upload-offset"], "6");
  HttpResponse look = client_.Call("HEAD", created.fields["location"], AsManager());
  EXPECT_EQ(look.status, 200);
  EXPECT_EQ(look.fields["upload-offset"], "6");
  EXPECT_EQ(look.fields["upload-length"], "11");
  EXPECT_EQ(look.fields["upload-metadata"], metadata);
  EXPECT_EQ(look.fields["cache-control"], "no-store");
  HttpResponse last =
      client_.Call("PATCH", created.fields["location"], AsManager({kBytes, "Upload-Offset: 6"}), "world");
  EXPECT_EQ(last.fields["upload-offset"], "11");
  EXPECT_FALSE(last.fields.contains("upload-expires"));
  EXPECT_EQ(academy_.GetUpload("upload-1").stored, "Hello world");
}

TEST_F(UploadsTest, CreationMayBringTheFirstBytes) {
  HttpResponse created = Tus("POST", kPath, {"Upload-Length: 5", kBytes}, "first");
  ASSERT_EQ(created.status, 201) << created.body;
  EXPECT_EQ(created.fields["upload-offset"], "5");
  EXPECT_EQ(academy_.GetUpload("upload-1").stored, "first");
  EXPECT_EQ(Tus("POST", kPath, {"Upload-Length: 5", "Content-Type: text/plain"}, "first").status, 415);
}

TEST_F(UploadsTest, ACreationWhoseFirstBytesAreRefusedLeavesNothing) {
  HttpResponse wrong =
      Tus("POST", kPath, {"Upload-Length: 5", kBytes, "Upload-Checksum: sha256 " + Base64(Sha256("other"))}, "first");
  EXPECT_EQ(wrong.status, 460);
  EXPECT_EQ(Tus("HEAD", std::string(kPath) + "/upload-1").status, 404);
}

TEST_F(UploadsTest, ACreationWhoseClientIsLostLeavesNothing) {
  HttpClient lost(edge_.port());
  lost.Send("POST " + std::string(kPath) +
            " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer manager-token\r\nTus-Resumable: 1.0.0\r\n"
            "Content-Type: application/offset+octet-stream\r\nUpload-Length: 9000\r\nContent-Length: 9000\r\n\r\n" +
            std::string(3'000, 'x'));
  academy_.AwaitUpload("upload-1");
  lost.Close();
  academy_.AwaitRemoval("upload-1");
  EXPECT_EQ(Tus("HEAD", std::string(kPath) + "/upload-1").status, 404);
}

TEST_F(UploadsTest, ALargeBodyIsPassedOnInSmallPieces) {
  std::string body(5'000'003, '\0');
  for (size_t i = 0; i < body.size(); ++i) body[i] = static_cast<char>(i * 2654435761u >> 13);
  HttpResponse stored = Tus("PATCH", Create(5'000'003), {kBytes, "Upload-Offset: 0"}, body);
  EXPECT_EQ(stored.status, 204) << stored.body;
  EXPECT_EQ(stored.fields["upload-offset"], "5000003");
  FakeAcademy::Upload upload = academy_.GetUpload("upload-1");
  EXPECT_TRUE(upload.stored == body);
  EXPECT_LE(upload.largest_piece, 256u * 1024);
}

TEST_F(UploadsTest, AChunkedBodyIsTakenApart) {
  std::string location = Create(100);
  client_.Send("PATCH " + location +
               " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer manager-token\r\nTus-Resumable: 1.0.0\r\n"
               "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nTransfer-Encoding: chunked\r\n\r\n"
               "5\r\nHello\r\n6\r\n world\r\n0\r\n\r\n");
  EXPECT_EQ(client_.Read().fields["upload-offset"], "11");
  EXPECT_EQ(academy_.GetUpload("upload-1").stored, "Hello world");
}

TEST_F(UploadsTest, WhatALostClientSentStaysStored) {
  std::string location = Create(1'000'000);
  HttpClient lost(edge_.port());
  lost.Send("PATCH " + location +
            " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer manager-token\r\nTus-Resumable: 1.0.0\r\n"
            "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000000\r\n\r\n" +
            std::string(300'000, 'x'));
  lost.Close();
  academy_.AwaitAppend("upload-1");
  EXPECT_EQ(academy_.GetUpload("upload-1").stored.size(), 300'000u);
  EXPECT_EQ(Tus("HEAD", location).fields["upload-offset"], "300000");
}

TEST_F(UploadsTest, BytesAtAnotherOffsetAreAConflict) {
  std::string location = Create(100);
  EXPECT_EQ(Tus("PATCH", location, {kBytes, "Upload-Offset: 5"}, "x").status, 409);
  // Much more than fits into any buffer, so the answer comes while the client is still sending.
  EXPECT_EQ(Tus("PATCH", location, {kBytes, "Upload-Offset: 5"}, std::string(1'000'000, 'x')).status, 409);
  EXPECT_EQ(academy_.GetUpload("upload-1").stored, "");
}

TEST_F(UploadsTest, OddRequestsAreRefusedWithTheirStatus) {
  std::string location = Create(100);
  EXPECT_EQ(Tus("PATCH", location, {"Content-Type: text/plain", "Upload-Offset: 0"}, "x").status, 415);
  EXPECT_EQ(Tus("PATCH", location, {kBytes}, "x").status, 400);
  EXPECT_EQ(Tus("PATCH", location, {kBytes, "Upload-Offset: -1"}, "x").status, 400);
  EXPECT_EQ(Tus("PATCH", location, {kBytes, "Upload-Offset: 0", "Upload-Checksum: crc32 AAAAAA=="}, "x").status, 400);
  EXPECT_EQ(Tus("POST", kPath).status, 400);
  EXPECT_EQ(Tus("POST", kPath, {"Upload-Length: 5", "Upload-Metadata: filename ***"}).status, 400);
  EXPECT_EQ(Tus("POST", kPath, {"Upload-Length: 2000000000"}).status, 413);
  EXPECT_EQ(Tus("HEAD", std::string(kPath) + "/none").status, 404);
  EXPECT_EQ(Tus("HEAD", std::string(kPath) + "/a.b").status, 404);
  EXPECT_EQ(Tus("PATCH", std::string(kPath) + "/none", {kBytes, "Upload-Offset: 0"}, "x").status, 404);
}

TEST_F(UploadsTest, OtherVersionsOfTusAreRefused) {
  HttpResponse answer =
      client_.Call("POST", kPath, {"Authorization: Bearer manager-token", "Tus-Resumable: 0.2.2", "Upload-Length: 5"});
  EXPECT_EQ(answer.status, 412);
  EXPECT_EQ(answer.fields["tus-version"], "1.0.0");
}

TEST_F(UploadsTest, AWrongChecksumStoresNothing) {
  std::string location = Create(100);
  std::string offset = "Upload-Offset: 0";
  HttpResponse wrong =
      Tus("PATCH", location, {kBytes, offset, "Upload-Checksum: sha256 " + Base64(Sha256("other"))}, "bytes");
  EXPECT_EQ(wrong.status, 460);
  EXPECT_NE(wrong.body.find("checksum_mismatch"), std::string::npos);
  EXPECT_EQ(Tus("HEAD", location).fields["upload-offset"], "0");
  EXPECT_EQ(
      Tus("PATCH", location, {kBytes, offset, "Upload-Checksum: sha256 " + Base64(Sha256("bytes"))}, "bytes").status,
      204);
}

TEST_F(UploadsTest, ALengthMayComeLater) {
  std::string location = Tus("POST", kPath, {"Upload-Defer-Length: 1"}).fields["location"];
  HttpResponse look = Tus("HEAD", location);
  EXPECT_EQ(look.fields["upload-defer-length"], "1");
  EXPECT_FALSE(look.fields.contains("upload-length"));
  EXPECT_EQ(Tus("PATCH", location, {kBytes, "Upload-Offset: 0", "Upload-Length: 4"}, "1234").status, 204);
  EXPECT_EQ(Tus("HEAD", location).fields["upload-length"], "4");
}

TEST_F(UploadsTest, ATerminatedUploadIsGone) {
  std::string location = Create(100);
  EXPECT_EQ(Tus("DELETE", location).status, 204);
  EXPECT_EQ(Tus("DELETE", location).status, 404);
  EXPECT_EQ(Tus("HEAD", location).status, 404);
}

TEST_F(UploadsTest, ClientsWithoutPatchAndDeleteNameThemInAField) {
  std::string location = Create(100);
  HttpResponse stored = Tus("POST", location, {kBytes, "Upload-Offset: 0", "X-HTTP-Method-Override: PATCH"}, "bytes");
  EXPECT_EQ(stored.status, 204) << stored.body;
  EXPECT_EQ(stored.fields["upload-offset"], "5");
  EXPECT_EQ(Tus("POST", location, {"X-HTTP-Method-Override: DELETE"}).status, 204);
  EXPECT_EQ(Tus("HEAD", location).status, 404);
  EXPECT_EQ(Tus("POST", location, {"Upload-Length: 5"}).status, 405);
}

TEST_F(UploadsTest, OnlyManagersUpload) {
  std::vector<std::string> fields = {"Tus-Resumable: 1.0.0", "Upload-Length: 10"};
  EXPECT_EQ(client_.Call("POST", kPath, fields).status, 401);
  fields.push_back("Authorization: Bearer learner-token");
  EXPECT_EQ(client_.Call("POST", kPath, fields).status, 403);
}

TEST_F(UploadsTest, WithoutCatalogTheAnswerSaysToTryAgain) {
  const std::string location = Create(10);
  academy_.Stop();
  HttpResponse answer = Tus("POST", kPath, {"Upload-Length: 10"});
  EXPECT_EQ(answer.status, 503);
  EXPECT_NE(answer.fields["retry-after"], "");
  answer = Tus("HEAD", location);
  EXPECT_EQ(answer.status, 423) << "after 503 clients would begin another upload";
  EXPECT_NE(answer.fields["retry-after"], "");
}

}  // namespace
}  // namespace academy::edge
