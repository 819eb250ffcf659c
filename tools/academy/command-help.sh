# help: what the command can do.

command_help() {
  cat <<'TEXT'
The academy: an online course academy.

  ./academy run [flags]          installs what is missing, builds, starts the five processes; Ctrl-C stops them
    --port 8080                  HTTP port on this machine; 0 takes a free one
    --bind 127.0.0.1             address that HTTP listens on
    --data data                  folder for everything that is kept
    --smtp URL                   mail server, as smtp://host:25 or smtps://user:password@host:465;
                                 without one, mail waits in the outbox
    --smtp-ca FILE               authorities (PEM) that may sign its certificate, instead of the system's; TLS is a must then
    --mail-from ADDRESS          sender of mail
    --site DIR                   folder of the academy's own content (default: site); see site/README.md
    --public-url URL             where people reach the academy, for links in mail
    --tls-cert FILE              PEM certificate with its chain: HTTPS instead of HTTP; with --tls-key FILE
    --trusted-proxy LIST         proxies in front, as 10.0.0.0/8,192.0.2.7: whose X-Forwarded-For counts
    --blobs URL                  keeps pictures and videos in an S3 store instead of the data folder, as
                                 s3://bucket/prefix?region=eu-central-1&endpoint=https://host:9000
    --s3-credentials FILE        its secrets (aws_access_key_id, aws_secret_access_key); else from the environment
    --accel-redirect /media-files/  nginx in front sends files itself, see deploy/nginx.conf
    --bot-check adaptive         adaptive, always or off
    --recaptcha-site-key KEY     makes reCAPTCHA the bot check, together with
    --recaptcha-secret-file F    the file that holds its secret key;
    --recaptcha-version v2       v2 (a box to tick) or v3 (no question), of which scores from
    --recaptcha-minimum-score 0.5  this one on pass;
    --recaptcha-url URL          who verifies, when it is not Google
    --password-minimum 6         characters of a new password, 6 to 64; above 6 common passwords are refused too
    --idle-timeout 15m           asks a learner who does nothing for so long whether anybody is there; 0 never
    --idle-answer 60s            how long that question waits before it signs out
    --timezone Asia/Riyadh       time zone of days as dates
    --grpc-port-base 50051       auth's gRPC port; catalog, enrollment, presence follow; 0 takes free ones
    --allow-manager-signup       lets anyone sign up as a manager, not only the first
    --setup-code                 beyond loopback, asks the first manager for a code that is printed at start
    --demo                       fills a fresh data folder, prints the sign-ins, shows mail at /dev/mail
    --no-build                   starts what was built before, as it is

  ./academy test [part ...]      runs the tests and checks; without names: unit web integration e2e lint
    unit                         C++ units and stores (Bazel), on SQLite and on a private PostgreSQL
    web                          components of the web app (Vitest)
    integration                  the running processes, from outside
    e2e                          the journey in Chromium
    lint                         format, lock annotations, BUILD files, ESLint, types, messages
    tidy                         clang-tidy over all C++ but the tests (only when named)
    sanitize                     unit again under ASan+UBSan, and under TSan (only when named)

  ./academy bench [name ...]     measures on this machine; without names all that tests/bench has
    sign-in                      sign-ins a second against the passwords that the machine can verify
    fetch-users                  a manager's page of 50 among 100,000 learners
    faults                       how soon the edge says that a service hangs or is down
    playback                     videos at the edge against nginx on the same files, and the memory of slow streams

  ./academy audit verify         says whether the audit trail is as it was written, beside a running academy too:
                                 exit code 0, or 1 with the first broken position
    --data data                  the academy's data folder
    --db URL                     auth's database, when it is a PostgreSQL one
    --head POSITION:HASH         a head printed earlier, which must still be in the trail

  ./academy help                 this text

Environment: ACADEMY_BAZEL (startup options for bazel), ACADEMY_SKIP_PACKAGES=1 (not Debian: check no packages).
TEXT
}
