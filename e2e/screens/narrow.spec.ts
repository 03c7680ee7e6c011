import type { Page } from '@playwright/test';
import { adminPaths } from '@/lib/admin-paths';
import { choiceCookieNames, cookieNames } from '@/lib/contract/http/names';
import { languages } from '@/lib/i18n/locales';
import { paths, serverPaths } from '@/lib/paths';
import { requestPaths } from '@/lib/request-paths';
import { isLong } from '@/testing/is-long';
import { type LongTexts, withLongTexts } from '@/testing/people/long-texts';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { photos } from '@/testing/screens/photos';
import { screens } from '@/testing/screens/screens';
import { ownerStates } from '@/testing/screens/states/owner-states';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { pageRows } from '../gate/rows-pages';

/** German has the longest words of those whose pages are walked each time. */
const spoken = languages.map(({ locale }) => locale).filter((locale) => isLong || locale === 'de');

type Visit = { at: (world: LongTexts) => string; act?: ((page: Page) => Promise<void>) | undefined };
const firstInbox = async (page: Page) => {
  await page.locator('tbody tr:first-child a[href^="/app/oversight/inboxes/"]').click();
  await expect(page.locator('main dl ~ div').getByRole('button')).toBeVisible();
};
const to = (path: string): Visit => ({ at: () => path });

/** By the routes of the gate's matrix; what one route shows in several ways stands there several times. */
const visits: Record<string, Visit[]> = {
  'GET /': [],
  'GET /[...rest]': [to('/nothing/here')],
  'GET /app/[[...rest]]': [to('/app/nothing-here')],
  'GET /app/login': [to(paths.login())],
  'GET /app/register': [to(paths.register)],
  'GET /app/second-factor': [to(serverPaths.secondFactor(paths.home))],
  'GET /app/forgot': [to(paths.forgot)],
  'GET /app/reset': [to(paths.reset('code'))],
  'GET /app/confirm': [to(paths.confirmEmail('code'))],
  'GET /app/ending': [to(serverPaths.ending('end', 'token'))],
  'GET /app/receipt': [to(paths.receipt('secret'))],
  'GET /app/request': [{ at: ({ askedPath }) => askedPath }, to(serverPaths.stopReminders('secret'))],
  'GET /app/info/{n}': [to(paths.info(0)), to(paths.info(1))],
  'GET /app/legal/{page}': [to(paths.legal('imprint'))],
  'GET /brand/{id}': [],
  'GET /sender/{id}': [],
  'GET /app/open/{id}': [
    { at: ({ linkId }) => paths.open(linkId) },
    { at: ({ linkId }) => `${paths.open(linkId)}?view=1` },
    { at: ({ linkId }) => `${paths.open(linkId)}?view=0` },
    { at: ({ documentsId }) => paths.open(documentsId) },
    { at: ({ lockedId }) => paths.open(lockedId) },
    to(paths.open('nobody-made-this')),
  ],
  'GET /app/share/{id}': [{ at: ({ aliasId }) => paths.inbox(aliasId) }, to(paths.inbox('nobody-made-this'))],
  'GET /api/doc': [to(serverPaths.calls)],
  'GET /api/doc/guide': [to(paths.documentation)],
  'GET /api/doc/guide/{topic}': [to(paths.accessibility), to(paths.encryptionHelp)],
  'GET /api/doc/operate/{subject}': [to(serverPaths.operatorDocument('configure'))],
  'GET /app/home': [to(paths.home)],
  'GET /app/settings': [to(paths.settings)],
  'GET /app/settings/security': [to(paths.security)],
  'GET /app/settings/leave': [to(serverPaths.leave)],
  'GET /app/settings/data': [to(serverPaths.ownData)],
  'GET /app/settings/access': [to(paths.access)],
  'GET /app/settings/notifications': [to(paths.notifications)],
  'GET /app/settings/webhooks': [to(paths.webhooks)],
  'GET /app/device': [to(serverPaths.device('BCDF-GHJK'))],
  'GET /app/receive': [to(serverPaths.receive)],
  'GET /app/uploads': [to(paths.shares), to(`${paths.shares}?q=${'w'.repeat(120)}`)],
  'GET /app/received': [to(paths.received)],
  'GET /app/share': [to(paths.newShare)],
  'GET /app/upload/{id}': [
    { at: ({ shareId }) => paths.share(shareId) },
    { at: ({ shareId }) => paths.activity(shareId) },
    { at: ({ shareId }) => paths.share(shareId), act: screens['share-link']?.act },
    { at: ({ deliveryId }) => paths.share(deliveryId) },
  ],
  'GET /app/alias': [to(paths.aliases)],
  'GET /app/alias/new': [to(paths.newAlias)],
  'GET /app/alias/{id}': [
    { at: ({ aliasId }) => paths.alias(aliasId) },
    { at: ({ aliasId }) => paths.alias(aliasId), act: ownerStates['alias, unfolded']?.act },
  ],
  'GET /app/alias/{id}/request': [{ at: ({ aliasId }) => requestPaths.list(aliasId) }],
  'GET /app/alias/{id}/request/new': [{ at: ({ aliasId }) => requestPaths.new(aliasId) }],
  'GET /app/alias/{id}/request/board': [
    { at: ({ aliasId, roundId }) => requestPaths.board(aliasId, `?round=${roundId}`) },
  ],
  'GET /app/oversight': [to(paths.overseenShares)],
  'GET /app/oversight/{id}': [{ at: ({ shareId }) => adminPaths.overseenShare(shareId) }],
  'GET /app/oversight/inboxes/{id}': [{ at: () => adminPaths.overseenAliases, act: firstInbox }],
  'GET /app/oversight/reports': [to(paths.reports)],
  'GET /app/oversight/names': [to(adminPaths.overseenNames)],
  'GET /app/oversight/inboxes': [to(adminPaths.overseenAliases)],
  'GET /app/oversight/quarantine': [to(adminPaths.quarantine)],
  'GET /app/overview': [to(adminPaths.overview)],
  'GET /app/account': [to(paths.accounts)],
  'GET /app/account/new': [to(paths.newAccount)],
  'GET /app/account/{id}': [{ at: ({ accountId }) => paths.account(accountId) }],
  'GET /app/audit': [to(paths.audit)],
  'GET /app/doctor': [to(paths.doctor)],
  'GET /app/server': [to(paths.server)],
  'GET /app/server/{room}': ['mail', 'signin', 'limits', 'look', 'legal'].map((room) =>
    to(adminPaths.serverRoom(room)),
  ),
  'GET /app/newinvite': [to(paths.newInvite)],
};

