-- The academy's role and databases, once for a cluster (docs/cluster.md).
CREATE ROLE academy LOGIN PASSWORD 'ACADEMY_PASSWORD';
CREATE DATABASE auth OWNER academy;
CREATE DATABASE catalog OWNER academy;
CREATE DATABASE enrollment OWNER academy;
CREATE DATABASE presence OWNER academy;
