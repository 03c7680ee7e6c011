import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { expireShares } from '@/lib/server/jobs/forget';
import { removeAccount, removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { endOtherSessions } from '@/lib/server/services/session/sessions';
import { removeFile, removeShare } from '@/lib/server/services/share/remove';
import { ownAlias, userContext } from '@/testing/service/context';
import { waitingStatements } from '@/testing/service/meeting';
import { recordChanges } from './changes';
import { seedLargeShare } from './seed';
import { watchedDatabase } from './watched-database';

// A statement may take ten seconds. A row may have a million dependents, and could never be removed if they went in
// one statement.
let watched: Awaited<ReturnType<typeof watchedDatabase>>;
let changes: Awaited<ReturnType<typeof recordChanges>>;
let owner: UserContext;

const many = 16_000;
const steps = [6_000, 10_000];
const tables = ['Share', 'File', 'Upload', 'Visit', 'Download', 'Session'];

beforeAll(async () => {
  watched = await watchedDatabase();
  for (const name of tables) await watched.bare.query(`ALTER TABLE "${name}" SET (autovacuum_enabled = off)`);
  changes = await recordChanges(watched.bare, tables);
  owner = await userContext({ db: watched.db, now: new Date() });
  await seedPopular('first', 10);
});

beforeEach(async () => {
  // Deleted rows leave pages: the worst case for the planner, see `seemEmpty`.
  await watched.bare.query('DELETE FROM "Share"');
  await watched.bare.query('ANALYZE');
  await changes.forget();
});
afterAll(() => watched.remove());

const removedRows = (table: string) => changes.sizes('statement', { kind: 'DELETE', table });
const changedRows = (table: string) => changes.sizes('statement', { kind: 'UPDATE', table });

async function seedPopular(id: string, number = many) {
  await seedLargeShare(watched.url, { id, ownerId: owner.viewer.id, files: number });
  await watched.bare.query(
    `INSERT INTO "Visit" (id, "shareId", version) SELECT $1 || '-' || n, $1, 1 FROM generate_series(1, $2::int) n`,
    [id, number],
  );
  await watched.bare.query(
    `INSERT INTO "Download" (id, "shareId", "fileId", "visitId", kind, "sentBytes", complete)
     SELECT $1 || '-' || n, $1, $1 || '-1', $1 || '-' || n, 'file', 1000, true FROM generate_series(1, $2::int) n`,
    [id, number],
  );
}

/** Bytes are removed by the job, whichever way a file was deleted. */
const bytesToRemove = (shareId: string) =>
  watched.db.removal.count({ where: { fileId: { startsWith: `${shareId}-` } } });

test('its owner removes a share with many files, uploads, visits and downloads', async () => {
  await seedPopular('owned');
  await watched.bare.query(`INSERT INTO "Upload" ("fileId", "expiresAt") SELECT "id", now() FROM "File"`);
  await watched.seemEmpty('File', 'Upload');
  await removeShare(owner, { shareId: 'owned' });
  // Uploads before files: completing an upload locks in this order.
  for (const table of ['Upload', 'File', 'Visit', 'Download'])
    expect(await removedRows(table)).toEqual(steps);
  expect(await watched.db.share.count({ where: { id: 'owned' } })).toBe(0);
  expect(await bytesToRemove('owned')).toBe(many);
});

test('so does the job that removes expired ones', async () => {
  await seedPopular('expired');
  await watched.bare.query(`
    INSERT INTO "Publication" ("shareId", "linkId", "publishedAt", "publishUntil")
    VALUES ('expired', 'expired', now() - interval '90 days', now() - interval '60 days')`);
  expect(await expireShares(owner)).toBe(1);
  for (const table of ['File', 'Visit', 'Download']) expect(await removedRows(table)).toEqual(steps);
  expect(await bytesToRemove('expired')).toBe(many);
});

test('a file that was taken many times goes, and its downloads stay in the share’s history', async () => {
  await seedPopular('popular');
  await removeFile(owner, { shareId: 'popular', fileId: 'popular-1' });
  expect(await changedRows('Download')).toEqual(steps);
  expect(await watched.db.download.count({ where: { shareId: 'popular', fileId: null } })).toBe(many);
  expect(await watched.db.file.count({ where: { shareId: 'popular' } })).toBe(many - 1);
});

test('a share whose link is looked at all the time goes without waiting for a pause', async () => {
  await seedPopular('busy', 10);
  await watched.bare.query(`
    CREATE FUNCTION visit_again() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO "Visit" (id, "shareId", version)
        SELECT gen_random_uuid()::text, id, 1 FROM "Share" WHERE id = 'busy';
      RETURN NULL;
    END $$;
    CREATE TRIGGER visit_again AFTER DELETE ON "Visit" FOR EACH STATEMENT EXECUTE FUNCTION visit_again()`);
  await removeShare(owner, { shareId: 'busy' });
  await watched.bare.query('DROP TRIGGER visit_again ON "Visit"');
  expect(await watched.db.visit.count({ where: { shareId: 'busy' } })).toBe(0);
});

const terms = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };

