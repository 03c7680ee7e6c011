import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import { onDatabase } from '@/testing/people/account';
import { idle, openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';
import { type ScrollMetrics, scrollTraced } from '../scroll-trace';

/** Each click on "Show more" adds fifty, so the full number is for long runs. */
const manyShares = isLong ? 10_000 : 300;
const scrolledPx = isLong ? 30_000 : 8_000;
const manyFiles = 10_000;

test('hundreds of shares and a share of ten thousand files are lists of which little is drawn', async ({
  signedIn: page,
  account,
}) => {
  const shareId = await writeMany(account.id);

  await openPage(page, paths.shares);
  await expect(page.getByText(`#${manyShares.toLocaleString('en')} · `)).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  for (let shown = 50; shown < manyShares; shown += 50) {
    await expect(more).not.toHaveAttribute('aria-busy', 'true');
    await Promise.all([page.waitForResponse((answer) => answer.url().includes('page=')), more.click()]);
  }
  await expect(more).toHaveCount(0);
  console.log(said(`${manyShares} shares`, await scrolled(page, 'row', 'Long list 1')));
  await toTheEnd(page);
  await expect(page.getByRole('link', { name: `Long list ${manyShares}`, exact: true })).toBeInViewport();

  await openPage(page, paths.share(shareId));
  await expect(page.getByText('note 1.txt', { exact: true })).toBeVisible();
  console.log(said(`${manyFiles} files`, await scrolled(page, 'listitem', 'note 1.txt')));
  await toTheEnd(page);
  await expect(page.getByText(`note ${manyFiles}.txt`, { exact: true })).toBeInViewport();
});

/** The oldest share has the files. Writes the sums directly, because triggers would run per row. */
async function writeMany(ownerId: string): Promise<string> {
  await onDatabase(async (db) => {
    await db.query('SET session_replication_role = replica');
    await db.query(
      `INSERT INTO "Share" (id, "ownerId", name, "validityMs", "maxViews", "createdAt", "fileCount", "sizeBytes")
       SELECT $1 || '-' || n, $1, 'Long list ' || n, 86400000, 30, now() - n * interval '1 second',
         CASE n WHEN ${manyShares} THEN ${manyFiles} ELSE 0 END, CASE n WHEN ${manyShares} THEN 1000 * ${manyFiles} ELSE 0 END
       FROM generate_series(1, ${manyShares}) n`,
      [ownerId],
    );
    await db.query(
      `INSERT INTO "File" (id, "shareId", name, "sizeBytes", "storedBytes", "mimeType", state)
       SELECT $1 || '-file-' || n, $1 || '-' || ${manyShares}, 'note ' || n || '.txt', 1000, 1000, 'text/plain', 'complete'
       FROM generate_series(1, ${manyFiles}) n`,
      [ownerId],
    );
    await db.query('INSERT INTO "Tally" ("ownerId", shares, "sizeBytes") VALUES ($1, $2, $3)', [
      ...[ownerId, manyShares, 1000 * manyFiles],
    ]);
  });
  return `${ownerId}-${manyShares}`;
}

async function scrolled(page: Page, role: 'row' | 'listitem', first: string): Promise<ScrollMetrics> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByText(first, { exact: true }).first().scrollIntoViewIfNeeded();
  await idle(page); // rows of the old place are gone
  const figures = await scrollTraced(page, scrolledPx);
  expect(await page.getByRole(role).count()).toBeLessThan(400);
  return figures;
}

const toTheEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

const said = (list: string, { frames, longestTaskMs, longestFrameMs }: ScrollMetrics) =>
  `${list}: ${frames} frames, longest task ${longestTaskMs.toFixed(1)} ms, longest frame ${longestFrameMs.toFixed(1)} ms`;
