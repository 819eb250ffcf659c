// httplib::Server, with what httplib 0.11 (Debian 12) and 0.18 (Debian 13) declare differently. For engine.cc alone.
#pragma once

#include <httplib.h>

#include <functional>
#include <string>

namespace academy::http {

class HttplibServer : public httplib::Server {
 protected:
  // Reads a request from `stream` and writes the answer there.
  void Process(httplib::Stream& stream, bool close) {
    bool closed = false;
    Call(&HttplibServer::process_request, stream, close, closed);
  }

 private:
  using Stream = httplib::Stream;
  using Setup = std::function<void(httplib::Request&)>;

  void Call(bool (httplib::Server::*process)(Stream&, bool, bool&, const Setup&), Stream& stream, bool close,
            bool& closed) {
    (this->*process)(stream, close, closed, nullptr);
  }
  // 0.18 asks for the addresses of both ends, for handlers that we have not.
  void Call(bool (httplib::Server::*process)(Stream&, const std::string&, int, const std::string&, int, bool, bool&,
                                             const Setup&),
            Stream& stream, bool close, bool& closed) {
    (this->*process)(stream, "", 0, "", 0, close, closed, nullptr);
  }
};

}  // namespace academy::http
