// Actions of a sender on an alias page, and the resulting requests.
import type { Page } from '@playwright/test';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { drop, type FolderPlan, type LocalFolder } from '@/testing/screens/local-folder';
import { expect } from './fixtures';

export const few: FolderPlan = {
  'plan.md': 900,
  'photos/1.jpg': 40_000,
  'photos/raw/1.raw': 2_000_000,
  'empty.txt': 0,
};
export const withFilm: FolderPlan = { ...few, 'film.mp4': 20_000_000 };
/** Bytes per second, slow enough to interrupt the upload of a film. */
export const slow = 1_000_000;

export const arrived = (page: Page) => page.getByRole('heading', { name: 'All files sent' });
export const send = (page: Page) => page.getByRole('button', { name: /^Send/ });
export const percentOf = async (page: Page) =>
  Number(await page.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('aria-valuenow'));

/** Repeats the drop, because the browser handles drops before hydration itself. */
export async function openAndDrop(
  page: Page,
  aliasId: string,
  folder: LocalFolder,
  base = '',
): Promise<void> {
  await openPage(page, base + paths.inbox(aliasId));
  await drop(page, [folder.path]);
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
}

export async function received(as: Api): Promise<string[]> {
  const { items } = await as.call(share.search, { query: {} });
  return items.map(({ id }) => id);
}

export function noticesFrom(page: Page, aliasId: string): string[] {
  const told: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/v2\/alias\/mail\/notify\/([^/]+)$/.exec(new URL(request.url()).pathname) ?? [];
    if (!id) return;
    expect(request.headers()[headerNames.alias.toLowerCase()]).toBe(aliasId);
    told.push(id);
  });
  return told;
}
