import fs from 'node:fs';
import path from 'node:path';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { reloadPage } from '@/testing/screens/alive';
import { arrivedSums, drop, LocalFolder } from '@/testing/screens/local-folder';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { arrived, openAndDrop, percentOf, received, send, slow } from '../sender';
import { SlowWire } from '../slow-wire';

const photos = { 'IMG_0001.HEIC': 6_000_000, 'image.jpg': 5_000_000, 'small.jpg': 40_000 };

/** A delivery whose page was closed midway, on a phone that can't reopen files. */
const interrupted = test.extend<{ folder: LocalFolder; aliasId: string }>({
  aliasId: async ({ as }, use) => use(await newAlias(as)),
  folder: async ({ page, aliasId }, use) => {
    const folder = new LocalFolder('photos', photos);
    page.on('dialog', (dialog) => dialog.accept());
    await openAndDrop(page, aliasId, folder);
    const wire = await SlowWire.of(page, slow);
    await send(page).click();
    await expect.poll(() => percentOf(page), { timeout: 60_000 }).toBeGreaterThan(30);
    fs.renameSync(folder.path, `${folder.path} gone`);
    await reloadPage(page);
    await wire.free();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Drop or choose the same files again')).toBeVisible();
    await use(folder);
    folder.remove();
  },
});

interrupted(
  'photos that a phone hands out with another time and name go on where they were',
  async ({ page, as, folder }) => {
    const again = ['IMG_0001.HEIC', 'image.jpg', 'small.jpg'].map((name) => {
      const at = path.join(path.dirname(folder.path), name.replace('.HEIC', '.jpeg'));
      fs.copyFileSync(path.join(`${folder.path} gone`, name), at);
      return at;
    });
    await drop(page, again);
    await expect(arrived(page)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('3 files, 10.5 MB')).toBeVisible();
    const [shareId = '', ...others] = await received(as);
    expect(others).toEqual([]);
    expect(await arrivedSums(as, running().url, shareId)).toEqual(folder.sums);
    await page.getByRole('link', { name: 'Open receipt' }).click();
    await expect(page).toHaveURL(new RegExp(paths.receipt('')));
    for (const name of Object.keys(photos)) await expect(page.getByText(name)).toBeVisible();
  },
);

interrupted(
  'other files are never mixed with what has arrived, and can be sent as new ones',
  async ({ page, as, folder }) => {
    const edited = new LocalFolder('photos', { 'IMG_0001.HEIC': 6_000_000, 'image.jpg': 5_000_000 });
    await drop(page, [edited.path]);
    await expect(page.getByText('These aren’t the files of the interrupted upload.')).toBeVisible();
    await page.getByRole('button', { name: 'Send as new files' }).click();
    await expect(arrived(page)).toBeVisible({ timeout: 60_000 });
    const [shareId = '', ...others] = await received(as);
    expect(others).toEqual([]);
    const sums = await arrivedSums(as, running().url, shareId);
    for (const [file, sum] of edited.sums) expect(sums.get(file)).toBe(sum);
    expect([...folder.sums].filter(([file]) => sums.has(file)).length).toBeLessThanOrEqual(3);
    edited.remove();
  },
);
