// Fills the PostgreSQL databases of an academy with as many rows as a large one has, through SQL: the services would
// take days. The databases have their tables, and one manager, whose password the learners get.
//
// The same row numbers give the same ids in each database, so that none has to know another's rows. Rows are inserted
// in the order of time, not of learners: what one learner watched in a year is then all over the table, as it would be.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const COURSES = 300;
export const PARTS = 20;
export const ASSIGNMENTS_OF_LEARNER = 3;
const DAY_MS = 86_400_000;
const PART_MS = 600_000;
const YEARS_MS = 3 * 365 * DAY_MS;
const SESSIONS = 0.25;

// With and without hamza, with ta marbuta or ha, in two scripts.
const FIRST = `محمد أحمد احمد فاطمة فاطمه إيمان ايمان عبدالله مريم سارة خالد نورة يوسف ليلى عمر آلاء هدى منى سلمان تركي
  فيصل ماجد بدر ريم دلال شهد رغد لمى أمل وليد Mohamed Fatimah Sara Khalid Omar Maryam Abdullah Layla Yusuf Noura`;
const SECOND = `علي سعد عبدالرحمن فهد صالح إبراهيم ابراهيم سعيد ناصر مبارك حسن حسين جابر راشد سالم عيسى موسى طارق
  Ali Saleh Ibrahim Hassan Nasser Rashed Salem Tariq`;
const FAMILY = `الحربي القحطاني الغامدي الشهري العتيبي الزهراني الدوسري المطيري الفارسي السبيعي البلوي الأحمدي الاحمدي
  العنزي الرشيدي الخالدي المالكي الشمري التميمي الجهني السلمي الثقفي العمري البقمي الخثعمي اليامي الهاشمي المحمدي
  Alharbi Alqahtani Alghamdi Alshehri Alotaibi Alzahrani Aldosari Alshammari Aljohani Alsulami Alamri Khan Haddad`;
const DOMAINS =
  'gmail.com gmail.com gmail.com hotmail.com hotmail.com outlook.com yahoo.com icloud.com stu.edu.sa moe.gov.sa';

const words = (text) =>
  `ARRAY[${text
    .trim()
    .split(/\s+/)
    .map((word) => `'${word}'`)
    .join(',')}]`;
const pick = (list, seed) => `(${list})[1 + ${seed} % ${list.split(',').length}]`;

/** A number below 2^28 that depends on the row's number alone. */
const hash = (text) => `('x' || substr(md5(${text}), 1, 7))::bit(28)::int`;

/** An id as the services make them, which sort by time: UUIDs of version 7 of the row `name`. */
const id = (name, millis) =>
  `(SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(r, 1, 3) || '-8' || substr(r, 4, 3) || '-' ||
     substr(r, 7, 12) FROM (SELECT lpad(to_hex((${millis})::bigint), 12, '0') AS h, md5(${name}) AS r) AS made)`;

/** The seed's ids and times as SQL, of the row numbers `i`, `c` and `p`. */
export function rowsOf({ learners, now }) {
  const created = (i) => `(${now - YEARS_MS} + (${i})::bigint * ${YEARS_MS} / ${learners})`;
  const courseAt = now - YEARS_MS;
  return {
    created,
    learner: (i) => id(`'learner' || ${i}`, created(i)),
    course: (c) => id(`'course' || ${c}`, `${courseAt} + ${c}`),
    part: (c, p) => id(`'part' || ${c} || '-' || ${p}`, `${courseAt} + ${c}`),
  };
}

/** Statements that fill `tables` with `insert`: their indexes are made afterwards, and nothing is logged twice. */
const filled = (tables, insert) => `
  CREATE TEMP TABLE made_later AS
    SELECT 2 AS turn, format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS make, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        CASE contype WHEN 'f' THEN 0 ELSE 1 END AS first
      FROM pg_constraint
      WHERE conrelid::regclass::text = ANY ('{${tables}}') AND contype IN ('p', 'u', 'f')
        OR confrelid::regclass::text = ANY ('{${tables}}')
    UNION ALL SELECT 1, pg_get_indexdef(indexrelid), format('DROP INDEX %s', indexrelid::regclass), 2
      FROM pg_index WHERE indrelid::regclass::text = ANY ('{${tables}}')
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid);
  -- What refers to another table is checked last.
  UPDATE made_later SET turn = CASE first WHEN 0 THEN 3 WHEN 1 THEN 1 ELSE 2 END;
  BEGIN;
  SELECT drop FROM made_later ORDER BY first \\gexec
  ${insert}
  COMMIT;
  SELECT make FROM made_later ORDER BY turn \\gexec
  DROP TABLE made_later;`;

