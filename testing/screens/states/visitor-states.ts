import type { Page } from '@playwright/test';
import { paths, serverPaths } from '@/lib/paths';
import { collect, type Screen } from '@/testing/screens/screens';
import { fillLogin } from '../login-form';

const photos = paths.open('summer-photos-link');
const boardPack = paths.open('board-pack-link');

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const inViewer = (name: string, sign: string) => async (page: Page) => {
  await click(name)(page);
  await page.getByRole('dialog').locator(sign).first().waitFor();
};

async function unlock(page: Page, password = 'regatta'): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function showPdf(page: Page): Promise<void> {
  await unlock(page);
  await click('report.pdf')(page);
  await page.frameLocator('iframe').getByText('Launches: 2').waitFor({ state: 'attached' });
}

async function sendNote(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('Only a word.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'All files sent' }).waitFor();
}

const states: Record<string, Omit<Screen, 'isSignedIn'>> = {
  'login, refused': {
    path: paths.login(),
    act: async (page) => {
      await fillLogin(page, { login: 'ada', password: 'wrong' });
      await page.getByText('Login or password is wrong.').waitFor();
    },
  },
  'login, provider away': {
    path: serverPaths.externalLogin({ back: null, code: 'auth.providerAway', provider: 'work' }),
  },
  'register, wrong': {
    path: paths.register,
    act: async (page) => {
      await page.getByLabel('Login', { exact: true }).fill('no spaces');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Please correct this:').waitFor();
    },
  },
  'no page': { path: '/nowhere' },
  'locked, wrong password': {
    path: boardPack,
    act: async (page) => {
      await unlock(page, 'wrong');
      await page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  'locked, opened': {
    path: boardPack,
    act: async (page) => {
      await unlock(page);
      await page.getByRole('checkbox', { name: 'Select charts', exact: true }).check();
    },
  },
  'a note alone': { path: paths.open('wifi-note-link') },
  'details of a file': { path: photos, act: click('Details of Harbour at dawn.png') },
  'a picture': { path: photos, act: inViewer('Harbour at dawn.png', '[role=toolbar]') },
  'a text': { path: photos, act: inViewer('Lies mich zuerst.txt', 'pre') },
  'a sound': { path: photos, act: inViewer('Möwe.wav', 'audio') },
  'a PDF': { path: boardPack, act: showPdf },
  'inbox, too little': {
    path: paths.inbox('applications'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  'inbox, a file chosen': { path: paths.inbox('applications'), act: collect },
  'inbox, arrived': { path: paths.inbox('applications'), act: sendNote },
};

export const visitorStates: Record<string, Screen> = Object.fromEntries(
  Object.entries(states).map(([name, state]) => [name, { ...state, isSignedIn: false }]),
);
