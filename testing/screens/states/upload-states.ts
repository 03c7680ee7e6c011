import type { Page } from '@playwright/test';
import { paths } from '@/lib/paths';
import { collect, type Screen } from '@/testing/screens/screens';
import { reloadPage } from '../alive';

const uploads = /\/files\/tus/;
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function hold(page: Page): Promise<void> {
  await page.route(uploads, () => undefined);
  await collect(page);
  await click(page, 'Get link');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
}

async function fail(page: Page): Promise<void> {
  await page.route(uploads, (route) => route.fulfill({ status: 400, body: 'no' }));
  await collect(page);
  await click(page, 'Get link');
  await page.getByRole('button', { name: 'Try all again' }).waitFor();
}

async function loseNetwork(page: Page): Promise<void> {
  await page.route(uploads, (route) => route.abort());
  await collect(page);
  await click(page, 'Get link');
  await page.getByText('No connection. Resumes automatically.').waitFor();
}

async function interrupt(page: Page): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept());
  await hold(page);
  await reloadPage(page);
  await page.getByRole('button', { name: 'Discard' }).waitFor();
}

async function finish(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('A note alone is a share, too.');
  await click(page, 'Get link');
  await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
}

async function writeBoth(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('# Regatta\n\nResults and the **best photos**.');
  await page.getByRole('radio', { name: 'Both' }).click();
  await page.getByRole('heading', { name: 'Regatta' }).waitFor();
}

const acts: Record<string, (page: Page) => Promise<void>> = {
  'nothing to share': async (page) => {
    await click(page, 'Get link');
    await page.getByText('Either some files or a description').waitFor();
  },
  'empty password': async (page) => {
    await page.getByRole('textbox', { name: 'Message' }).fill('For one pair of eyes.');
    await click(page, 'No password');
    await click(page, 'Get link');
    await page.getByText('Type a password').waitFor();
  },
  'note in both views': writeBoth,
  running: hold,
  paused: async (page) => {
    await hold(page);
    await click(page, 'Pause');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
  },
  failed: fail,
  reconnecting: loseNetwork,
  interrupted: interrupt,
  discarding: async (page) => {
    await interrupt(page);
    await click(page, 'Discard');
    await page.getByRole('alertdialog').waitFor();
  },
  'link ready': finish,
};

export const uploadStates: Record<string, Screen> = Object.fromEntries(
  Object.entries(acts).map(([name, act]) => [
    `upload, ${name}`,
    { path: paths.newShare, isSignedIn: true, act },
  ]),
);
