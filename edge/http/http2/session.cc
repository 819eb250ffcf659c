#include "edge/http/http2/session.h"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace academy::http {
namespace {

// A person who browses cancels a page's pictures at once, now and then.
constexpr double kCancelledAtOnce = 200;
constexpr double kCancelledASecond = 20;
constexpr double kIdleFramesAtOnce = 1000;
constexpr double kIdleFramesASecond = 50;
// What a frame with this many bytes of a body pays for: a peer opens windows as it takes bytes.
constexpr size_t kFullFrame = 512;
constexpr double kFullFramePays = 2;

constexpr size_t kMaxAcknowledgements = 100;
constexpr size_t kMaxContinuations = 8;
constexpr size_t kMaxSettings = 16;
constexpr size_t kFrameHeader = 9;

using Option = std::unique_ptr<nghttp2_option, decltype(&nghttp2_option_del)>;
using CallbackTable = std::unique_ptr<nghttp2_session_callbacks, decltype(&nghttp2_session_callbacks_del)>;

Option MakeOption() {
  nghttp2_option* option = nullptr;
  nghttp2_option_new(&option);
  // Windows open as bodies are consumed.
  nghttp2_option_set_no_auto_window_update(option, 1);
  nghttp2_option_set_no_closed_streams(option, 1);
  nghttp2_option_set_max_outbound_ack(option, kMaxAcknowledgements);
  nghttp2_option_set_max_settings(option, kMaxSettings);
  nghttp2_option_set_max_continuations(option, kMaxContinuations);
  return {option, &nghttp2_option_del};
}

nghttp2_nv Field(std::string_view name, std::string_view value) {
  // Only read, and copied.
  auto bytes = [](std::string_view text) { return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data())); };
  return {.name = bytes(name),
          .value = bytes(value),
          .namelen = name.size(),
          .valuelen = value.size(),
          .flags = NGHTTP2_NV_FLAG_NONE};
}

std::string_view Text(const uint8_t* bytes, size_t size) { return {reinterpret_cast<const char*>(bytes), size}; }

bool EndsStream(const nghttp2_frame_hd& header) { return (header.flags & NGHTTP2_FLAG_END_STREAM) != 0; }

// What a frame of these kinds asks for is small, but not nothing.
bool MovesNothing(const nghttp2_frame_hd& header) {
  switch (header.type) {
    case NGHTTP2_HEADERS:
    case NGHTTP2_CONTINUATION:
    case NGHTTP2_RST_STREAM:
      return false;
    case NGHTTP2_DATA:
      return header.length == 0 && !EndsStream(header);
    default:
      return true;
  }
}

}  // namespace

struct Http2Session::Callbacks {
  static Http2Session& Self(void* self) { return *static_cast<Http2Session*>(self); }

  static ssize_t Send(nghttp2_session*, const uint8_t* bytes, size_t size, int, void* user) {
    Http2Session& self = Self(user);
    if (self.out_->size() >= self.at_least_) return NGHTTP2_ERR_WOULDBLOCK;
    self.out_->append(Text(bytes, size));
    return static_cast<ssize_t>(size);
  }

  static int SendData(nghttp2_session*, nghttp2_frame* frame, const uint8_t* header, size_t size, nghttp2_data_source*,
                      void* user) {
    Http2Session& self = Self(user);
    if (self.out_->size() >= self.at_least_) return NGHTTP2_ERR_WOULDBLOCK;
    self.out_->append(Text(header, kFrameHeader));
    self.streams_.OnTake(frame->hd.stream_id, size, *self.out_);
    if (size >= kFullFrame) self.idle_frames_.Earn(kFullFramePays);
    return 0;
  }

  static ssize_t Read(nghttp2_session*, int32_t stream, uint8_t*, size_t room, uint32_t* flags, nghttp2_data_source*,
                      void* user) {
    Streams::Ready ready = Self(user).streams_.OnRoom(stream, room);
    if (ready.bytes == 0 && !ready.last) return NGHTTP2_ERR_DEFERRED;
    *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
    if (ready.last) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return static_cast<ssize_t>(ready.bytes);
  }

  static int FrameSent(nghttp2_session*, const nghttp2_frame* frame, void* user) {
    bool answers = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
    if (answers) {
      Self(user).streams_.OnWritten(frame->hd.stream_id, frame->hd.length + kFrameHeader, EndsStream(frame->hd));
    }
    return 0;
  }

