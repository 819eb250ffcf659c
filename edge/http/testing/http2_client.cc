#include "edge/http/testing/http2_client.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace academy::edge {

struct Http2Client::Callbacks {
  static Http2Client& Self(void* self) { return *static_cast<Http2Client*>(self); }

  static int Header(nghttp2_session*, const nghttp2_frame* frame, const uint8_t* name, size_t name_size,
                    const uint8_t* value, size_t value_size, uint8_t, void* user) {
    Answer& answer = Self(user).streams_[frame->hd.stream_id].answer;
    std::string field(reinterpret_cast<const char*>(name), name_size);
    std::string text(reinterpret_cast<const char*>(value), value_size);
    if (field == ":status") {
      if (answer.status != 0) answer.before.push_back(answer.status);
      answer.status = std::stoi(text);
    } else {
      answer.fields[field] = text;
    }
    return 0;
  }
  static int Data(nghttp2_session*, uint8_t, int32_t stream, const uint8_t* bytes, size_t size, void* user) {
    Self(user).streams_[stream].answer.body.append(reinterpret_cast<const char*>(bytes), size);
    return 0;
  }
  static int Closed(nghttp2_session*, int32_t stream, uint32_t error, void* user) {
    Answer& answer = Self(user).streams_[stream].answer;
    answer.closed = true;
    answer.error = error;
    Self(user).finished_.push_back(stream);
    return 0;
  }
  static int FrameCame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    if (frame->hd.type != NGHTTP2_GOAWAY) return 0;
    Self(user).goaway_ = frame->goaway.error_code;
    Self(user).goaways_.push_back(frame->goaway.last_stream_id);
    return 0;
  }
  static ssize_t Body(nghttp2_session*, int32_t stream, uint8_t* to, size_t room, uint32_t* flags, nghttp2_data_source*,
                      void* user) {
    Stream& own = Self(user).streams_[stream];
    size_t n = std::min(room, own.out.size());
    if (n == 0 && !own.ended) return NGHTTP2_ERR_DEFERRED;
    std::memcpy(to, own.out.data(), n);
    own.out.erase(0, n);
    if (own.ended && own.out.empty()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(n);
  }
};

Http2Client::Http2Client(int port, const Options& options) : options_(options) {
  std::signal(SIGPIPE, SIG_IGN);
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // Else each opened window would wait for the server's acknowledgement of the one before.
  int yes = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  timeval limit{.tv_sec = 30, .tv_usec = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
  ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  context_ = SSL_CTX_new(TLS_client_method());
  ssl_ = SSL_new(context_);
  SSL_set_alpn_protos(ssl_, reinterpret_cast<const unsigned char*>(options_.protocols),
                      static_cast<unsigned int>(std::strlen(options_.protocols)));
  SSL_set_fd(ssl_, fd_);
  SSL_connect(ssl_);

  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, Callbacks::Header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Callbacks::Data);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Callbacks::Closed);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Callbacks::FrameCame);
  nghttp2_option* option = nullptr;
  nghttp2_option_new(&option);
  nghttp2_option_set_no_auto_window_update(option, options_.takes_by_hand ? 1 : 0);
  // Requests as they are, however wrong.
  nghttp2_option_set_no_http_messaging(option, 1);
  nghttp2_session_client_new2(&session_, callbacks, this, option);
  nghttp2_option_del(option);
  nghttp2_session_callbacks_del(callbacks);
  nghttp2_settings_entry window{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, options_.window};
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, &window, 1);
}

Http2Client::~Http2Client() {
  Close();
  nghttp2_session_del(session_);
  SSL_free(ssl_);
  SSL_CTX_free(context_);
}

std::string Http2Client::protocol() const {
  const unsigned char* chosen = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(ssl_, &chosen, &size);
  return std::string(reinterpret_cast<const char*>(chosen), size);
}

