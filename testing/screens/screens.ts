import type { Page } from '@playwright/test';
import { account } from '@/lib/contract/account/account';
import { paths } from '@/lib/paths';
import type { api } from '@/testing/people/account';
import { drop, LocalFolder } from '@/testing/screens/local-folder';

export type Screen = {
  path: string | ((as: StatePerson) => Promise<string>);
  isSignedIn: boolean;
  isOnPhone?: boolean;
  act?: (page: Page) => Promise<void>;
};
type StatePerson = Awaited<ReturnType<typeof api>>;

let regatta: LocalFolder | undefined;

/** Created on first use; the caller removes them. */
export const photos = {
  get path(): string {
    regatta ??= new LocalFolder('Regatta', {
      'start list.pdf': 84_000,
      'course.svg': 12_000,
      'photos/finish line.jpg': 2_400_000,
      'photos/podium.jpg': 3_100_000,
    });
    return regatta.path;
  },
  remove: () => regatta?.remove(),
};
const note = '# Regatta\n\nResults and the **best photos**.';

export async function collect(page: Page): Promise<void> {
  await drop(page, [photos.path]);
  await page.getByText('podium.jpg').waitFor();
}

async function writeNote(page: Page): Promise<void> {
  await collect(page);
  const field = page.locator('textarea').first();
  await field.fill(note);
  await field.blur();
}

/** Found by position, because its name depends on the language. */
const toLinkTab = (page: Page) => page.getByRole('tab').nth(1).click();

/** Found by the preview, in which nothing can be used. */
const waitForEditor = (page: Page) => page.locator('main [inert]').waitFor();

async function accountPage(as: StatePerson): Promise<string> {
  const { items } = await as.call(account.search, { query: { q: 'grace' } });
  return paths.account(items[0]?.id ?? '');
}

/** All screens by file name, for Ada or a signed-out visitor. */
export const screens: Record<string, Screen> = {
  login: { path: paths.login(), isSignedIn: false },
  register: { path: paths.register, isSignedIn: false },
  forgot: { path: paths.forgot, isSignedIn: false },
  info: { path: paths.info(0), isSignedIn: false },
  dead: { path: paths.open('nobody-made-this'), isSignedIn: false },
  locked: {
    path: paths.open('board-pack-link'),
    isSignedIn: false,
    act: (page) => page.locator('input[type=password]').waitFor(),
  },
  open: { path: `${paths.open('summer-photos-link')}?view=2`, isSignedIn: false },
  'open-list': { path: `${paths.open('summer-photos-link')}?view=0`, isSignedIn: false },
  inbox: { path: paths.inbox('applications'), isSignedIn: false },
  'inbox-files': { path: paths.inbox('applications'), isSignedIn: false, act: collect },
  home: { path: paths.home, isSignedIn: true },
  shares: { path: paths.shares, isSignedIn: true },
  'shares-none': { path: `${paths.shares}?q=nothing-is-called-so`, isSignedIn: true },
  create: { path: paths.newShare, isSignedIn: true, act: writeNote },
  share: { path: paths.share('board-pack'), isSignedIn: true },
  'share-link': { path: paths.share('board-pack'), isSignedIn: true, act: toLinkTab },
  'share-long': { path: paths.share('captains-badges'), isSignedIn: true },
  aliases: { path: paths.aliases, isSignedIn: true },
  alias: { path: paths.alias('applications'), isSignedIn: true, act: waitForEditor },
  'alias-new': { path: paths.newAlias, isSignedIn: true },
  accounts: { path: paths.accounts, isSignedIn: true },
  account: { path: accountPage, isSignedIn: true },
  'account-new': { path: paths.newAccount, isSignedIn: true },
  invites: { path: paths.newInvite, isSignedIn: true },
  audit: { path: paths.audit, isSignedIn: true },
  settings: { path: paths.settings, isSignedIn: true },
  security: { path: paths.security, isSignedIn: true },
  access: { path: paths.access, isSignedIn: true },
  notifications: { path: paths.notifications, isSignedIn: true },
  webhooks: { path: paths.webhooks, isSignedIn: true },
};