  static int FrameBegun(nghttp2_session*, const nghttp2_frame_hd* header, void* user) {
    Http2Session& self = Self(user);
    self.begun_ = true;
    if (header->type == NGHTTP2_RST_STREAM) return self.Tolerate(self.cancelled_.Spend(self.now_));
    if (header->type == NGHTTP2_DATA && header->length >= kFullFrame) self.idle_frames_.Earn(kFullFramePays);
    return MovesNothing(*header) ? self.Tolerate(self.idle_frames_.Spend(self.now_)) : 0;
  }

  static int HeadBegun(nghttp2_session*, const nghttp2_frame*, void* user) {
    Http2Session& self = Self(user);
    self.head_.emplace(self.limits_);
    return 0;
  }

  static int FieldCame(nghttp2_session*, const nghttp2_frame*, const uint8_t* name, size_t name_size,
                       const uint8_t* value, size_t value_size, uint8_t, void* user) {
    Http2Session& self = Self(user);
    if (!self.head_.has_value()) return 0;
    self.head_->Add(Text(name, name_size), Text(value, value_size));
    return self.Tolerate(!self.head_->excessive());
  }

  // nghttp2 would leave it out.
  static int InvalidFieldCame(nghttp2_session*, const nghttp2_frame*, const uint8_t*, size_t, const uint8_t*, size_t,
                              uint8_t, void* user) {
    Http2Session& self = Self(user);
    if (self.head_.has_value()) self.head_->Refuse(400);
    return 0;
  }

  static int FrameCame(nghttp2_session* session, const nghttp2_frame* frame, void* user) {
    Http2Session& self = Self(user);
    int32_t stream = frame->hd.stream_id;
    bool ended = EndsStream(frame->hd);
    if (frame->hd.type == NGHTTP2_HEADERS && self.head_.has_value()) {
      RequestHead head = *std::exchange(self.head_, std::nullopt);
      // What comes after a body is counted, and not used.
      if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
        int status = head.Finish(ended);
        // Without a wish of its own, it shares with the others.
        nghttp2_extpri fair{.urgency = NGHTTP2_EXTPRI_DEFAULT_URGENCY, .inc = 1};
        if (Find(head.head().fields, "priority").empty()) {
          nghttp2_session_change_extpri_stream_priority(session, stream, &fair, 0);
        }
        self.streams_.OnHead(stream, status, std::move(head.head()), ended);
        return 0;
      }
    }
    if (ended && (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA)) self.streams_.OnEnd(stream);
    return 0;
  }

  static int InvalidFrameCame(nghttp2_session*, const nghttp2_frame* frame, int, void* user) {
    Http2Session& self = Self(user);
    if (frame->hd.type == NGHTTP2_HEADERS && self.head_.has_value()) {
      if (frame->headers.cat == NGHTTP2_HCAT_REQUEST) self.streams_.OnMalformed(self.head_->head());
      self.head_.reset();
    }
    return self.Tolerate(self.cancelled_.Spend(self.now_));
  }

  static int DataCame(nghttp2_session*, uint8_t, int32_t stream, const uint8_t* bytes, size_t size, void* user) {
    Self(user).streams_.OnData(stream, Text(bytes, size));
    return 0;
  }

  static int StreamClosed(nghttp2_session*, int32_t stream, uint32_t, void* user) {
    Self(user).streams_.OnClosed(stream);
    return 0;
  }

  static CallbackTable Make() {
    nghttp2_session_callbacks* table = nullptr;
    nghttp2_session_callbacks_new(&table);
    nghttp2_session_callbacks_set_send_callback(table, Send);
    nghttp2_session_callbacks_set_send_data_callback(table, SendData);
    nghttp2_session_callbacks_set_on_frame_send_callback(table, FrameSent);
    nghttp2_session_callbacks_set_on_begin_frame_callback(table, FrameBegun);
    nghttp2_session_callbacks_set_on_begin_headers_callback(table, HeadBegun);
    nghttp2_session_callbacks_set_on_header_callback(table, FieldCame);
    nghttp2_session_callbacks_set_on_invalid_header_callback(table, InvalidFieldCame);
    nghttp2_session_callbacks_set_on_frame_recv_callback(table, FrameCame);
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(table, InvalidFrameCame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table, DataCame);
    nghttp2_session_callbacks_set_on_stream_close_callback(table, StreamClosed);
    return {table, &nghttp2_session_callbacks_del};
  }
};

