# Asks the edge of an academy how its services are. Sourced by supervise.sh and watch.sh.

# ask_readiness ADDRESS TLS: sets `reply` to the edge's answer with its head, empty without one. TLS is empty for plain
# HTTP. The connection stays on this machine, and the certificate is for another name, so it is not verified.
ask_readiness() {
  local port=${1##*:} request=$'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' http
  reply=
  if [[ $2 ]]; then
    reply=$(printf '%s' "$request" | timeout 2 openssl s_client -quiet -connect "127.0.0.1:$port" 2>/dev/null) || true
  elif exec {http}<>"/dev/tcp/127.0.0.1/$port"; then
    printf '%s' "$request" >&"$http"
    IFS= read -rd '' -t 2 -u "$http" reply || true
    exec {http}>&-
  fi 2>/dev/null
}
