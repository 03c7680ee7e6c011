import type { Locator, Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { alive, openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('with the keyboard alone, somebody signs in, shares a file and a note, and opens the link', async ({
  page,
  account,
}) => {
  const { url } = running();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  // Nobody can answer the picker of handles from outside; browsers without it open the one of the form.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));

  await openPage(page, paths.login(paths.newShare));
  const login = page.getByLabel('Login', { exact: true });
  await tabTo(page, login);
  await page.keyboard.type(account.login);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.newShare}$`));
  await alive(page);

  await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'harbour.txt', mimeType: 'text/plain', buffer: Buffer.from('Moin') });
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('harbour.txt');

  const getLink = page.getByRole('button', { name: 'Get link' });
  expect(await tabTo(page, getLink)).toBeLessThanOrEqual(8);
  await tabTo(page, page.getByRole('textbox', { name: 'Name (optional)' }), 'Shift+Tab');
  await page.keyboard.type('Harbour plans');
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Typed, *not* clicked.');
  await tabTo(page, page.getByRole('combobox', { name: 'Link expires in' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('button', { name: 'No password' }));
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('low tide');
  await enter(page, getLink);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeFocused();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${url}/app/open/[\\w-]+$`));

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    enter(page, page.getByRole('link', { name: 'Open' })),
  ]);
  await readByKeyboard(popup);
});

test('whoever removes a chosen file by keyboard goes on at the next one', async ({ signedIn: page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openPage(page, paths.newShare);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  const files = ['anchor', 'buoy', 'crane'].map((name) => `${name}.txt`);
  await chooser.setFiles(files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })));
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  await remove('buoy.txt').press('Enter');
  await expect(remove('crane.txt')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove('anchor.txt')).toBeFocused();
});

async function readByKeyboard(page: Page): Promise<void> {
  await alive(page);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('low tide');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour plans' })).toBeVisible();
  const file = page.getByRole('button', { name: 'harbour.txt', exact: true });
  await enter(page, file);
  await expect(page.getByRole('dialog').getByText('Moin')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(file).toBeFocused();
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Presses Tab until the target has the focus, and checks that each stop is visible. Returns the number of stops. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  for (let stops = 0; stops < 40; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return stops;
    await page.keyboard.press(key);
    expect(await focusMark(page)).not.toBe('none');
  }
  throw new Error(`Tab never comes to ${target}.`);
}

function focusMark(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'the browser’s own'; // its bar is a stop, too
    const isDrawn = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && outlineWidth !== '0px' && !/, 0\)$|transparent/.test(outlineColor);
    const drawn = [focused, focused.parentElement, focused.parentElement?.parentElement]
      .filter((element) => element instanceof HTMLElement)
      .some((element) => isDrawn(getComputedStyle(element)));
    return drawn || isDrawn(getComputedStyle(focused, '::after')) ? 'drawn' : 'none';
  });
}
