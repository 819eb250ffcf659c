# help: lists the commands. Sourced by `academy`.

command_help() {
  cat <<'TEXT'
The academy: an online course academy.

  ./academy run [flags]          installs what is missing, builds, and starts the five processes; Ctrl-C stops them
    --port 8080                  HTTP port on this machine; 0 takes a free one
    --bind 127.0.0.1             address to listen on for HTTP
    --data data                  folder for all data
    --db-files DIR               a folder with a file for each service (auth, catalog, enrollment, presence) whose first
                                 line is the address of its PostgreSQL database; without its file a service has SQLite
    --smtp URL                   mail server, as smtp://host:25; without one, mail waits in the outbox
    --smtp-file FILE             a file with that address, as smtps://user:password@host:465, because the list of
                                 processes shows flags; or the environment's ACADEMY_SMTP
    --smtp-ca FILE               authorities (PEM) for its certificate, instead of the system's; TLS is then required
    --mail-from ADDRESS          sender of the academy's mail
    --site DIR                   folder of the academy's own content (default: site); see site/README.md
    --public-url URL             the academy's public address, for links in mail
    --tls-cert FILE              PEM certificate with its chain, for HTTPS instead of HTTP; needs --tls-key FILE
    --trusted-proxy LIST         proxies in front whose X-Forwarded-For is trusted, as 10.0.0.0/8,192.0.2.7
    --blobs URL                  keeps pictures and videos in an S3 store instead of the data folder, as
                                 s3://bucket/prefix?region=eu-central-1&endpoint=https://host:9000
    --retry-pause TIME           first pause before processing that an outage stopped is tried again (default: 10s)
    --s3-credentials FILE        its aws_access_key_id and aws_secret_access_key; otherwise from the environment
    --accel-redirect /media-files/  lets nginx in front send files itself; see deploy/nginx.conf and, for an S3 store,
                                 deploy/nginx-video.conf
    --video-cdn URL              sends learners to a delivery network for segments; needs --blobs and
    --video-cdn-secret-file F    a file with the secret that it has too
    --bot-check adaptive         adaptive, always or off
    --recaptcha-site-key KEY     uses reCAPTCHA as the bot check; needs
    --recaptcha-secret-file F    a file with its secret key
    --recaptcha-version v2       v2 (a checkbox) or v3 (invisible)
    --recaptcha-minimum-score 0.5  lowest v3 score that passes
    --recaptcha-url URL          verification server, if not Google's
    --password-minimum 6         minimum length of a new password, 6 to 64; above 6, common passwords are refused too
    --strong-passwords           at least 8 characters and no common passwords; advised beyond loopback
    --idle-timeout 15m           how long a learner may be idle before being asked "Are you still there?"; 0 never asks
    --idle-answer 60s            how long that question waits before the learner is signed out
    --learner-session-idle 336h  how long a learner stays signed in without use (14 days); 0 for no limit
    --learner-session-max 2160h  how long a learner stays signed in at most (90 days); 0 for no limit
    --bin-days 30                days in which deleted courses and learners can be restored, 1 to 365
    --public-rate 50             calls a second without a token from one address; 0 for no limit
    --public-burst 2000          such calls allowed at once before that rate applies
    --session-rate 50            calls a second of one session; 0 for no limit
    --session-burst 1000         such calls allowed at once before that rate applies
    --body-budget 268435456      bytes of request bodies kept in memory at once, over all connections
    --access-log FILE            appends a line of JSON for every request; - for the edge's own log
    --slow-request-ms 1000       requests that take longer have a line in logs/slow.log, with where the time went; 0: none
    --log-size 33554432          bytes at which a file of a log is full and a new one begun
    --log-keep 3                 how many full files of each log are kept, 1 to 100
    --otlp-endpoint URL          sends spans of requests to a collector, as http://127.0.0.1:4318/v1/traces
    --trace-share 0.1            part of the requests of which spans are sent, 0 to 1
    --timezone Asia/Riyadh       time zone in which a course's days begin and end until owners set one in the web app
    --grpc-port-base 50051       auth's gRPC port; catalog, enrollment and presence follow; 0 takes free ones
    --silence-limit 30           seconds without an answer after which a process is ended and started again
    --drain-delay 0              seconds for which the edge serves on at a stop, so that a balancer notices
    --drain-time 5               seconds that requests under way may take to finish at a stop, up to 60
    --allow-manager-signup       lets anyone sign up as a manager, not only the first one
    --setup-code                 requires a code, printed at start, to sign up the first manager; the default beyond
                                 loopback and with --trusted-proxy, unless --setup-code=off
    --require-two-factor         lets managers without a second factor do nothing but set one up
    --backup-to DIR              makes verified backups in this folder, or s3://bucket/prefix?...; see docs/backup.md
    --backup-every 1h            how often
    --backup-keep 24h,7d,4w,6m   keeps the newest of so many hours, days, weeks and months; otherwise all are kept
    --backup-recipient FILE      encrypts them; needed for s3://
    --backup-s3-credentials FILE  as --s3-credentials, for the backups
    --demo                       fills a fresh data folder, prints the sign-ins, and shows mail at /dev/mail
    --no-build                   starts the existing build
    --check                      only says whether it could start: settings, programs, and the databases' schema
    --conf FILE                  takes these settings from lines such as `port = 8080`; flags win; deploy/package/academy.conf
                                 has them all
    --reflection                 services describe their gRPC to whoever may reach them

  ./academy test [part ...]      runs tests and checks; by default: unit web integration postgresql release e2e browsers
                                 prove guard lint
    unit                         C++ units and stores (Bazel), on SQLite and a private PostgreSQL
    web                          components of the web app (Vitest)
    integration                  the running processes, through their public interfaces; with --engine postgresql their
                                 databases are in a private PostgreSQL
    postgresql                   those of the integration tests on PostgreSQL that run most of the SQL
    release                      protos, REST calls and tables against those of the last release
    e2e                          journeys in Chromium
    browsers                     journeys in Firefox and in Safari's engine; by default, only that of a learner who watches
    prove                        ./academy prove for two minutes
    guard                        ./academy bench guard: the instructions of each hot call
    lint                         format, lock annotations, BUILD files, ESLint, types, messages
    tidy                         clang-tidy over all C++ except the tests (only when named)
    sanitize                     unit again under ASan+UBSan, and under TSan (only when named)
    cluster                      three hosts with PostgreSQL, Patroni, HAProxy, an edge and replicas of the services each:
                                 the primary is killed, paused and cut off under load, and each process killed, as root
                                 (only when named); see tests/cluster/README.md
    upgrade                      a cluster of the last release, this tree and the last release again, one process after
                                 another, and one machine through twenty upgrades, while videos play and uploads run;
                                 --from COMMIT instead of tools/release/previous (only when named)
    deploy                       docs/cluster.md carried out on three empty hosts, as root (only when named); see
                                 tests/deploy/README.md
    helm                         the Helm chart, rendered and checked (only when named)
    package                      the Debian package, made twice on an empty Debian, and installed, used, upgraded and
                                 purged on another, as root; --debian 12 or 13 instead of both (only when named); see
                                 tests/package/README.md
    image                        the image, made twice, and run with a read-only root, as root (only when named); see
                                 tests/image/README.md

  ./academy package              makes a Debian package of this commit in out/; see docs/install.md
    --to DIR                     makes it there
    --version X                  another version than that of VERSION and Debian's, such as 1.0.0+fix
    --image                      makes an image of it too, an OCI archive, as root

  ./academy status               says how the academy on a data folder is: exit code 0 if all works, 1 if not, 3 if it
                                 does not run
    --data data                  the academy's data folder

  ./academy doctor               looks at disk, clock, names, certificate, ports, limits, mail, store, databases, backup,
                                 settings and secrets, and says what to do about each: exit code 1 if something is wrong;
                                 see docs/operations.md. Without a file it takes the settings of the running academy
    --data data                  the academy's data folder
    --conf FILE                  as of run; and run's other flags
    --mail ADDRESS               sends a mail there
    --audit                      checks the audit trail too
    --json                       prints one object for machines

  ./academy upgrade              builds, and replaces the processes of the academy that runs on a data folder without losing
                                 a request; exit code 1, with one line, if not all are replaced
    --data data                  the academy's data folder
    --no-build                   by the existing build

  ./academy version              prints the release

  ./academy release              records the protos, REST calls and tables of this commit as the last release's, in
                                 tools/release; see docs/changes.md

  ./academy fuzz [target]        fuzzes the parsers of what strangers send (libFuzzer with sanitizers); without a
                                 target, all of them in turn; exit code 1 if something was found
    --seconds 60                 how long to fuzz each of them

  ./academy prove                writes from 32 clients while processes are killed, disks fail and the power is cut, and compares
                                 what was acknowledged with what is there: exit code 0 if nothing was lost, 1 with a
                                 counterexample, whose folder is kept, 2 if it could not run; see docs/prove.md
    --minutes 2                  for how long, after every fault has happened once
    --seed N                     the order of faults and writes; otherwise a random one, which is printed
    --engine sqlite              the databases
    --sabotage WHAT              breaks a promise of the disk, which must be noticed: synchronous=OFF, skip-fsync, ack-early

  ./academy bench [name ...]     measures on this machine; by default every bench in tests/bench, among them
    sign-in                      sign-ins a second, compared with the passwords that the machine can verify
    fetch-users                  a manager's page of 50 learners among 100,000
    faults                       how soon the edge reports that a service hangs or is down
    backup                       a backup and its restore under 200 writes a second, and what it costs them
    guard                        instructions of each hot call, compared with tests/bench/guard; --renew writes it
    feed                         a change feed on PostgreSQL to which several processes append
    first-page                   how soon a slow phone on a slow link shows the first page
    start                        how soon ./academy run is ready
    wakeups                      how often threads wake up for a request
    watching                     thousands of learners who watch, and what a progress report costs
    progress-reports             progress reports that SQLite and PostgreSQL store in a second, in batches and one by one
    writes                       writes through the edge, compared with the same rows in plain SQLite
    playback                     videos at the edge, compared with nginx on the same files, and the memory of slow streams

  ./academy audit verify         checks that nobody has changed the audit trail, also while the academy runs:
                                 exit code 0 if it is intact, or 1 with the first broken position
    --data data                  the academy's data folder
    --db URL                     auth's database, if it is in PostgreSQL
    --db-file FILE               a file with that URL, if it has a password
    --head POSITION:HASH         a head printed earlier that must still be in the trail

  ./academy keys list            shows the academy's keys, without their secrets; see docs/keys.md
  ./academy keys rotate NAME     gives the key NAME (one that keys list shows, calls, or all) a new secret, also while the
                                 academy runs: what was signed before stays valid until its time
    --data data                  the academy's data folder
    --after 5s                   when the new key is used; longer if the files have to be copied to other machines

  ./academy keys authority --to DIR
                                 makes an authority for the certificates of processes on several machines
  ./academy keys certificate NAME --authority DIR --to DIR2
                                 makes a certificate of it for the process NAME, which --grpc_tls=DIR2 uses
    --days N                     how long it is valid; 365, the authority's own 3650
  ./academy keys revoke FILE --authority DIR
                                 adds a certificate to DIR/revoked.pem, the list for crl/ in every DIR2

  ./academy migrate              brings the databases to the schema of this build, also while the academy runs on
                                 PostgreSQL; a service does so too when it starts, unless it has --migrate=no
    --data data                  the academy's data folder
    --db-files DIR               as of run

  ./academy backup --to DIR      backs up the academy, also while it runs, restores the backup aside and signs in to it: exit
                                 code 0 only if all of that went well; see docs/backup.md
    --to s3://bucket/prefix?...  keeps it in an S3 store, encrypted; with --s3-credentials FILE as of run
    --data data                  the academy's data folder
    --recipient FILE.pub         encrypts it for the owner of an identity
    --site DIR                   as of run, if it is given there
    --keep 24h,7d,4w,6m          removes older backups; otherwise all are kept
    --recheck 168h               reads earlier backups' files again when they were not for so long; 0 reads all
    --blobs URL                  as of run; with --blobs-credentials FILE
    --new-identity FILE          makes an identity, FILE, and its recipient, FILE.pub, instead of a backup
    --list --from DIR            lists the backups in a folder or s3://... instead
  ./academy restore --from DIR   makes an academy's data folder of the newest backup in a folder or s3://...
    --data DIR                   the new folder; must be missing or empty
    --id ID                      another backup than the newest
    --identity FILE              opens an encrypted backup
    --s3-credentials FILE        as of run

  ./academy reset-factors EMAIL  removes the second factor of the manager with this address, who has lost the phone and the
                                 recovery codes, and signs the manager out; also while the academy runs
    --data data                  the academy's data folder
    --db URL, --db-file FILE     auth's database, if it is in PostgreSQL and auth does not run on this machine
    --timezone Asia/Riyadh       as of ./academy run, for the mail

  ./academy help                 this text

Environment: ACADEMY_SMTP (as --smtp), ACADEMY_BAZEL (startup options for bazel), ACADEMY_SKIP_PACKAGES=1 (no check of
Debian packages).
TEXT
}
