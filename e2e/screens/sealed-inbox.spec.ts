import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { alias } from '@/lib/contract/alias/alias';
import { inboxSeal } from '@/lib/contract/share/sealed';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage } from '@/testing/screens/alive';
import { LocalFolder } from '@/testing/screens/local-folder';
import { expect, test } from '../fixtures';
import { arrived, openAndDrop, received, send } from '../sender';

// Opened files come out of the service worker.
test.use({ isAlone: true, serviceWorkers: 'allow' });

const passphrase = 'seven grey herons wade';

async function sealInbox(page: Page, aliasId: string, text = passphrase) {
  await openPage(page, paths.alias(aliasId));
  const part = page.getByRole('region', { name: 'End-to-end encryption' });
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await part.getByLabel('Passphrase', { exact: true }).fill(text);
  await part.getByLabel('Passphrase again', { exact: true }).fill(text);
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  return part;
}

test('an inbox is sealed with a passphrase, and only that opens what a sender has brought', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as);
  const part = await sealInbox(page, aliasId, 'too short');
  await expect(part.getByText('Use at least 12 characters.')).toBeVisible();
  await part.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await expect(part.getByText('The two passphrases differ.')).toBeVisible();
  await part.getByLabel('Passphrase again', { exact: true }).fill(passphrase);
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await expect(part.getByText(/^New files open only/)).toBeVisible();

  const sender = await browser.newPage({ locale: 'en-GB' });
  const sent: string[] = [];
  sender.on('request', (request) => {
    sent.push(
      request.url(),
      JSON.stringify(request.headers()),
      request.postDataBuffer()?.toString('latin1') ?? '',
    );
  });
  const folder = new LocalFolder('merger', { 'film.bin': 2_000_000 });
  folder.add('plan.txt', Buffer.from('Buy it, all of it.'));
  await openAndDrop(sender, aliasId, folder);
  await expect(sender.getByText('Files and message are encrypted in your browser.')).toBeVisible();
  await expect(sender.getByText('End-to-end encrypted', { exact: true })).toBeVisible();
  await sender.getByRole('textbox', { name: 'Message' }).fill('Nobody else may read this.');
  await send(sender).click();
  await expect(arrived(sender)).toBeFocused();
  for (const secret of ['plan.txt', 'film.bin', 'merger', 'Nobody else', 'Buy it']) {
    expect(
      sent.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  }
  await sender.close();

  const [id = ''] = await received(as);
  const detail = await as.call(share.get, { params: { id } });
  expect(detail).toMatchObject({ e2ee: 'v1', descriptionRaw: null });
  await openPage(page, paths.share(id));
  const field = page.getByLabel('Passphrase', { exact: true });
  await expect(field).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(0);
  await field.fill('another passphrase');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('This passphrase doesn’t open the inbox.')).toBeVisible();
  await expect(page.getByText('film.bin')).toHaveCount(0);
  await field.fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Nobody else may read this.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download all/ })).toHaveAttribute('href', /sealed/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download film.bin' }).click(),
  ]);
  const sum = createHash('sha256')
    .update(fs.readFileSync(await download.path()))
    .digest('hex');
  expect(sum).toBe(folder.sums.get('merger/film.bin'));
  folder.remove();
});

test('a sender whose link names the key sends for that key alone, and is told why nothing else is sent', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const aliasId = await newAlias(as);
  const part = await sealInbox(page, aliasId);
  await expect(part.getByText(/^New files open only/)).toBeVisible();
  const { keyFingerprint } = await as.call(alias.get, { params: { id: aliasId } });
  await expect(page.getByText(`#pk=${keyFingerprint}`)).toBeVisible();

  const sender = await browser.newPage({ locale: 'en-GB' });
  const field = sender.getByRole('textbox', { name: 'Message' });
  await openPage(sender, `${paths.inbox(aliasId)}#pk=${'0'.repeat(32)}`);
  await expect(sender.getByText(/isn’t the one in your link, so nothing is sent/)).toBeVisible();
  await expect(field).toHaveCount(0);
  await openPage(sender, `${paths.inbox(aliasId)}?again#pk=12`);
  await expect(sender.getByText('This link is incomplete.')).toBeVisible();
  await openPage(sender, `${paths.inbox(aliasId)}?unknown`);
  await expect(sender.getByText('This link can’t confirm the recipient’s key.')).toBeVisible();
  await expect(field).toBeVisible();

  await as.call(inboxSeal.clear, { params: { id: aliasId } });
  await openPage(sender, `${paths.inbox(aliasId)}?plain#pk=${keyFingerprint}`);
  await expect(sender.getByText(/this inbox doesn’t encrypt any more/)).toBeVisible();
  await expect(field).toHaveCount(0);
  const { seal } = await as.call(inboxSeal.get, { params: { id: aliasId } });
  if (seal) await as.call(inboxSeal.set, { params: { id: aliasId }, body: seal });

  await openPage(sender, `${paths.inbox(aliasId)}%2523PK%253D${keyFingerprint?.toUpperCase()}`);
  await expect(sender.getByText('Only the recipient can open them.')).toBeVisible();
  await field.fill('For you alone.');
  await send(sender).click();
  await expect(arrived(sender)).toBeFocused();
  // Where this browser knows the key, a link without it is enough to notice another one.
  await sender.evaluate((name) => localStorage.setItem(name, '1'.repeat(32)), `slipway-inbox-key:${aliasId}`);
  await openPage(sender, `${paths.inbox(aliasId)}?later`);
  await expect(sender.getByText(/isn’t the one in your link, so nothing is sent/)).toBeVisible();
  await sender.close();

  await page.evaluate((name) => localStorage.setItem(name, '1'.repeat(32)), `slipway-inbox-key:${aliasId}`);
  await openPage(page, paths.alias(aliasId));
  await expect(page.getByText(/The server names another key/)).toBeVisible();
});

