import { type Browser, expect, type Page, test } from '@playwright/test';
import { paths } from '@/lib/paths';
import { isLong } from '@/testing/is-long';
import { api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { unseenStops } from '@/testing/screens/focus-seen';
import { fixedLinks, hastyButtons, looseLetters } from '@/testing/screens/handling';
import { contextFor, forgetAll, looks, type ScreenLook } from '@/testing/screens/looks';
import { photos, type Screen, screens } from '@/testing/screens/screens';
import { ada, seedStory } from '@/testing/screens/story';
import { TestServer } from '@/testing/server/test-server';

const env = { SIGNUP_MODE: 'invite', INVITE_PASSWORD: 'of the story', SMTP_URL: 'smtp://127.0.0.1:1' };
let server: TestServer;

test.use({ trace: 'off', actionTimeout: 20_000 });
// As in accessibility.spec.ts: one story, looked at by one worker.
test.describe.configure({ mode: 'default' });
test.beforeEach(() => test.slow(isLong));
test.beforeAll(async () => {
  server = await (await TestServer.make({ env })).start();
  seedStory(server);
});
test.afterAll(async () => {
  photos.remove();
  await server.remove();
});

/** One of each kind; the others are looked at with `SLIPWAY_LONG=1`. */
const usual = ['login', 'inbox-files', 'open-list', 'shares', 'share', 'create', 'settings'];
const all: Record<string, Screen> = {
  ...screens,
  delivery: { path: `${paths.received}?at=application-1`, isSignedIn: true },
};
const shown = Object.entries(all).filter(([name]) => isLong || usual.includes(name));

test('whoever goes through a page by Tab sees where they are, and nothing covers it', async ({ browser }) => {
  let total = 0;
  await visitAll(browser, looks.light, async (page, name) => {
    const { stops, unseen } = await unseenStops(page);
    total += stops;
    expect.soft(unseen, name).toEqual([]);
  });
  expect(total).toBeGreaterThan(shown.length * 8);
});

test('so does whoever has a keyboard at a phone, in the dark', async ({ browser }) => {
  await visitAll(browser, looks['phone-dark'], async (page, name) => {
    const { unseen } = await unseenStops(page);
    expect.soft(unseen, name).toEqual([]);
  });
});

test('a page without marks is noticed', async ({ browser }) => {
  await visitAll(
    browser,
    looks.light,
    async (page) => {
      await page.addStyleTag({ content: '*, ::after { outline: none !important; }' });
      const { stops, unseen } = await unseenStops(page);
      expect(unseen.length).toBeGreaterThan(stops / 2); // some change their ground or border as well
    },
    ['login'],
  );
});

test('a press that is let go elsewhere does nothing, and no letter acts beside the part it belongs to', async ({
  browser,
}) => {
  await visitAll(browser, looks.light, async (page, name) => {
    expect.soft(await hastyButtons(page), `${name}: acts before the pointer is let go`).toEqual([]);
    expect.soft(await looseLetters(page), `${name}: letters act`).toEqual([]);
  });
});

test('bar and footer have the same links by the same names in the same order on each page', async ({
  browser,
}) => {
  const links: Record<string, string[]> = {};
  await visitAll(browser, looks.light, async (page, name) => {
    if (all[name]?.isSignedIn) links[name] = await fixedLinks(page);
  });
  const [first] = Object.values(links);
  expect(first?.length).toBeGreaterThan(4);
  for (const [name, found] of Object.entries(links)) expect.soft(found, name).toEqual(first);
});

async function visitAll(
  browser: Browser,
  look: ScreenLook,
  see: (page: Page, name: string) => Promise<void>,
  names = shown.map(([name]) => name),
): Promise<void> {
  const as = await api(ada, server.url);
  const context = await contextFor(browser, look, { url: server.url, token: null });
  for (const [name, { path, isSignedIn, act }] of shown.filter(([one]) => names.includes(one))) {
    const page = await context.newPage();
    await forgetAll(page, look, { url: server.url, token: isSignedIn ? as.token : null });
    await openPage(page, server.url + (typeof path === 'string' ? path : await path(as)));
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // The editor's picture of the page, which that waits for, isn't shown on a phone.
    if (name !== 'alias' || look === looks.light) await act?.(page);
    await test.step(name, () => see(page, name));
    await page.close();
  }
  await context.close();
}
