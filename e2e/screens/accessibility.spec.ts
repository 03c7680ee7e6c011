import { type Browser, expect, test } from '@playwright/test';
import { isLong } from '@/testing/is-long';
import { api } from '@/testing/people/account';
import { expectAccessible } from '@/testing/screens/accessible';
import { openPage } from '@/testing/screens/alive';
import { contextFor, forgetAll, looks } from '@/testing/screens/looks';
import { photos, type Screen, screens } from '@/testing/screens/screens';
import { newcomerStates } from '@/testing/screens/states/newcomer-states';
import { ownerStates } from '@/testing/screens/states/owner-states';
import { shareStates } from '@/testing/screens/states/share-states';
import { uploadStates } from '@/testing/screens/states/upload-states';
import { visitorStates } from '@/testing/screens/states/visitor-states';
import { waitingStates } from '@/testing/screens/states/waiting-states';
import { ada, newcomer, seedStory } from '@/testing/screens/story';
import { TestServer } from '@/testing/server/test-server';

const provider = { issuer: 'https://login.example.org', clientId: 'slipway', clientSecret: 'of no account' };
const env = {
  SIGNUP_MODE: 'invite',
  INVITE_PASSWORD: 'of the story',
  SMTP_URL: 'smtp://127.0.0.1:1',
  OAUTH_PROVIDERS: JSON.stringify([{ id: 'work', name: 'Harbour Club', icon: '/icon.svg', ...provider }]),
};
let server: TestServer;

// The failures say where they are; a trace of so many pages would take longer than looking at them.
test.use({ trace: 'off', actionTimeout: 20_000 });
// In one worker, because all of them look at the same story; a busy machine is slow, not wrong.
test.describe.configure({ mode: 'default', timeout: 600_000 });
test.beforeAll(async () => {
  server = await (await TestServer.make({ env })).start();
  seedStory(server);
});
test.afterAll(async () => {
  photos.remove();
  await server.remove();
});

/** States built from the same parts as others; checked with `SLIPWAY_LONG=1` only. */
const likeOthers = new Set([
  // the question before something is deleted, thrown away or left
  'share, deleting a file',
  'share, leaving the note',
  'alias, deleting',
  'invites, revoking',
  'upload, discarding',
  // a field that is edited in place
  'share, editing the name',
  'share, editing the password',
  // a form that names what is missing
  'alias, wrong',
  'account, wrong',
  'invites, no password',
  'upload, empty password',
  // a list in which nothing is found
  'aliases, none found',
  'accounts, none found',
  'deliveries, none found',
  // a link that has ended, by another word
  'share, used up',
  'share, withdrawn',
  // the list of files before it is sent, and while it waits
  'inbox, a file chosen',
  'upload, paused',
  'upload, reconnecting',
  // the mail's form
  'alias, mail',
]);

const forStrangers = ([, { isSignedIn }]: [string, Screen]) => !isSignedIn;
const shown = Object.entries(screens);
const those = (states: Record<string, Screen>) =>
  Object.entries(states).filter(([name]) => isLong || !likeOthers.has(name));

test('twenty screens or more are checked in both themes', () => {
  expect(shown.length).toBeGreaterThanOrEqual(20);
});

test('each state that is left out is one', () => {
  const all = { ...visitorStates, ...shareStates, ...ownerStates, ...uploadStates };
  expect(Object.keys(all)).toEqual(expect.arrayContaining([...likeOthers]));
});

test('every screen of a stranger breaks no rule of accessibility', ({ browser }) =>
  expectAllAccessible(browser, shown.filter(forStrangers)));

test('nor does any of an owner and an admin', ({ browser }) =>
  expectAllAccessible(
    browser,
    shown.filter((screen) => !forStrangers(screen)),
  ));

test('nor those of someone who has nothing yet', ({ browser }) =>
  expectAllAccessible(browser, those(newcomerStates), newcomer));

test('what a visitor can make of the screens breaks no rule either', ({ browser }) =>
  expectAllAccessible(browser, those(visitorStates)));

test('nor what an owner can make of a share', ({ browser }) =>
  expectAllAccessible(browser, those(shareStates)));

test('nor forms, questions and lists of aliases, accounts, invites and settings', ({ browser }) =>
  expectAllAccessible(browser, those(ownerStates)));

test('nor a screen that waits for an answer', ({ browser }) =>
  expectAllAccessible(browser, those(waitingStates)));

test('nor an upload in any of its states', ({ browser }) =>
  expectAllAccessible(browser, those(uploadStates)));

/** Checks all screens in one browser context, because a new one would fetch and compile each page again. */
async function expectAllAccessible(browser: Browser, all: [string, Screen][], who = ada): Promise<void> {
  const as = await api(who, server.url);
  const context = await contextFor(browser, looks.light, { url: server.url, token: null });
  for (const [name, { path, isSignedIn, act }] of all) {
    const page = await context.newPage();
    await forgetAll(page, looks.light, { url: server.url, token: isSignedIn ? as.token : null });
    const url = server.url + (typeof path === 'string' ? path : await path(as));
    await test.step(name, async () => {
      await openPage(page, url);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0); // a link's page is busy until its share has come
      await act?.(page);
      await expectAccessible(page, name, isLong || name in screens);
    });
    await page.close();
  }
  await context.close();
}
