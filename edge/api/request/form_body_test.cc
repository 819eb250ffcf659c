// Forms over real sockets, as a row that takes one reads them.
#include "edge/api/request/form_body.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "edge/http/testing/http_client.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::edge {
namespace {

const std::vector<std::string> kForm = {"Content-Type: multipart/form-data; boundary=b"};
constexpr uint64_t kMaxBytes = 512 * 1024;

class FormBodyTest : public http::ServerTest {
 protected:
  FormBodyTest() {
    hooks_.handle = [](std::shared_ptr<http::Exchange> exchange) {
      ReadForm(exchange, kMaxBytes, [exchange](std::vector<http::FormPart> parts) {
        http::Response answer;
        for (const http::FormPart& part : parts) {
          answer.body += part.name + "=" + std::to_string(part.content.size()) + ";";
        }
        exchange->Send(std::move(answer));
      });
    };
    Start();
  }

  static std::string Form(size_t size) {
    return "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"../../etc/passwd\"\r\n\r\n" +
           std::string(size, 'x') + "\r\n--b--\r\n";
  }
};

TEST_F(FormBodyTest, AFormThatComesInManyPiecesIsReadWhole) {
  HttpClient client(port_);
  EXPECT_EQ(client.Call("POST", "/stream", kForm, Form(500'000)).body, "image=500000;");
  EXPECT_EQ(client.Call("POST", "/stream", kForm, Form(1)).body, "image=1;") << "on the same connection";
  std::string form = Form(3);
  std::string chunked = "POST /stream HTTP/1.1\r\nHost: a\r\n" + kForm[0] + "\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (char c : form) chunked += "1\r\n" + std::string(1, c) + "\r\n";
  client.Send(chunked + "0\r\n\r\n");
  EXPECT_EQ(client.Read().body, "image=3;");
}

TEST_F(FormBodyTest, AFormOverTheCapIs413HoweverItIsFramed) {
  EXPECT_EQ(HttpClient(port_).Call("POST", "/stream", kForm, Form(kMaxBytes)).status, 413);
  HttpClient chunked(port_);
  chunked.Send("POST /stream HTTP/1.1\r\nHost: a\r\n" + kForm[0] + "\r\nTransfer-Encoding: chunked\r\n\r\n");
  chunked.Send("100000\r\n" + Form(0x100000));
  EXPECT_EQ(chunked.Read().status, 413);
}

TEST_F(FormBodyTest, WhatIsNoFormIsAClearError) {
  HttpResponse broken = HttpClient(port_).Call("POST", "/stream", kForm, "--b\r\n\r\n\r\n--b--");
  EXPECT_EQ(broken.status, 400);
  EXPECT_NE(broken.body.find("a part has no name"), std::string::npos);
  EXPECT_EQ(HttpClient(port_).Call("POST", "/stream", kForm).status, 400) << "no body at all";
  EXPECT_EQ(HttpClient(port_).Call("POST", "/stream", {"Content-Type: application/json"}, "{}").status, 415);
}

// cpp-httplib matches such lines with a backtracking regular expression, in cubic time: 20 s for one of 8 KiB.
TEST_F(FormBodyTest, AHostilePartHeadIsRefusedAtOnce) {
  auto repeated = [](std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (int times : {150, 330}) {
    std::string line = "Content-Disposition: form-data; name=\"" + repeated("\";filename=\"", times) +
                       repeated("\";filename*=", times) + " x\r\n";
    std::string part = "--b\r\n" + line + "\r\n\r\n";
    EXPECT_EQ(HttpClient(port_).Call("POST", "/stream", kForm, repeated(part, 30) + "--b--").status, 400);
  }
}

}  // namespace
}  // namespace academy::edge
