// Playback over real sockets: a learner with an assignment of an asset whose files are in either kind of blob store.
//
// Use from the test's thread.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "edge/http/testing/http_client.h"
#include "edge/testing/fake_academy.h"
#include "edge/testing/media_edge.h"
#include "services/contracts/media_token.h"
#include "services/platform/blobs/testing/s3_server.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_ring.h"

namespace academy::edge {

inline constexpr absl::Duration kHour = absl::Hours(1);
inline constexpr char kSegment[] = "0123456789abcdefghij";

enum class BlobKind { kFolder, kS3 };

inline S3Server& Store() {
  static S3Server server;
  return server;
}

inline MediaEdge::Options OptionsOf(BlobKind kind) {
  if (kind == BlobKind::kFolder) return {};
  ::setenv("AWS_ACCESS_KEY_ID", S3Server::kAccessKey, 1);
  ::setenv("AWS_SECRET_ACCESS_KEY", S3Server::kSecretKey, 1);
  std::string place = "s3://academy/test-" + Hex(RandomBytes(8));
  return {.blobs_url = place + "?region=" + S3Server::kRegion + "&endpoint=" + Store().endpoint()};
}

class PlaybackTestBase : public testing::Test {
 protected:
  explicit PlaybackTestBase(const MediaEdge::Options& options)
      : edge_(academy_, options), client_(edge_.port()), tokens_(KeyRing::Fixed(kFakeMediaKey)) {
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "learner", "session");
    Assign(-kHour, kHour);
    academy_.SetKey("asset", "0123456789abcdef");
    Put("media/asset/master.m3u8", "#EXTM3U\n");
    Put("media/asset/v0/seg-00000.m4s", kSegment);
    Put("media/asset/v0/notes.txt", "not for players");
    Put("images/one.webp", "a picture");
  }

  void Put(const std::string& key, const std::string& content) { ASSERT_TRUE(edge_.blobs().Put(key, content).ok()); }

  // From and to are relative to now.
  void Assign(absl::Duration from, absl::Duration to) {
    enrollment::v1::GetAccessResponse access;
    access.set_learner_id("learner");
    access.set_start_ms(edge_.clock().Now() + from);
    access.set_expiry_ms(edge_.clock().Now() + to);
    academy_.Assign("assignment", access);
  }

  MediaGrant Grant() {
    return {.session_id = "session",
            .learner_id = "learner",
            .assignment_id = "assignment",
            .asset_id = "asset",
            .expires_at = edge_.clock().Now() + 12 * kHour};
  }

  HttpResponse Get(const MediaGrant& grant, const std::string& path, const std::vector<std::string>& fields = {}) {
    return client_.Call("GET", "/media/" + tokens_.Mint(grant) + "/" + path, fields);
  }
  HttpResponse Segment(const std::vector<std::string>& fields = {}, std::string_view method = "GET") {
    return client_.Call(method, "/media/" + tokens_.Mint(Grant()) + "/v0/seg-00000.m4s", fields);
  }

  // Requests until the answer is `status`, for 30 s at most, because feed events take a moment to arrive. Returns the
  // last status; 0 is an answer that was broken off together with its connection.
  int AwaitStatus(int status) {
    absl::Time deadline = absl::Now() + absl::Seconds(30);
    int last = Segment().status;
    while (last != status && absl::Now() < deadline) {
      if (last == 0) client_.Reconnect();
      last = Segment().status;
    }
    return last;
  }

  // Requests a large file and stops reading; whether the connection is broken off after `change`.
  template <typename Change>
  bool IsBrokenOffAfter(Change change) {
    Put("media/asset/large.mp4", std::string(32 << 20, 'x'));
    int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int small = 64 * 1024;
    ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(edge_.port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    std::string request = "GET /media/" + tokens_.Mint(Grant()) + "/large.mp4 HTTP/1.1\r\nHost: academy.test\r\n\r\n";
    ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    char head[16];
    bool begun = ::recv(fd, head, sizeof(head), MSG_WAITALL) == sizeof(head) &&
                 std::string_view(head, sizeof(head)).starts_with("HTTP/1.1 200 OK");
    change();
    pollfd reset{.fd = fd, .events = 0, .revents = 0};
    bool ended = ::poll(&reset, 1, 10'000) == 1;
    ::close(fd);
    return begun && ended;
  }

  FakeAcademy academy_;
  MediaEdge edge_;
  HttpClient client_;
  const MediaTokens tokens_;
};

// Tests that hold for every kind of blob store.
class PlaybackTest : public PlaybackTestBase, public testing::WithParamInterface<BlobKind> {
 protected:
  PlaybackTest() : PlaybackTestBase(OptionsOf(GetParam())) {}
  void SetUp() override {
    if (GetParam() == BlobKind::kFolder) return;
    ASSERT_NE(Store().endpoint(), "") << Store().error();
  }
};

inline std::string BlobKindName(const testing::TestParamInfo<BlobKind>& kind) {
  return kind.param == BlobKind::kFolder ? "Folder" : "S3";
}

}  // namespace academy::edge