Http2Session::Http2Session(const HeadLimits& limits, Streams& streams)
    : streams_(streams),
      limits_(limits),
      cancelled_(kCancelledAtOnce, kCancelledASecond),
      idle_frames_(kIdleFramesAtOnce, kIdleFramesASecond) {
  static const CallbackTable& callbacks = *new CallbackTable(Callbacks::Make());
  static const Option& option = *new Option(MakeOption());
  nghttp2_session_server_new2(&session_, callbacks.get(), this, option.get());
  const std::array<nghttp2_settings_entry, 3> settings = {{
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, kMaxStreams},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, static_cast<uint32_t>(limits_.bytes)},
      // Priorities are those of RFC 9218.
      {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
  }};
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings.data(), settings.size());
}

Http2Session::~Http2Session() { nghttp2_session_del(session_); }

int Http2Session::Tolerate(bool within) {
  if (within) return 0;
  Fail(Http2Error::kEnhanceYourCalm);
  return NGHTTP2_ERR_CALLBACK_FAILURE;
}

void Http2Session::Receive(std::string_view bytes, absl::Duration now) {
  if (failed_) return;
  now_ = now;
  ssize_t used = nghttp2_session_mem_recv(session_, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  if (used >= 0) return;
  Fail(used == NGHTTP2_ERR_FLOODED ? Http2Error::kEnhanceYourCalm : Http2Error::kProtocol);
}

void Http2Session::Write(std::string& out, size_t at_least) {
  out_ = &out;
  at_least_ = at_least;
  if (nghttp2_session_send(session_) != 0) failed_ = true;
  out_ = nullptr;
}

bool Http2Session::over() const {
  return nghttp2_session_want_write(session_) == 0 && (failed_ || nghttp2_session_want_read(session_) == 0);
}

void Http2Session::Answer(int32_t stream, int status, const Headers& headers, std::optional<int64_t> length,
                          bool body) {
  std::string code = std::to_string(status);
  std::string size = length.has_value() ? std::to_string(*length) : "";
  std::vector<std::string> names;
  names.reserve(headers.size());
  std::vector<nghttp2_nv> fields = {Field(":status", code)};
  for (const auto& [name, value] : headers) {
    // As HTTP/1.1 leaves it out: nobody may add fields of his own.
    if (value.find_first_of(std::string_view("\r\n\0", 3)) != value.npos) continue;
    std::string& lower = names.emplace_back(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    fields.push_back(Field(lower, value));
  }
  if (length.has_value()) fields.push_back(Field("content-length", size));
  nghttp2_data_provider provider{.source = {}, .read_callback = Callbacks::Read};
  nghttp2_submit_response(session_, stream, fields.data(), fields.size(), body ? &provider : nullptr);
}

void Http2Session::Continue(int32_t stream) {
  nghttp2_nv status = Field(":status", "100");
  nghttp2_submit_headers(session_, NGHTTP2_FLAG_NONE, stream, nullptr, &status, 1, nullptr);
}

void Http2Session::Reset(int32_t stream, Http2Error error) {
  nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream, static_cast<uint32_t>(error));
}

void Http2Session::Resume(int32_t stream) { nghttp2_session_resume_data(session_, stream); }

void Http2Session::Consume(int32_t stream, size_t bytes) { nghttp2_session_consume_stream(session_, stream, bytes); }

void Http2Session::ConsumeConnection(size_t bytes) { nghttp2_session_consume_connection(session_, bytes); }

void Http2Session::Widen(int32_t stream) {
  nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, stream, kWideWindow);
  if (!std::exchange(wide_, true)) nghttp2_session_set_local_window_size(session_, NGHTTP2_FLAG_NONE, 0, kWideWindow);
}

int32_t Http2Session::WindowOf(int32_t stream) const {
  return nghttp2_session_get_stream_remote_window_size(session_, stream);
}

void Http2Session::Announce() { nghttp2_submit_shutdown_notice(session_); }

void Http2Session::Finish() {
  nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE, nghttp2_session_get_last_proc_stream_id(session_),
                        NGHTTP2_NO_ERROR, nullptr, 0);
}

void Http2Session::Fail(Http2Error error) {
  if (std::exchange(failed_, true)) return;
  nghttp2_session_terminate_session(session_, static_cast<uint32_t>(error));
}

}  // namespace academy::http