const authRows = ({ learners, now }) => {
  const { created, learner } = rowsOf({ learners, now });
  return `
  CREATE FUNCTION pg_temp.fold(text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT translate(lower($1), 'أإآةى', 'ااا' || 'هي') $$;
  CREATE FUNCTION pg_temp.terms(fullname text, email text, phone text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    WITH words AS (SELECT word FROM regexp_split_to_table(fullname || ' ' || email, '[^[:alnum:]ء-ي]+') AS word)
    SELECT word FROM words UNION SELECT substr(word, 3) FROM words WHERE word LIKE 'ال%' AND length(word) > 3
    UNION SELECT substr(phone, n) FROM generate_series(2, length(phone) - 1) AS n $$;
  ${filled(
    'learners,learner_words',
    `INSERT INTO learners (number, id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash,
         active, activated, language, last_login_at, created_at)
       SELECT i + 1, ${learner('i')}, email, email, fullname, pg_temp.fold(fullname), phone,
         'طريق الملك فهد، الرياض', password_hash, (i % 20 <> 7)::int, (i % 50 <> 3)::int,
         CASE WHEN i % 3 = 0 THEN 'en' ELSE 'ar' END,
         CASE WHEN i % 4 = 0 THEN 0 ELSE ${created('i')} + (${now} - ${created('i')}) * (h2 % 1000) / 1000 END, ${created('i')}
       FROM (SELECT i, h2, ${pick(words(FIRST), 'h')} || ' ' || ${pick(words(SECOND), 'h / 64')} || ' ' ||
                ${pick(words(SECOND), 'h2')} || ' ' || ${pick(words(FAMILY), 'h2 / 64')} AS fullname,
              CASE i % 3 WHEN 0 THEN 'learner-' ELSE ${pick(words('noor sami rana adel hala zaki dina omar lina majd huda amal'), 'h')} ||
                CASE i % 3 WHEN 1 THEN '.' ELSE '_' END END || i || '@' || ${pick(words(DOMAINS), 'h2')} AS email,
              '+9665' || lpad(((i::bigint * 797003 + 12345) % 100000000)::text, 8, '0') AS phone
            FROM (SELECT i, ${hash("'a' || i")} AS h, ${hash("'b' || i")} AS h2
                  FROM generate_series(0, ${learners - 1}) AS i) AS seeds) AS people,
         (SELECT password_hash FROM managers LIMIT 1) AS manager;
     INSERT INTO learner_words (learner_number, word)
       SELECT number, word FROM learners, pg_temp.terms(fullname_key, email_key, phonenumber) AS word;`,
  )}
  SELECT setval('learners_number_seq', ${learners});
  ${filled(
    'sessions',
    `INSERT INTO sessions (id, token_hash, kind, user_id, created_at, expires_at, ended_at, reason, peer, device,
         last_used_at)
       SELECT ${id("'session' || i", `${now} - i`)}, md5('token' || i), 2, ${learner(`i * ${Math.round(1 / SESSIONS)}`)},
         ${now} - i % ${3 * DAY_MS}, ${now + 90 * DAY_MS}, CASE WHEN i % 4 = 0 THEN 0 ELSE ${now} - i % ${DAY_MS} END,
         CASE WHEN i % 4 = 0 THEN '' ELSE 'signed_out' END, '203.0.113.7', 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0',
         ${now} - i % ${DAY_MS}
       FROM generate_series(0, ${Math.floor(learners * SESSIONS) - 1}) AS i;`,
  )}`;
};

const catalogRows = ({ learners, now }) => {
  const { course, part } = rowsOf({ learners, now });
  return `
  INSERT INTO courses (id, title, title_folded, description, search_text, created_at, updated_at)
    SELECT ${course('c')}, 'دورة ' || c, 'دوره ' || c, 'وصف', 'دوره ' || c, ${now - YEARS_MS} + c, ${now}
    FROM generate_series(0, ${COURSES - 1}) AS c;
  INSERT INTO assets (id, filename, status, progress, duration, width, height, size, hls, poster, thumbnails,
      content_key, created_at)
    SELECT ${part('c', 'p')} || '-video', 'lesson.mp4', 'ready', 100, ${PART_MS / 1000}, 1280, 720, 1, '', '', '', '', 0
    FROM generate_series(0, ${COURSES - 1}) AS c, generate_series(1, ${PARTS}) AS p;
  INSERT INTO parts (id, course_id, ordinal, title, description, asset_id)
    SELECT ${part('c', 'p')}, ${course('c')}, p, 'درس ' || p, '', ${part('c', 'p')} || '-video'
    FROM generate_series(0, ${COURSES - 1}) AS c, generate_series(1, ${PARTS}) AS p;`;
};

