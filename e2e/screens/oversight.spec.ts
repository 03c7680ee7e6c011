import type { Browser, Page } from '@playwright/test';
import { account } from '@/lib/contract/account/account';
import { round } from '@/lib/contract/alias/round';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { MailSink } from '@/testing/network/mail-sink';
import { api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { admin, TestServer } from '@/testing/server/test-server';
import { expect, test } from '../fixtures';

let sink: MailSink;
let server: TestServer;

test.beforeAll(async () => {
  sink = await MailSink.open();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'Slipway <slipway@example.org>' };
  server = await TestServer.make({ env: { ...mail, ABUSE_MAIL: 'abuse@example.org' } });
  await server.start();
});
test.afterAll(() => Promise.all([server.remove(), sink.close()]));

async function pageOf(browser: Browser, token = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  if (token) await context.addCookies([{ name: cookieNames.auth, value: token, url: server.url }]);
  return context.newPage();
}

const mailed = (address: string) =>
  expect.poll(
    () =>
      sink
        .for(address)
        .map(({ email }) => email.text)
        .join(),
    { timeout: 15_000 },
  );

test('a visitor reports a link; an admin takes it down, the owner reads why, and it is allowed again', async ({
  browser,
  t,
}) => {
  const boss = await api(admin, server.url);
  const ada = { login: 'ada', password: 'correct horse battery' };
  const email = 'ada@example.org';
  await boss.call(account.create, { body: { ...ada, email, state: 'Active', admin: false } });
  const owner = await api(ada, server.url);
  const body = { name: 'Plans', description: 'Read me', validity: 3_600_000, maxViews: 100 };
  const { id } = await owner.call(share.create, { body });
  const { id: linkId } = await owner.call(share.publish, { params: { id } });

  const visitor = await pageOf(browser);
  await openPage(visitor, paths.open(linkId));
  await visitor.getByRole('button', { name: t('report.button') }).click();
  const report = visitor.getByRole('alertdialog');
  await report.getByLabel(t('report.reason')).selectOption({ label: t('report.reasons.illegal') });
  await report.getByLabel(t('report.details')).fill('<b>Stolen</b>');
  await report.getByLabel(t('report.address')).fill('eve at example');
  await report.getByRole('button', { name: t('report.send') }).click();
  await expect(report.getByText(t('report.addressWrong'))).toBeVisible();
  await report.getByLabel(t('report.address')).fill('eve@example.org');
  await report.getByRole('button', { name: t('report.send') }).click();
  await expect(visitor.getByText(t('says.open.reported'))).toBeVisible();
  await mailed('abuse@example.org').toContain('<b>Stolen</b>');

  const office = await pageOf(browser, boss.token);
  await openPage(office, paths.accounts);
  await office.getByRole('button', { name: /^Account of/ }).click();
  await office.getByRole('menuitem', { name: t('nav.reports', { count: 1 }) }).click();
  await expect(office.getByText('<b>Stolen</b>')).toBeVisible();

  await openPage(office, paths.accounts);
  await office.getByLabel(t('account.list.search')).fill(`${server.url}${paths.open(linkId)}`);
  await office.getByRole('link', { name: t('oversight.linkHint') }).click();
  const row = office.getByRole('row').filter({ hasText: 'Plans' });
  await expect(row).toContainText('ada');
  await expect(office.getByRole('button', { name: t('oversight.takeDown.button') })).toHaveCount(0);
  await row.getByRole('link', { name: 'Plans' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible();
  await expect(office.getByText('Read me')).toHaveCount(0);
  await office.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  const dialog = office.getByRole('alertdialog');
  await dialog.getByLabel(t('oversight.takeDown.reason')).fill('Not yours');
  await dialog.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  await expect(office.getByRole('alert').filter({ hasText: 'Not yours' })).toBeVisible();

  await openPage(visitor, paths.open(linkId));
  await expect(visitor.getByRole('heading', { name: t('open.ended.gone.title') })).toBeVisible();
  const home = await pageOf(browser, owner.token);
  await openPage(home, paths.share(id));
  await expect(home.getByRole('alert').filter({ hasText: 'Not yours' })).toBeVisible();
  await expect(home.getByRole('button', { name: t('share.detail.delete.share') })).toBeVisible();
  await expect(home.getByRole('tab')).toHaveCount(0);
  await mailed(email).toContain('Not yours');

  await office
    .getByRole('navigation', { name: t('admin.label') })
    .getByRole('link', { name: t('oversight.kinds.reports') })
    .click();
  await expect(office.getByText(t('oversight.none'))).toBeVisible();
  await openPage(office, `${paths.overseenShares}?state=blocked`);
  await row.getByRole('link', { name: 'Plans' }).click();
  await office.getByRole('button', { name: t('oversight.allow.button') }).click();
  await dialog.getByRole('button', { name: t('oversight.allow.button') }).click();
  await expect(office.getByRole('button', { name: t('oversight.takeDown.button') })).toBeVisible();
  await openPage(visitor, paths.open(linkId));
  await expect(visitor.getByText('Read me')).toBeVisible();
});

test('a person who is asked for papers reports it; an admin takes the inbox down, and the link is over', async ({
  browser,
  t,
}) => {
  const boss = await api(admin, server.url);
  const bea = { login: 'bea', password: 'correct horse battery' };
  await boss.call(account.create, { body: { ...bea, email: null, state: 'Active', admin: false } });
  const owner = await api(bea, server.url);
  const params = { id: await newAlias(owner, { name: 'Tax office' }) };
  const body = { name: 'Papers for 2999', due: '2999-12-31', slots: [{ name: 'PIN of your bank card' }] };
  const { id } = await owner.call(round.create, { params, body });
  const people = [{ name: 'Ada Lovelace', address: 'lovelace@example.org' }];
  await owner.call(round.addPeople, { params, body: { round: id, people } });
  const { items } = await owner.call(round.board, { params, query: { round: id } });
  const { link } = await owner.call(round.link, { params, body: { request: items[0]?.id ?? '' } });
  const { pathname, hash } = new URL(link);

  const person = await pageOf(browser);
  await person.setViewportSize({ width: 390, height: 844 });
  await openPage(person, pathname + hash);
  await person.getByRole('button', { name: t('report.button') }).click();
  const report = person.getByRole('alertdialog');
  await report.getByLabel(t('report.reason')).selectOption({ label: t('report.reasons.personal') });
  await report.getByLabel(t('report.details')).fill('Nobody needs my PIN.');
  await report.getByRole('button', { name: t('report.send') }).click();
  await expect(person.getByText(t('says.open.reported'))).toBeVisible();
  await mailed('abuse@example.org').toContain('Nobody needs my PIN.');

  const office = await pageOf(browser, boss.token);
  await openPage(office, paths.reports);
  const reported = office.getByRole('listitem').filter({ hasText: 'Tax office' });
  await expect(reported).toContainText(t('oversight.reportedPage', { page: 'Papers for 2999' }));
  await expect(reported).toContainText('Nobody needs my PIN.');
  await expect(reported).not.toContainText('Lovelace');
  await reported.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  const dialog = office.getByRole('alertdialog');
  await dialog.getByLabel(t('oversight.takeDown.reason')).fill('Phishing');
  await dialog.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  await expect(office.getByText(t('oversight.none'))).toBeVisible();

  await reloadPage(person);
  await expect(person.getByRole('heading', { name: t('asked.over.title') })).toBeVisible();
  await expect(person.getByRole('button', { name: t('report.button') })).toHaveCount(0);
});
