import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('hundreds of small files go in a few requests, and a lost answer neither loses nor doubles one', async ({
  signedIn: page,
  as,
}) => {
  const plan = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`${n}.jpg`, 100 + n]));
  const folder = new LocalFolder('trip', { ...plan, 'film.mp4': 1_000_000 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/files/')[1] ?? ''));
  let bundles = 0;
  await page.route('**/files/bundle', async (route) => {
    if (++bundles !== 2) return route.continue();
    await route.fetch(); // all of it arrives
    await route.abort();
  });
  await openPage(page, paths.newShare);
  await drop(page, [folder.path]);
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 60_000 });
  const { items } = await as.call(share.search, { query: {} });
  expect(await arrivedSums(as, running().url, items[0]?.id ?? '')).toEqual(folder.sums);
  const { files } = await as.call(share.get, { params: { id: items[0]?.id ?? '' } });
  expect(files.length).toBe(451);
  expect(bundles).toBe(3);
  expect(asked.filter((call) => call.startsWith('tus')).length).toBeLessThan(220); // those of the lost answer, and the film
  folder.remove();
});