const seedSent = (name: string, aliasId: string) =>
  watched.bare.query(
    `INSERT INTO "Share" (id, "ownerId", "aliasId", "validityMs", "maxViews")
     SELECT $1 || '-' || n, $2, $3, 60000, 1 FROM generate_series(1, $4::int) n`,
    [name, owner.viewer.id, aliasId, many],
  );

test('an alias through which many shares came gets another id, and goes', async () => {
  const { id } = await ownAlias(owner);
  await seedSent('sent', id);
  const inAlias = (aliasId: string | null) =>
    watched.db.share.count({ where: { aliasId, id: { startsWith: 'sent-' } } });

  await modifyAlias(owner, { aliasId: id, id: 'renamed', ...terms });
  expect(await changedRows('Share')).toEqual(steps);
  expect(await inAlias('renamed')).toBe(many);

  await changes.forget();
  await removeAlias(owner, { aliasId: 'renamed' });
  expect(await changedRows('Share')).toEqual(steps);
  expect(await inAlias(null)).toBe(many);
});

test('shares with long descriptions are processed in smaller batches', async () => {
  const { id } = await ownAlias(owner);
  await watched.bare.query(
    `INSERT INTO "Share" (id, "ownerId", "aliasId", description, "validityMs", "maxViews")
     SELECT 'long-' || n, $1, $2, repeat('words ', CASE n WHEN 1 THEN 50000 ELSE 1000 END), 60000, 1
     FROM generate_series(1, 100) n`,
    [owner.viewer.id, id],
  );
  await modifyAlias(owner, { aliasId: id, id: 'described', ...terms });
  const moved = await changedRows('Share');
  expect(Math.max(...moved)).toBe(41); // 250 KB
  expect(await watched.db.share.count({ where: { aliasId: 'described' } })).toBe(100);
});

test('an account with very many sessions is signed out everywhere, and goes', async () => {
  const { viewer } = await userContext({ db: watched.db, now: new Date() });
  const seed = () =>
    watched.bare.query(
      `INSERT INTO "Session" (id, "accountId", "endsAt") SELECT gen_random_uuid(), $1, now() + interval '1 day'
       FROM generate_series(1, $2::int)`,
      [viewer.id, many],
    );
  const live = () => watched.db.session.count({ where: { accountId: viewer.id, revokedAt: null } });
  await watched.db.session.deleteMany();
  await watched.db.session.create({
    data: { id: viewer.sessionId, accountId: viewer.id, endsAt: new Date() },
  });
  await seed();
  await watched.seemEmpty('Session');
  await endOtherSessions({ ...owner, viewer });
  expect(await changedRows('Session')).toEqual(steps);
  expect(await live()).toBe(1);

  await seed();
  await changes.forget();
  await removeAccount(owner, { accountId: viewer.id });
  expect(await live()).toBe(0);
  await removeMarkedAccounts(owner);
  expect(Math.max(...(await removedRows('Session')))).toBe(10_000);
  expect(await watched.db.account.count({ where: { id: viewer.id } })).toBe(0);
});

test('a share that goes while its alias gets another id leaves none of the others behind', async () => {
  const { id } = await ownAlias(owner);
  await seedSent('meanwhile', id);
  await watched.bare.query('BEGIN');
  await watched.bare.query(`DELETE FROM "Share" WHERE "aliasId" = $1 AND id = 'meanwhile-1'`, [id]);
  const renaming = modifyAlias(owner, { aliasId: id, id: 'elsewhere', ...terms });
  await expect.poll(() => waitingStatements(watched)).toBe(1); // for that share
  await watched.bare.query('COMMIT');
  await renaming;
  expect(await watched.db.share.count({ where: { aliasId: 'elsewhere' } })).toBe(many - 1);
});
