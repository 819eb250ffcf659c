# Asks the edge of an academy how its services are. Sourced by supervise.sh and watch.sh.

# ask_readiness ADDRESS TLS: sets `reply` to the edge's answer with its head, empty without one. Fails if the edge is
# silent: it accepts no connection, or says nothing for 2 s. One that ends the connection at once is alive, but has too
# many. TLS is empty for plain HTTP. The connection stays on this machine, and the certificate is for another name, so
# it is not verified.
ask_readiness() {
  local status=0
  # In a process of its own, because /dev/tcp has no limit, and a connection that ends raises SIGPIPE.
  reply=$(timeout 2 bash -c '
    request=$'\''GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'\''
    exec {http}<>"/dev/tcp/127.0.0.1/$1" || exit 9
    if [[ $2 ]]; then
      exec {http}>&-
      printf "%s" "$request" | openssl s_client -quiet -connect "127.0.0.1:$1"
    else
      printf "%s" "$request" >&"$http"
      cat <&"$http"
    fi' ask_readiness "${1##*:}" "$2" 2>/dev/null </dev/null) || status=$?
  # 124: out of time.
  [[ $reply ]] || ((status != 9 && status != 124))
}
