import pg from 'pg';

type Seed = { shares: number; hookUrl: string; secret: string };

/** People, and mails and events that wait, one of each for each person. */
const people = 1_000;

/** Fills a database of commit a2f40187 by SQL, as its triggers would, and returns what its people are yet to hear of. */
export async function seedMoved(url: string, { shares, hookUrl, secret }: Seed) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  // Triggers for so many rows would take minutes, and would tell of each.
  await db.query('SET session_replication_role = replica');
  await db.query(`
    INSERT INTO "Account" ("id", "login", "email", "source", "createdAt")
    SELECT 'p' || n, 'person-' || n, 'person-' || n || '@example.org', CASE n % 10 WHEN 0 THEN 'ldap' ELSE 'intern' END, now() - interval '1 year'
    FROM generate_series(0, ${people}) n`);
  await db.query(
    `INSERT INTO "Session" ("id", "accountId", "endsAt") SELECT 's' || "id", "id", now() + interval '1 day' FROM "Account"`,
  );
  await db.query(
    `INSERT INTO "Alias" ("id", "ownerId", "name", "validityMs") SELECT 'a' || n, 'p' || n, 'Inbox ' || n, 86400000 FROM generate_series(1, 100) n`,
  );
  await db.query(`INSERT INTO "UsedAliasId" ("key", "ownerId") SELECT lower("id"), "ownerId" FROM "Alias"`);
  await db.query(`
    INSERT INTO "Share" ("id", "ownerId", "aliasId", "name", "description", "validityMs", "maxViews", "createdAt", "fileCount", "sizeBytes")
    SELECT 'share' || n, 'p' || n % ${people}, CASE WHEN n % 20 = 0 AND n % ${people} BETWEEN 1 AND 100 THEN 'a' || n % ${people} END,
      'Plans ' || md5(n::text), repeat('Größe ' || n || ' ', 8), 86400000, 30, now() - n * interval '1 second', 1, 10
    FROM generate_series(1, ${shares}) n`);
  await db.query(`
    INSERT INTO "File" ("id", "shareId", "name", "sizeBytes", "storedBytes", "mimeType", "state")
    SELECT 'f' || "id", "id", 'plan.pdf', 10, 10, 'application/pdf', 'complete' FROM "Share"`);
  await db.query(`
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    SELECT "ownerId", "aliasId", count(*), sum("sizeBytes"), sum("fileCount") FROM "Share" GROUP BY 1, 2`);
  await db.query(
    `INSERT INTO "Delivery" ("shareId", "number", "name") SELECT "id", 1, 'Sender' FROM "Share" WHERE "aliasId" IS NOT NULL`,
  );
  await db.query(
    `INSERT INTO "Unread" ("accountId", "shareId") SELECT "ownerId", "id" FROM "Share" WHERE "aliasId" IS NOT NULL`,
  );
  // Of the first person some links have ended: webhooks were told of every other one.
  await db.query(`
    INSERT INTO "Publication" ("shareId", "linkId", "publishedAt", "publishUntil", "hookedEnd")
    SELECT "id", 'link' || "id", now() - interval '9 days', until, CASE WHEN n % ${2 * people} = 0 THEN until END
    FROM (SELECT *, substr("id", 6)::int AS n, CASE "ownerId" WHEN 'p0' THEN date_trunc('milliseconds', now()) - interval '1 day'
      ELSE now() + interval '30 days' END AS until FROM "Share") s`);
  await db.query(
    `INSERT INTO "UsedLinkId" ("key", "shareId") SELECT lower("linkId"), "shareId" FROM "Publication"`,
  );
  await db.query(`
    INSERT INTO "Visit" ("id", "shareId", "version", "address") SELECT 'v' || "id", "id", 1, '192.0.2.1' FROM "Share"`);
  await db.query(`
    INSERT INTO "Download" ("id", "shareId", "fileId", "visitId", "kind", "sentBytes", "complete")
    SELECT 'd' || "id", "id", 'f' || "id", 'v' || "id", 'file', 10, true FROM "Share"`);
  await db.query(`
    INSERT INTO "ShareEvent" ("shareId", "at", "kind", "login", "details")
    SELECT "id", now(), 'published', 'person', '{"validityMs": 86400000}' FROM "Share"`);
  await db.query(`
    INSERT INTO "AuditEvent" ("event", "outcome", "actorId", "actorKind", "objectType", "objectId", "shareId", "details")
    SELECT 'share.publish', 'ok', "ownerId", 'account', 'share', "id", "id", '{"a": "ü"}' FROM "Share"`);
  await db.query(
    `INSERT INTO "Webhook" ("id", "accountId", "url", "events", "format", "secret", "endsSince")
     VALUES ('hook', 'p0', $1, '{share.published,share.ended,delivery.completed}', 'json', $2, now() - interval '30 days')`,
    [hookUrl, secret],
  );
  await db.query(`
    INSERT INTO "WebhookDelivery" ("id", "webhookId", "event", "data", "tries", "dueAt")
    SELECT CASE n % 2 WHEN 0 THEN 'evt_sent' ELSE 'evt_waits' END || n, 'hook', 'share.published',
      jsonb_build_object('share', 'share' || n, 'name', 'Plans', 'files', 1, 'size', 10), 1, CASE n % 2 WHEN 1 THEN now() END
    FROM generate_series(1, ${people}) n`);
  await db.query(`
    INSERT INTO "WebhookAttempt" ("deliveryId", "webhookId", "at", "status")
    SELECT "id", 'hook', now(), 200 FROM "WebhookDelivery" WHERE "dueAt" IS NULL`);
  await db.query(`
    INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "dueAt")
    SELECT 'n' || n, 'share' || n, 'p' || n, 'firstDownload', now() FROM generate_series(1, ${people / 5}) n`);
  const idsOf = async (query: string) => (await db.query<{ id: string }>(query)).rows.map(({ id }) => id);
  const seeded = {
    events: await idsOf(`SELECT "id" FROM "WebhookDelivery" WHERE "dueAt" IS NOT NULL`),
    sent: await idsOf(`SELECT "id" FROM "WebhookDelivery" WHERE "dueAt" IS NULL`),
    ends: (
      await idsOf(
        `SELECT "shareId" AS "id" FROM "Publication" WHERE "publishUntil" < now() AND "hookedEnd" IS NULL`,
      )
    ).length,
    addresses: await idsOf(
      `SELECT a."email" AS "id" FROM "Notice" n JOIN "Account" a ON a."id" = n."accountId"`,
    ),
  };
  await db.query('VACUUM ANALYZE');
  await db.end();
  return seeded;
}