/** Seals a new inbox, and sends a file there. */
async function sendSealed(as: Api, page: Page, browser: Browser) {
  const aliasId = await newAlias(as);
  const part = await sealInbox(page, aliasId);
  await expect(part.getByText(/^New files open only/)).toBeVisible();
  const sender = await browser.newPage({ locale: 'en-GB' });
  const folder = new LocalFolder('trip', { 'a.bin': 1000 });
  await openAndDrop(sender, aliasId, folder);
  await send(sender).click();
  await expect(arrived(sender)).toBeFocused();
  return { aliasId, part, sender, folder };
}

test('another passphrase opens what came before, and an inbox that takes plain files again stays openable', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { aliasId, part, sender, folder } = await sendSealed(as, page, browser);
  await sender.close();

  const { seal: before } = await as.call(inboxSeal.get, { params: { id: aliasId } });
  const next = 'eight white egrets stand';
  await part.getByRole('button', { name: 'Change the passphrase' }).click();
  await part.getByLabel('Current passphrase', { exact: true }).fill('not the present one');
  await part.getByLabel('New passphrase', { exact: true }).fill(next);
  await part.getByLabel('Passphrase again', { exact: true }).fill(next);
  await part.getByRole('button', { name: 'Change the passphrase' }).click();
  await expect(part.getByText('This passphrase doesn’t open the inbox.')).toBeVisible();
  await part.getByLabel('Current passphrase', { exact: true }).fill(passphrase);
  await part.getByRole('button', { name: 'Change the passphrase' }).click();
  await expect(part.getByRole('button', { name: 'Stop encrypting' })).toBeVisible();
  const { seal: after } = await as.call(inboxSeal.get, { params: { id: aliasId } });
  expect(after?.publicKey).toBe(before?.publicKey);
  expect(after?.wrappedKey).not.toBe(before?.wrappedKey);
  await part.getByRole('button', { name: 'Stop encrypting' }).click();
  await expect(part.getByText(/^Not encrypted now\./)).toBeVisible();

  const [id = ''] = await received(as);
  await openPage(page, paths.share(id));
  await page.getByLabel('Passphrase', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Download a.bin' })).toBeVisible();
  folder.remove();
});

test('sealing an inbox again leaves the passphrase that another browser has given it', async ({
  signedIn: page,
  as,
}) => {
  const aliasId = await newAlias(as);
  const part = await sealInbox(page, aliasId);
  await part.getByRole('button', { name: 'Stop encrypting' }).click();
  await expect(part.getByText(/^Not encrypted now\./)).toBeVisible();
  const params = { id: aliasId };
  const { seal } = await as.call(inboxSeal.get, { params });
  if (!seal) throw new Error('The inbox has a key.');
  const other = { ...seal, salt: Buffer.alloc(16, 1).toString('base64') };
  await as.call(inboxSeal.set, { params, body: other });
  await as.call(inboxSeal.clear, { params });
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await expect(part.getByText(/^New files open only/)).toBeVisible();
  expect((await as.call(inboxSeal.get, { params })).seal).toEqual(other);
});

const asOldBrowser = `
  const make = SubtleCrypto.prototype.generateKey;
  SubtleCrypto.prototype.generateKey = function (kind, ...rest) {
    return kind.name === 'X25519' ? Promise.reject(new Error('not supported')) : make.call(this, kind, ...rest);
  };`;

test('a browser too old for an inbox’s keys says so to who seals it, sends there or opens what came', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { aliasId, part, sender, folder } = await sendSealed(as, page, browser);

  for (const one of [page, sender]) await one.addInitScript(asOldBrowser);
  await openPage(sender, paths.inbox(aliasId));
  await expect(sender.getByText(/^This browser can’t encrypt files/)).toBeVisible();
  await openPage(page, paths.alias(aliasId));
  await expect(part.getByText(/too old for encrypted inboxes/)).toBeVisible();
  await expect(part.getByRole('button', { name: 'Change the passphrase' })).toBeDisabled();
  const [id = ''] = await received(as);
  await openPage(page, paths.share(id));
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/too old for encrypted inboxes/)).toBeVisible();
  await sender.close();
  folder.remove();
});
