import pg from 'pg';

type Scale = { shares: number; filesEach: number; accounts: number; aliases: number; owners: number };

/** Shares of busy accounts, mostly one, and of a nearly idle one, inserted by SQL for speed. */
export async function seedScale(url: string, { shares, filesEach, accounts, aliases, owners }: Scale) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  // Triggers for a million rows would take minutes; the sums are computed below.
  await db.query('SET session_replication_role = replica');
  await db.query(`
    INSERT INTO "Account" (id, login, "createdAt")
    SELECT 'account-' || n, CASE n WHEN 0 THEN 'ada' ELSE 'user-' || substr(md5(n::text), 1, 8) || n END,
           now() - n * interval '1 minute'
    FROM generate_series(0, ${accounts}) n`);
  // Ada owns a tenth and is a member of every thousandth of the others.
  await db.query(`
    INSERT INTO "Alias" (id, "ownerId", name, "validityMs", "createdAt")
    SELECT 'alias-' || n, CASE WHEN n % 10 = 1 THEN 'account-0' ELSE 'account-' || (1 + n % ${accounts}) END,
           'Inbox ' || md5(n::text), 86400000, now() - n * interval '1 minute'
    FROM generate_series(1, ${aliases}) n`);
  await db.query(`
    INSERT INTO "AliasMember" ("aliasId", "accountId")
    SELECT 'alias-' || n, 'account-0' FROM generate_series(1000, ${aliases}, 1000) n`);
  await db.query(`
    INSERT INTO "Share" (id, "ownerId", "aliasId", name, description, "validityMs", "maxViews", "createdAt")
    SELECT 'share-' || n, coalesce(a."ownerId", CASE WHEN n % 1000 = 7 THEN 'account-7' ELSE 'account-' || n % ${owners} END), a.id, 'Plans ' || substr(md5(n::text), 1, 12),
           CASE WHEN n % 3 = 0 THEN repeat('Some words about ' || md5((n * 7)::text) || '. ', 4) END,
           86400000, 30, now() - n * interval '1 second'
    FROM generate_series(1, ${shares}) n
    LEFT JOIN "Alias" a ON n % 20 = 0 AND a.id = 'alias-' || (1 + n / 20 % 60)`);
  // One in twenty has ended, one in seven was opened.
  await db.query(`
    INSERT INTO "Publication" ("shareId", "linkId", "publishedAt", "publishUntil", views)
    SELECT id, 'link-' || id, "createdAt", "createdAt" + interval '7 days' * (1 - n % 20 / 19), n % 7 / 6
    FROM (SELECT *, substr(id, 7)::int AS n FROM "Share" WHERE name > 'Plans 5') s`);
  await db.query(`
    INSERT INTO "Recipient" (id, "shareId", address, key, "linkId", language)
    SELECT 'recipient-' || id, id, k || '@example.org', k || '@example.org', 'to-' || id, 'en'
    FROM "Share", LATERAL (SELECT substr(md5('to ' || id), 1, 12) AS k)`);
  // Every other share was opened by its recipient and by somebody else, and downloaded by the one.
  await db.query(`
    INSERT INTO "Visit" (id, "shareId", version, "recipientId", "startedAt")
    SELECT 'visit-' || n || '-' || id, id, 1, CASE n WHEN 1 THEN 'recipient-' || id END, now() - n * interval '1 hour'
    FROM "Share", generate_series(1, 2) n WHERE substr(id, 7)::int % 2 = 0`);
  await db.query(`
    INSERT INTO "Download" (id, "shareId", "visitId", "recipientId", kind, "sentBytes", complete, "endedAt")
    SELECT 'download-' || id, "shareId", id, "recipientId", 'zip', 1000, true, "startedAt"
    FROM "Visit" WHERE "recipientId" IS NOT NULL`);
  await db.query(`
    INSERT INTO "Delivery" ("shareId", name, email)
    SELECT id, 'Sender ' || md5('of ' || id), md5('from ' || id) || '@example.org' FROM "Share"`);
  await db.query(`
    INSERT INTO "File" (id, "shareId", name, "sizeBytes", "storedBytes", "mimeType", state)
    SELECT 'file-' || s || '-' || f, 'share-' || s, 'Picture ' || substr(md5(s || '-' || f), 1, 12) || '.jpg', 1000 + f, 1000 + f, 'image/jpeg', 'complete'
    FROM generate_series(1, ${shares}) s, generate_series(1, ${filesEach}) f`);
  await db.query(`
    UPDATE "Share" s SET "fileCount" = f.files, "sizeBytes" = f.bytes
    FROM (SELECT "shareId", count(*) AS files, sum("sizeBytes") AS bytes FROM "File" GROUP BY 1) f
    WHERE f."shareId" = s.id`);
  await db.query(`
    INSERT INTO "Tally" ("ownerId", "aliasId", shares, "sizeBytes", files)
    SELECT "ownerId", "aliasId", count(*), sum("sizeBytes"), sum("fileCount") FROM "Share" GROUP BY 1, 2`);
  await db.query(`
    INSERT INTO "Report" (id, "shareId", reason, text, "createdAt", "closedAt")
    SELECT 'report-' || n, 'share-' || (1 + n / 2), 'other', '', now() - n * interval '1 second', CASE WHEN n % 10 > 0 THEN now() END
    FROM generate_series(1, ${shares / 2}) n`);
  await db.query('VACUUM ANALYZE');
  await db.end();
}

export async function seedLargeShare(
  url: string,
  { id, ownerId, files }: { id: string; ownerId: string; files: number },
) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query('SET session_replication_role = replica');
  await db.query('INSERT INTO "Account" (id, login) VALUES ($1, lower($1)) ON CONFLICT DO NOTHING', [
    ownerId,
  ]);
  await db.query(
    `INSERT INTO "Share" (id, "ownerId", name, "validityMs", "maxViews", "fileCount", "sizeBytes")
     VALUES ($1, $2, 'A hundred thousand files', 86400000, 1000, $3, $3 * 1000)`,
    [id, ownerId, files],
  );
  await db.query(
    `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", sha256, crc32, state)
     SELECT $1 || '-' || n, $1,
       CASE WHEN n % 2 = 0 THEN '' ELSE 'Year ' || (1900 + n / 2 % 100) || '/Month ' || (1 + n / 200 % 10) END,
       CASE n % 3 WHEN 0 THEN 'Picture ' || n || '.jpg' WHEN 1 THEN 'Über ' || n || '.pdf' ELSE 'notes ' || n || '.txt' END,
       1000, 1000,
       CASE n % 3 WHEN 0 THEN 'image/jpeg' WHEN 1 THEN 'application/pdf' ELSE 'text/plain' END,
       md5(n::text) || md5(n::text), lpad(to_hex(n), 8, '0'), 'complete'
     FROM generate_series(1, $2::int) n`,
    [id, files],
  );
  await db.query('VACUUM ANALYZE "File"');
  await db.end();
}