const enrollmentRows = ({ learners, progress, now }) => {
  const { created, learner, course, part } = rowsOf({ learners, now });
  // A few courses have many learners, and the first one a seventh of all.
  const courseOf = `CASE k WHEN 0 THEN c WHEN 1 THEN (c + 1 + i % 97) % ${COURSES} ELSE (c + 100 + i % 199) % ${COURSES} END`;
  const mean = progress / (learners * ASSIGNMENTS_OF_LEARNER);
  const least = Math.max(0, Math.round(2 * mean - PARTS));
  const most = Math.min(PARTS, Math.round(2 * mean));
  // As many reports as it takes, of which the last one is in the middle of a part. One part in three has a gap.
  const insertPart = (p) => `
    INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched, completed, updated_at, stopped_in,
        stretches)
      SELECT learner_id, course_id, part_id, CASE WHEN half THEN 245000 ELSE 0 END,
        CASE WHEN half THEN '0-245000' WHEN i % 3 = 0 THEN '0-300000 320000-598000' ELSE '0-598000' END,
        (NOT half)::int, created_at + ${p} * ${DAY_MS}, CASE WHEN half THEN 8 ELSE -1 END,
        CASE WHEN half THEN 255 ELSE 1048575 END
      FROM (SELECT i, learner_id, course_id, part_id, created_at, n = ${p} AND i % 2 = 0 AS half
            FROM seeded JOIN part_ids ON part_ids.c = seeded.c AND part_ids.p = ${p} WHERE n >= ${p}) AS watched;`;
  return `
  CREATE TEMP TABLE part_ids AS SELECT c, p, ${part('c', 'p')} AS part_id
    FROM generate_series(0, ${COURSES - 1}) AS c, generate_series(1, ${PARTS}) AS p;
  CREATE TEMP TABLE course_ids AS SELECT c, ${course('c')} AS course_id FROM generate_series(0, ${COURSES - 1}) AS c;
  CREATE TEMP TABLE seeded AS
    SELECT i, k, chosen.c, course_id, ${learner('i')} AS learner_id, ${created('i')} + k * ${DAY_MS}::bigint AS created_at,
      ${least} + ${hash("'n' || k || '-' || i")} % ${most - least + 1} AS n
    FROM (SELECT i, k, ${courseOf} AS c
          FROM generate_series(0, ${ASSIGNMENTS_OF_LEARNER - 1}) AS k,
            (SELECT i, floor(${COURSES} * power(${hash("'c' || i")} / 268435456.0, 3))::int AS c
             FROM generate_series(0, ${learners - 1}) AS i) AS firsts) AS chosen JOIN course_ids USING (c);
  ANALYZE part_ids; ANALYZE course_ids; ANALYZE seeded;
  ${filled(
    'assignments',
    `INSERT INTO assignments (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)
       SELECT ${id("'assignment' || k || '-' || i", 'created_at')}, course_id, learner_id,
         day * ${DAY_MS} - 10800000, (day + 365) * ${DAY_MS} - 10800001, created_at, created_at
       FROM (SELECT *, created_at / ${DAY_MS} + 30 AS day FROM seeded) AS days ORDER BY created_at;`,
  )}
  ${filled(
    'course_progress',
    `INSERT INTO course_progress (course_id, learner_id, started_at, completed_at)
       SELECT course_id, learner_id, created_at + ${DAY_MS}, CASE WHEN n = ${PARTS} THEN created_at + ${21 * DAY_MS} ELSE 0 END
       FROM seeded WHERE n > 0 ORDER BY created_at;`,
  )}
  ${filled(
    'watchers',
    `INSERT INTO watchers (learner_id, credit_ms, updated_at, last_day)
       SELECT learner_id, 120000, MAX(created_at) + ${21 * DAY_MS}::bigint, MAX(created_at) / ${DAY_MS} + 21
       FROM seeded GROUP BY learner_id;`,
  )}
  INSERT INTO watched_days (day, slot, watched_ms, learners)
    SELECT ${Math.floor(now / DAY_MS)} - d, slot, 3600000, 100 FROM generate_series(1, 1095) AS d, generate_series(0, 63) AS slot;
  ${filled('part_progress', Array.from({ length: most }, (_, p) => insertPart(p + 1)).join('\n'))}
  DROP TABLE part_ids, course_ids, seeded;`;
};

/** Runs statements with psql, and returns what they print. */
export async function psql(url, text) {
  const child = spawn('psql', [url, '-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', '-f', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  child.stdin.end(text);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
  return out.trim();
}

const SETTINGS = "SET maintenance_work_mem = '1GB'; SET work_mem = '64MB'; SET synchronous_commit = off;\n";

/** Fills the databases at `urls` with learners and rows of progress, and returns how many seconds each took. */
export async function seedManyRows(urls, { learners, progress, now = Date.now(), told = () => {} }) {
  const rows = { auth: authRows, catalog: catalogRows, enrollment: enrollmentRows };
  for (const [service, make] of Object.entries(rows)) {
    const begun = performance.now();
    await psql(urls[service], SETTINGS + make({ learners, progress, now }));
    await psql(urls[service], 'VACUUM (ANALYZE)');
    told(service, (performance.now() - begun) / 1000);
  }
}
