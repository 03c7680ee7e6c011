import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { openPage } from '@/testing/screens/alive';
import { drop, LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';

test('a folder dropped on home becomes a share of its name', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('Bridge', { 'plan.md': 10, 'photos/1.jpg': 20 });
  await openPage(page, paths.home);
  await drop(page, [folder.path], 'main a');
  await expect(page).toHaveURL(/\/app\/share$/);
  await expect(page.getByText('2 files').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Bridge');
  await page.getByRole('button', { name: 'Get link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  const { items } = await as.call(share.search, { query: {} });
  expect(items).toMatchObject([{ name: 'Bridge', files: 2 }]);
  folder.remove();
});

test('files name a share by their kinds, a single one by its name, until somebody types a name', async ({
  signedIn: page,
}) => {
  const folder = new LocalFolder('loose', { 'a.txt': 1, 'b.txt': 2, 'c.txt': 3, 'd.txt': 4 });
  const file = (name: string) => `${folder.path}/${name}`;
  const name = page.getByRole('textbox', { name: /^Name/ });
  await openPage(page, paths.newShare);
  await drop(page, [file('a.txt')]);
  await expect(name).toHaveValue('a.txt');
  await drop(page, [file('b.txt'), file('c.txt')]);
  await expect(name).toHaveValue('3 documents');
  await page.getByRole('button', { name: 'Clear files' }).click();
  await expect(name).toHaveValue('');
  await drop(page, [file('a.txt')]);
  await name.fill('Letters');
  await drop(page, [file('d.txt')]);
  await expect(page.getByText('2 files').first()).toBeVisible();
  await expect(name).toHaveValue('Letters');
  folder.remove();
});

test('files dropped on a share are added to it', async ({ signedIn: page, as }) => {
  const folder = new LocalFolder('more', { 'late.txt': 5 });
  const { id } = await as.call(share.create, { body: { name: 'Board pack', validity: 60_000, maxViews: 1 } });
  await openPage(page, paths.share(id));
  await drop(page, [`${folder.path}/late.txt`], 'main button');
  await expect(page.getByRole('tab', { name: 'Add files' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('list', { name: 'Files' }).getByText('late.txt')).toBeVisible();
  folder.remove();
});

test('a file dropped where nothing takes it leaves the page as it is', async ({ signedIn: page }) => {
  const folder = new LocalFolder('stray', { 'stray.txt': 5 });
  await openPage(page, paths.settings);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('half an addr');
  await drop(page, [`${folder.path}/stray.txt`], 'main button');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('half an addr');
  await expect(page).toHaveURL(paths.settings);
  folder.remove();
});
