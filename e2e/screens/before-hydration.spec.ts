import type { Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { alive } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';
import { holdScripts } from '../hold';

test.use({ isAlone: true }); // for a clock

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

test('a button that is pressed before the page is alive does what it does, once', {
  tag: '@restless',
}, async ({ signedIn: page, as }) => {
  await page.clock.install();
  const { shareId } = await sharedFiles(as, [samples.txt]);
  let letScriptsGo = await holdScripts(page);
  await page.goto(paths.share(shareId), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  letScriptsGo();
  await expect(page.getByRole('dialog', { name: 'Preview of notes.txt' })).toBeVisible();

  letScriptsGo = await holdScripts(page);
  await page.goto(paths.home, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Dark theme' }).click();
  expect(await theme(page)).toBe('system');
  letScriptsGo();
  await expect.poll(() => theme(page)).toBe('dark');
  await alive(page);
  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.clock.runFor(500); // what would be done a second time is done by then
  expect(await theme(page)).toBe('light');
});

test('a button that is pressed while React takes the page over does what it does, too', {
  tag: '@restless',
}, async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    const isListening = () => Object.keys(document).some((key) => key.startsWith('_reactListening'));
    const press = () => {
      const button = document.querySelector<HTMLElement>('button[aria-label="Dark theme"]');
      if (button && isListening()) button.click();
      else setTimeout(press);
    };
    press();
  });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(paths.home, { waitUntil: 'commit' });
  await expect.poll(() => theme(page)).toBe('dark');
});

test('early typing counts for a button pressed in the moment in which React takes over', {
  tag: '@restless',
}, async ({ signedIn: page }) => {
  await page.addInitScript(pressAtOnce, { name: 'Get link', text: 'For later.' });
  await page.goto(paths.newShare, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
});

/** React works from message to message: types before the first, and presses after the one in which it took the page over. */
function pressAtOnce({ name, text }: { name: string; text: string }) {
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  let isPressed = false;
  const look = () => {
    const [note] = document.getElementsByTagName('textarea');
    const root: Root | undefined = Object.entries(document).find(([key]) =>
      /^__reactContainer/.test(key),
    )?.[1];
    if (!note || isPressed) return;
    if (!root || root.stateNode.current.memoizedState.isDehydrated) note.value = text;
    else {
      isPressed = true;
      [...document.getElementsByTagName('button')].findLast((one) => one.textContent === name)?.click();
    }
  };
  const { prototype } = MessagePort;
  const { set: listen } = Object.getOwnPropertyDescriptor(prototype, 'onmessage') ?? {};
  Object.defineProperty(prototype, 'onmessage', {
    set(act) {
      const lookAround = (event: MessageEvent) => {
        look();
        act?.(event);
        look();
      };
      listen?.call(this, act && lookAround);
    },
  });
}

test('the last of two pressed buttons counts', { tag: '@restless' }, async ({ signedIn: page, as }) => {
  const { shareId } = await sharedFiles(as, [samples.txt, samples.code]);
  const letScriptsGo = await holdScripts(page);
  await page.goto(paths.share(shareId), { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await page.getByRole('button', { name: 'launch.py', exact: true }).click();
  letScriptsGo();
  await expect(page.getByRole('dialog', { name: 'Preview of launch.py' })).toBeVisible();
});

test('a form that is sent off before the page is alive waits for it', { tag: '@restless' }, async ({
  page,
  account,
}) => {
  const letScriptsGo = await holdScripts(page);
  await page.goto(paths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Login', { exact: true }).fill(account.login);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  letScriptsGo();
  await expect(page).toHaveURL(/\/app\/home$/);
});

test('a box that is ticked before the page is alive counts', { tag: '@restless' }, async ({
  signedIn: page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const { id } = await holder(aliasId).call(share.createThroughAlias, {
    body: { maxViews: 1, name: 'Plans', description: 'Here they are' },
  });
  let letScriptsGo = await holdScripts(page);
  await page.goto(paths.deliveries(aliasId), { waitUntil: 'commit' });
  const done = page.getByRole('checkbox', { name: 'Plans: done' });
  await done.check();
  letScriptsGo();
  const isDone = async () => (await as.call(aliasForm.delivery, { params: { id } })).delivery?.done;
  await expect.poll(isDone).toBe(true);
  await expect(done).toBeChecked();

  const { shareId } = await sharedFiles(as, [samples.txt, samples.code]);
  letScriptsGo = await holdScripts(page);
  await page.goto(paths.share(shareId), { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: 'notes.txt' }).check();
  letScriptsGo();
  await expect(page.getByText('1 of 2 selected')).toBeVisible();
});

test('a choice in a list that is made before the page is alive counts, and so does the button after it', {
  tag: '@restless',
}, async ({ signedIn: page, as }) => {
  let letScriptsGo = await holdScripts(page);
  await page.goto(paths.newAlias, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Early');
  await page.getByRole('combobox', { name: 'Validity' }).selectOption({ label: '4 hours' });
  await page.getByRole('combobox', { name: 'Validity' }).selectOption({ label: '2 hours' });
  await page.getByRole('button', { name: 'Create inbox' }).click();
  letScriptsGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Early' })).toBeVisible();
  const { items } = await as.call(alias.search, {});
  expect(items[0]).toMatchObject({ name: 'Early', validity: 7_200_000 });

  letScriptsGo = await holdScripts(page);
  await page.goto(paths.home, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  letScriptsGo();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('early typing is looked up in its list, and a number of views counts', {
  tag: '@restless',
}, async ({ signedIn: page }) => {
  const { login } = await newAccount();
  let letScriptsGo = await holdScripts(page);
  await page.goto(paths.newAlias, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Members' }).fill(login);
  letScriptsGo();
  await expect(page.getByRole('combobox', { name: 'Members' })).toHaveValue(login);
  await page.getByRole('option', { name: login }).click();
  await expect(page.getByRole('button', { name: `Remove ${login}` })).toBeVisible();

  letScriptsGo = await holdScripts(page);
  await page.goto(paths.settings, { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Time zone' }).fill('azores');
  letScriptsGo();
  await expect(page.getByRole('option')).toHaveText(['Atlantic/Azores']);

  letScriptsGo = await holdScripts(page);
  await page.goto(paths.newShare, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Number of views' }).fill('1');
  letScriptsGo();
  await expect(page.getByText('or after view ·')).toBeVisible();
});
