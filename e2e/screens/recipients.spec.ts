import type { Browser } from '@playwright/test';
import { recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { raw } from '@/testing/network/raw';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { alive, openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const { txt } = samples;
const serial = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
const someone = (name: string) => `${name}-${serial()}@example.org`;

async function mailTo(address: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(address).length).toBe(count);
  return mailsTo(address).at(-1)?.email.text ?? '';
}

const linkIn = (text: string) => /\/app\/open\/\S+/.exec(text)?.[0] ?? '';
const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';

async function browserOf(browser: Browser, path: string) {
  const context = await browser.newContext({ baseURL: running().url });
  const page = await context.newPage();
  await openPage(page, path);
  return { page, close: () => context.close() };
}

test('a share goes to two people, and Activity names who opened it', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const [ada, bob] = [someone('ada'), someone('bob')];
  await openPage(page, paths.newShare);
  await page.getByRole('textbox', { name: 'Message' }).fill('# Autumn\n\nSee you on Monday!');
  await page.getByRole('radio', { name: 'E-mail' }).check();
  const to = page.getByRole('textbox', { name: 'To', exact: true });
  await expect(to).toBeFocused();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Add at least one e-mail address.')).toBeVisible();
  await to.fill(`Ada <${ada}>\n${bob}; nobody`);
  await to.blur();
  await expect(page.getByText('Not an e-mail address: nobody')).toBeVisible();
  await to.fill(`Ada <${ada}>\n${bob}`);
  await page.getByRole('button', { name: 'Send to 2 people' }).click();
  await expect(page.getByRole('heading', { name: 'Sent to 2 people' })).toBeVisible();
  const text = await mailTo(ada);
  expect(text).toContain('See you on Monday!');
  for (const link of [linkIn(text), linkIn(await mailTo(bob))]) {
    const visitor = await browserOf(browser, link);
    await expect(visitor.page.getByRole('heading', { name: 'Autumn' })).toBeVisible();
    await visitor.close();
  }
  const { items } = await as.call(share.search, { query: {} });
  await openPage(page, paths.share(items[0]?.id ?? ''));
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('tabpanel', { name: 'Activity' });
  await expect(
    activity.getByRole('listitem').filter({ hasText: 'Opened' }).filter({ hasText: ada }),
  ).toBeVisible();
  await expect(
    activity.getByRole('listitem').filter({ hasText: 'Opened' }).filter({ hasText: bob }),
  ).toBeVisible();
});

test('for these people only: a code from the mail opens the link, and the browser is remembered', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  const ada = someone('ada');
  await as.call(recipient.add, { params: { id: shareId }, body: { to: [ada], only: true } });
  const link = linkIn(await mailTo(ada));
  await openPage(page, paths.open(linkId));
  await expect(page.getByRole('heading', { name: 'For recipients only' })).toBeVisible();

  const visitor = await browserOf(browser, link);
  await visitor.page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(visitor.page.getByText('A code is on its way to a…@example.org')).toBeVisible();
  const field = visitor.page.getByRole('textbox', { name: 'Code' });
  // As a browser that keeps no cookies.
  const proving = '**/api/v2/open/share/*/proof';
  await visitor.page.route(proving, (route) =>
    route.fulfill({ json: { success: true, message: '', code: null } }),
  );
  await field.fill(codeIn(await mailTo(ada, 2)));
  await field.press('Enter');
  await expect(visitor.page.getByText('This browser keeps no cookies for this page.')).toBeVisible();
  await visitor.page.unroute(proving);
  await visitor.page.getByRole('button', { name: 'Send me a code' }).click();
  const code = codeIn(await mailTo(ada, 3));
  await field.fill(code === '000000' ? '000001' : '000000');
  await visitor.page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(visitor.page.getByText('This code is wrong.')).toBeVisible();
  await field.fill(`Code: ${code.slice(0, 3)}-\u200b${code.slice(3)}`);
  await visitor.page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(visitor.page.getByText(txt.name)).toBeVisible();
  const context = visitor.page.context();
  await context.clearCookies({ name: 'sharry-visit' });
  await reloadPage(visitor.page);
  await alive(visitor.page);
  await expect(visitor.page.getByText(txt.name)).toBeVisible();
  await visitor.close();

  const forwarded = await browserOf(browser, link);
  await expect(forwarded.page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
  await expect(forwarded.page.getByText(txt.name)).toBeHidden();
  await forwarded.close();
});

test('a withdrawn recipient gets no further file, even during the visit', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const { shareId } = await sharedFiles(as, [txt]);
  const [ada, nobody] = [someone('ada'), someone('nobody')];
  await openPage(page, paths.share(shareId));
  await page.getByRole('tab', { name: 'Link' }).click();
  const people = page.getByRole('region', { name: 'Recipients' });
  await people.getByRole('button', { name: 'Send by e-mail' }).click();
  await people.getByRole('textbox', { name: 'Recipients' }).fill(`${ada}, ${nobody}`);
  await people.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(people.getByText('2 recipients added.')).toBeVisible();
  const link = linkIn(await mailTo(ada));
  const visitor = await browserOf(browser, link);
  await expect(visitor.page.getByText(txt.name)).toBeVisible();
  await reloadPage(page);
  await page.getByRole('tab', { name: 'Link' }).click();
  await expect(people.getByText('Not delivered: 5')).toBeVisible();
  await people.getByRole('button', { name: `Withdraw link of ${ada}` }).click();
  await expect(
    people.getByRole('listitem').filter({ hasText: ada }).getByText('Link withdrawn'),
  ).toBeVisible();
  const { files } = await as.call(share.get, { params: { id: shareId } });
  const id = link.split('/').at(-1);
  const cookie = (await visitor.page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const taken = await raw('GET', `/api/v2/open/share/${id}/file/${files[0]?.id}`, { headers: { cookie } });
  expect(taken.status).toBe(404);
  await reloadPage(visitor.page);
  await expect(visitor.page.getByText('This link doesn’t work')).toBeVisible();
  await visitor.close();
});
