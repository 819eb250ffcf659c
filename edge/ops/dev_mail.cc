#include "edge/ops/dev_mail.h"

#include <string_view>
#include <utility>

#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"

namespace academy::edge {
namespace {

constexpr int kMails = 100;

void AppendEscaped(std::string& out, std::string_view text) {
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

// Appends `text` with its web addresses as links.
void AppendLinked(std::string& out, std::string_view text) {
  while (!text.empty()) {
    size_t start = std::min(text.find("http://"), text.find("https://"));
    AppendEscaped(out, text.substr(0, start));
    if (start == text.npos) return;
    text.remove_prefix(start);
    std::string_view link = text.substr(0, text.find_first_of(" \r\n\t<>\""));
    out += "<a href=\"";
    AppendEscaped(out, link);
    out += "\">";
    AppendEscaped(out, link);
    out += "</a>";
    text.remove_prefix(link.size());
  }
}

std::string Page(const auth::v1::ListMailsResponse& mails) {
  std::string page =
      "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Mail</title></head><body><h1>Mail</h1>";
  if (mails.mails().empty()) page += "<p>No data found.</p>";
  for (const auth::v1::Mail& mail : mails.mails()) {
    page += "<article><h2 dir=\"auto\">";
    AppendEscaped(page, mail.subject());
    page += "</h2><p>To <bdi>";
    AppendEscaped(page, mail.to());
    page += "</bdi>, ";
    AppendEscaped(page, mail.created_at());
    page += ", ";
    AppendEscaped(page, mail.state());
    page += "</p><pre dir=\"auto\">";
    AppendLinked(page, mail.text());
    page += "</pre></article><hr>";
  }
  return page + "</body></html>";
}

}  // namespace

void ServeDevMail(const std::shared_ptr<grpc::Channel>& channel, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange) {
  struct Call {
    explicit Call(const std::shared_ptr<grpc::Channel>& to) : mailbox(to) {}
    auth::v1::Mailbox::Stub mailbox;
    grpc::ClientContext context;
    auth::v1::ListMailsRequest request;
    auth::v1::ListMailsResponse response;
  };
  auto call = std::make_shared<Call>(channel);
  call->request.set_limit(kMails);
  PrepareContext(call->context, identity);
  call->mailbox.async()->ListMails(
      &call->context, &call->request, &call->response, [call, exchange](const grpc::Status& status) {
        const http::Request& request = exchange->request();
        if (!status.ok()) {
          return exchange->Send(FailureOf(FromService(status), request.id));
        }
        bool json = request.Field("accept").starts_with("application/json");
        http::Response answer;
        answer.headers.emplace_back("Cache-Control", "no-store");
        answer.headers.emplace_back("Content-Type",
                                    json ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
        if (json) {
          AppendJson(call->response, answer.body);
        } else {
          answer.body = Page(call->response);
        }
        exchange->Send(std::move(answer));
      });
}

}  // namespace academy::edge
