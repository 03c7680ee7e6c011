import { round } from '@/lib/contract/alias/round';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import type { Api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';
import { received } from '../sender';

// Opened files come out of the service worker.
test.use({ isAlone: true, serviceWorkers: 'allow' });

/** Asks Ada for a payslip. */
async function linkForAda(as: Api, aliasId: string, { address = 'ada@example.org', proof = false } = {}) {
  const params = { id: aliasId };
  const given = { name: 'Papers', due: '2999-12-31', slots: [{ name: 'Payslip' }], proof };
  const { id } = await as.call(round.create, { params, body: given });
  await as.call(round.addPeople, { params, body: { round: id, people: [{ name: 'Ada', address }] } });
  const { items } = await as.call(round.board, { params, query: { round: id } });
  const { link } = await as.call(round.link, { params, body: { request: items[0]?.id ?? '' } });
  return new URL(link);
}

const passphrase = 'seven grey herons wade';

test('a file for an encrypted inbox’s request is encrypted on a phone and opens with the passphrase', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: running().url });
  const visitor = await context.newPage();
  const aliasId = await newAlias(as, { name: 'Tax office' });
  await openPage(page, paths.alias(aliasId));
  const part = page.getByRole('region', { name: 'End-to-end encryption' });
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await part.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await part.getByLabel('Passphrase again', { exact: true }).fill(passphrase);
  await part.getByRole('button', { name: 'Encrypt this inbox' }).click();
  await expect(part.getByRole('button', { name: 'Stop encrypting' })).toBeVisible();

  const { pathname, hash } = await linkForAda(as, aliasId);
  expect(hash).toMatch(/^#[0-9a-f]{40}&pk=[0-9a-f]{32}$/);

  const other = hash.replace(/pk=.*/, `PK=${'A'.repeat(32)}`);
  await openPage(visitor, pathname + encodeURIComponent(encodeURIComponent(other))); // as mail gateways do
  await expect(visitor.getByText(/key of this inbox isn’t the one in your link/)).toBeVisible();
  await expect(visitor.getByRole('button', { name: /Choose files/ })).toHaveCount(0);

  const person = await context.newPage();
  await openPage(person, pathname + hash);
  await expect(person.getByText(/Files are end-to-end encrypted/)).toBeVisible();
  const item = person.getByRole('listitem').filter({ has: person.getByRole('heading', { name: 'Payslip' }) });
  const file = { name: 'june.txt', mimeType: 'text/plain', buffer: Buffer.from('June: 4,000') };
  await item.locator('input[type=file]:not([capture])').setInputFiles(file);
  await expect(person.getByText('Thank you, Ada. Everything is here.')).toBeVisible();

  await context.close();
  const [delivery = ''] = await received(as);
  expect(await as.call(share.get, { params: { id: delivery } })).toMatchObject({ e2ee: 'v1' });
  await openPage(page, paths.share(delivery));
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('june.txt')).toBeVisible();
});

test('a link alone shows who asks; a code that was mailed opens the request, also after a reload', async ({
  as,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: running().url });
  const visitor = await context.newPage();
  const aliasId = await newAlias(as, { name: 'Tax office' });
  const address = `ada-${aliasId}@example.org`.toLowerCase();
  const { pathname, hash } = await linkForAda(as, aliasId, { address, proof: true });
  await openPage(visitor, pathname + hash);
  await expect(visitor.getByText(/asks for files$/)).toBeVisible();
  await expect(visitor.getByText('Payslip')).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Send me a code' }).click();
  await expect(visitor.getByText(/on its way to a…@example.org/)).toBeVisible();
  await visitor.getByRole('textbox', { name: 'Code' }).fill('12');
  await visitor.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(visitor.getByText('A code has six digits.')).toBeVisible();
  const code = () => mailsTo(address).flatMap(({ email }) => /^\d{6}$/m.exec(email.text ?? '') ?? []);
  await expect.poll(code).toHaveLength(1);
  await visitor.getByRole('textbox', { name: 'Code' }).fill(code().join());
  await visitor.getByRole('button', { name: 'Open', exact: true }).click();
  const item = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: 'Payslip' }) });
  await expect(item).toBeVisible();
  await reloadPage(visitor);
  const file = { name: 'june.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await item.locator('input[type=file]:not([capture])').setInputFiles(file);
  await expect(visitor.getByText('Thank you, Ada. Everything is here.')).toBeVisible();
  await context.close();
});