int32_t Http2Client::Ask(std::string_view method, std::string_view path, const Fields& fields, std::string body,
                         bool open) {
  Fields all = {{":method", std::string(method)},
                {":scheme", "https"},
                {":authority", "academy.test"},
                {":path", std::string(path)}};
  all.insert(all.end(), fields.begin(), fields.end());
  return AskWith(all, std::move(body), open);
}

int32_t Http2Client::AskWith(const Fields& fields, std::string body, bool open) {
  std::vector<nghttp2_nv> list;
  for (const auto& [name, value] : fields) {
    auto bytes = [](const std::string& text) { return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data())); };
    list.push_back({.name = bytes(name),
                    .value = bytes(value),
                    .namelen = name.size(),
                    .valuelen = value.size(),
                    .flags = NGHTTP2_NV_FLAG_NONE});
  }
  bool has_body = open || !body.empty();
  nghttp2_data_provider provider{.source = {}, .read_callback = Callbacks::Body};
  int32_t stream =
      nghttp2_submit_request(session_, nullptr, list.data(), list.size(), has_body ? &provider : nullptr, nullptr);
  streams_[stream].out = std::move(body);
  streams_[stream].ended = !open;
  Flush();
  return stream;
}

void Http2Client::SendBody(int32_t stream, std::string_view bytes, bool end) {
  streams_[stream].out += bytes;
  streams_[stream].ended = end;
  nghttp2_session_resume_data(session_, stream);
  Flush();
}

void Http2Client::Reset(int32_t stream) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream, NGHTTP2_CANCEL);
  Flush();
}

void Http2Client::Take(int32_t stream, int bytes) {
  nghttp2_submit_window_update(session_, NGHTTP2_FLAG_NONE, stream, bytes);
  nghttp2_submit_window_update(session_, NGHTTP2_FLAG_NONE, 0, bytes);
  Flush();
}

const Http2Client::Answer& Http2Client::Await(int32_t stream) {
  while (!streams_[stream].answer.closed && Step()) {
  }
  return streams_[stream].answer;
}

const Http2Client::Answer& Http2Client::AwaitBytes(int32_t stream, size_t bytes) {
  Answer& answer = streams_[stream].answer;
  while (!answer.closed && (answer.status == 0 || answer.body.size() < bytes) && Step()) {
  }
  return answer;
}

Http2Client::Answer Http2Client::Call(std::string_view method, std::string_view path, const Fields& fields,
                                      std::string body) {
  return Await(Ask(method, path, fields, std::move(body)));
}

bool Http2Client::SendRaw(std::string_view bytes) {
  Flush();
  return fd_ >= 0 && SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size())) > 0;
}

uint32_t Http2Client::AwaitEnd() {
  while (Step()) {
  }
  return goaway_;
}

const std::vector<int32_t>& Http2Client::AwaitGoaways(size_t count) {
  while (goaways_.size() < count && Step()) {
  }
  return goaways_;
}

void Http2Client::Close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

std::string Http2Client::Frame(uint8_t type, uint8_t flags, int32_t stream, std::string_view payload) {
  std::string frame;
  for (int shift : {16, 8, 0}) frame += static_cast<char>(payload.size() >> shift & 0xff);
  frame += static_cast<char>(type);
  frame += static_cast<char>(flags);
  for (int shift : {24, 16, 8, 0}) frame += static_cast<char>(stream >> shift & 0xff);
  return frame + std::string(payload);
}

bool Http2Client::Step() {
  Flush();
  char bytes[16 * 1024];
  int got = fd_ < 0 ? 0 : SSL_read(ssl_, bytes, sizeof(bytes));
  if (got <= 0) return false;
  return nghttp2_session_mem_recv(session_, reinterpret_cast<uint8_t*>(bytes), static_cast<size_t>(got)) >= 0;
}

void Http2Client::Flush() {
  const uint8_t* bytes = nullptr;
  ssize_t size = 0;
  while (fd_ >= 0 && (size = nghttp2_session_mem_send(session_, &bytes)) > 0) {
    if (SSL_write(ssl_, bytes, static_cast<int>(size)) <= 0) return;
  }
}

}  // namespace academy::edge
