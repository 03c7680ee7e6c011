import { expect, test } from '@playwright/test';
import pg from 'pg';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { admin, TestServer } from '@/testing/server/test-server';
import { SlowWire } from '../slow-wire';

test('an upload goes on from where it was after kill -9 of the whole server, and ends identical', async ({
  page,
}) => {
  const server = await (await TestServer.make()).start();
  const folder = new LocalFolder('trip', { 'film.mp4': 40_000_000, 'plan.md': 900 });
  const as = await api(admin, server.url);
  await page.context().addCookies([{ name: cookieNames.auth, value: as.token, url: server.url }]);
  const sentFrom: number[] = []; // the offset of every request that carries bytes of the film
  let film = '';
  page.on('request', (request) => {
    if (request.method() !== 'PATCH' || !film || !request.url().endsWith(film)) return;
    sentFrom.push(Number(request.headers()['upload-offset']));
  });

  await openPage(page, `${server.url}${paths.newShare}`);
  await drop(page, [folder.path]);
  const wire = await SlowWire.of(page, 8_000_000);
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect
    .poll(async () => (await filmOn(server)).offset, { timeout: 60_000 })
    .toBeGreaterThan(8_000_000);
  const before = await filmOn(server);
  await server.kill();
  film = before.id;
  await expect(page.getByText('No connection. Resumes automatically.')).toBeVisible();
  await wire.free();
  await server.start();
  await expect(page.getByText('No connection. Resumes automatically.')).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 60_000 });
  expect(sentFrom[0]).toBeGreaterThanOrEqual(before.offset); // what was acknowledged is not sent again
  expect(sentFrom).toEqual(sentFrom.toSorted((a, b) => a - b));

  const { items } = await as.call(share.search, {});
  expect(await arrivedSums(as, server.url, items[0]?.id ?? '')).toEqual(folder.sums);
  folder.remove();
  await server.remove();
});

async function filmOn({ databaseUrl }: TestServer): Promise<{ id: string; offset: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT f.id, u."offsetBytes"::float8 AS "offset" FROM "File" f JOIN "Upload" u ON u."fileId" = f.id
     WHERE f.name = 'film.mp4'`,
  );
  await client.end();
  return rows[0] ?? { id: '', offset: 0 };
}