const all = Object.entries(visits).flatMap(([route, ways]) => ways.map((visit) => [route, visit] as const));

/** Ways on which a sign-in is asked for, or a page comes for visitors alone. */
const isForStrangers = (route: string) => /\/(login|register|forgot|open|share\/\{id\})/.test(route);

test('each page is walked', () => {
  const pages = Object.keys(pageRows).filter((route) => !/\/api\/(auth|\[)/.test(route));
  expect(Object.keys(visits).sort()).toEqual(pages.sort());
});

test.describe('with names and words of 120 letters', () => {
  let world: LongTexts;
  test.describe.configure({ mode: 'default' }); // all look at one world
  test.beforeAll(async () => {
    world = await withLongTexts(await photos(3));
  });

  for (const [nth, [route, visit]] of all.entries())
    test(`${nth + 1}. ${route.slice(4)} is no wider than a phone`, async ({ page }) => {
      const wide: string[] = [];
      for (const locale of spoken)
        wide.push(
          ...(await widerPartsOf(page, { isForStrangers: isForStrangers(route), visit, locale, world })),
        );
      expect(wide).toEqual([]);
    });
});

type Walk = { isForStrangers: boolean; visit: Visit; locale: string; world: LongTexts };

async function widerPartsOf(page: Page, { visit, locale, world, ...who }: Walk): Promise<string[]> {
  await asReader(page, { locale, token: who.isForStrangers ? null : world.as.token });
  await page.setViewportSize({ width: 390, height: 844 });
  const path = visit.at(world);
  await openPage(page, path);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await visit.act?.(page);
  const wide: string[] = [];
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    wide.push(...(await widerParts(page)).map((part) => `${path}, ${width} px: ${part}`));
  }
  return wide;
}

type Reader = { locale: string; token: string | null };

async function asReader(page: Page, { locale, token }: Reader): Promise<void> {
  const { url } = running();
  await page.context().clearCookies();
  await page.context().addCookies([{ name: choiceCookieNames.language, value: locale, url }]);
  if (token) await page.context().addCookies([{ name: cookieNames.auth, value: token, url }]);
}

/** The innermost parts that make the page wider than its window. */
function widerParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => isWide(element) && ![...element.children].some(isWide),
    );
    return [`${scrollWidth}`, ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 200))];
  });
}

test('a share of photos opens on a phone with its first photo, edge to edge, and it stays where it is', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, [...(await photos(4)), samples.txt], { name: 'Regatta' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(rememberPlace);
  await openPage(page, paths.open(linkId));
  const first = page.getByRole('button', { name: 'photo-001.jpg', exact: true });
  await expect(first).toBeVisible();
  const now = await first.boundingBox();
  expect(await page.evaluate(() => (window as PlacedWindow).firstPlace)).toEqual(now);
  const main = await page.getByRole('main').boundingBox();
  expect(now).toMatchObject({ x: 0, y: 0, width: main?.width });
  expect(now?.height).toBeCloseTo(844 * 0.6, 0);
  const title = await page.getByRole('heading', { name: 'Regatta' }).boundingBox();
  expect(title?.y).toBeGreaterThan(300);
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(844 * 0.6);
  await first.click({ position: { x: 190, y: 200 } });
  await expect(page.getByRole('dialog').getByRole('img', { name: 'photo-001.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page.locator('[data-cover]')).toHaveCount(0);
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.y).toBeGreaterThan(40);
});

test('the owner chooses the cover in the viewer, and the page of the link opens with it', async ({
  signedIn: page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, await photos(4), { name: 'Regatta' });
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'photo-003.jpg', exact: true }).click();
  const use = page.getByRole('dialog').getByRole('button', { name: 'Use as cover' });
  await use.click();
  await expect(use).toHaveAttribute('aria-pressed', 'true');
  await page.context().clearCookies();
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, paths.open(linkId));
  const cover = page.locator('[data-cover]');
  await expect(cover.getByRole('button', { name: 'photo-003.jpg', exact: true })).toBeVisible();
  expect(await cover.boundingBox()).toMatchObject({ x: 0, y: 0 });
  await cover.getByRole('button').click({ position: { x: 190, y: 200 } });
  await expect(page.getByRole('dialog').getByText('1/4')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByText('photo-001.jpg, 2 of 4')).toBeVisible();
});

test('on a phone the buttons of a new share stand inside its card, and a file’s name is whole', async ({
  signedIn: page,
  as,
}) => {
  const name = 'Agency agreement of the second of March, signed.pdf';
  const files = [{ ...samples.pdf, name }, samples.txt];
  const { linkId } = await sharedFiles(as, files);
  const { url } = running();
  await page.context().addCookies([{ name: choiceCookieNames.language, value: 'de', url }]);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, paths.newShare);
    const card = await page.locator('[data-send-bar]').boundingBox();
    for (const button of await page.locator('[data-send-bar] button').all()) {
      const place = await button.boundingBox();
      expect(place?.x).toBeGreaterThanOrEqual(card?.x ?? 0);
      expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
    }
    await openPage(page, paths.open(linkId));
    const line = page.getByRole('button', { name, exact: true }).locator('[title]');
    const cut = await line.evaluate((element) =>
      [...element.querySelectorAll('span')].filter(
        (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
      ),
    );
    expect(cut).toEqual([]);
    expect(await line.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(30);
  }
});

type PlacedWindow = Window & { firstPlace?: { x: number; y: number; width: number; height: number } };

/** Runs in the page: where the cover is as soon as the title has come. */
function rememberPlace(): void {
  const look = () => {
    if (!document.querySelector('article h1')) return requestAnimationFrame(look);
    const place = document.querySelector('[data-cover]')?.getBoundingClientRect() ?? new DOMRect();
    const { x, y, width, height } = place;
    Object.assign(window, { firstPlace: { x, y, width, height } });
  };
  look();
}

test('on a phone a bar of 44 pixels holds one menu: it opens by key, hides by Escape, and nothing moves', async ({
  page,
  as,
}) => {
  const { linkId } = await sharedFiles(as, await photos(4), { name: 'Regatta' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, paths.open(linkId));
  const more = page.getByRole('button', { name: 'More' });
  const language = page.getByRole('combobox', { name: 'Language' });
  const placeOf = async (name: string) => page.getByRole('heading', { name }).boundingBox();
  await expect(language).toBeHidden();
  expect(await page.locator('[data-top-bar]').boundingBox()).toMatchObject({ y: 0, height: 44 });
  const before = await placeOf('Regatta');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(language).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(language).toBeFocused();
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await placeOf('Regatta')).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(language).toBeHidden();
  await expect(more).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(language).toBeVisible();
  await expect(more).toBeHidden();
});
