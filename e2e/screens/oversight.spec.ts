import { cookieNames } from '@/lib/contract/http/names';
import { settings } from '@/lib/contract/settings';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { api, newAccount } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('an admin looks up a pasted link and takes it down; visitors find nothing, the owner reads why, until it is allowed', async ({
  browser,
  page,
  as,
  account,
  t,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt], { name: 'Plans' });
  const email = `${account.login}@example.org`;
  await as.call(settings.setEmail, { body: { email } });
  const visitor = await (await browser.newContext()).newPage();
  const visit = () => visitor.goto(paths.open(linkId));
  const { token } = await api(await newAccount({ admin: true }));
  const admin = await browser.newContext({ baseURL: running().url });
  await admin.addCookies([{ name: cookieNames.auth, value: token, url: running().url }]);
  const office = await admin.newPage();

  await openPage(office, paths.accounts);
  await office.getByLabel(t('account.list.search')).fill(`${running().url}${paths.open(linkId)}`);
  await office.getByRole('link', { name: t('oversight.linkHint') }).click();
  const row = office.getByRole('row').filter({ hasText: 'Plans' });
  await expect(row).toContainText(account.login);
  await row.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  const dialog = office.getByRole('alertdialog');
  await dialog.getByLabel(t('oversight.takeDown.reason')).fill('Malware');
  await dialog.getByRole('button', { name: t('oversight.takeDown.button') }).click();
  await expect(row).toContainText('Malware');

  await visit();
  await expect(visitor.getByRole('heading', { name: t('open.ended.gone.title') })).toBeVisible();
  await openPage(page, paths.share(shareId));
  await expect(page.getByRole('alert')).toContainText('Malware');
  await expect(page.getByRole('button', { name: t('share.detail.delete.share') })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect
    .poll(() =>
      mailsTo(email)
        .map((mail) => mail.email.text)
        .join(),
    )
    .toContain('Malware');

  await row.getByRole('button', { name: t('oversight.allow.button') }).click();
  await dialog.getByRole('button', { name: t('oversight.allow.button') }).click();
  await expect(row).not.toContainText('Malware');
  await visit();
  await expect(visitor.getByText(samples.txt.name)).toBeVisible();
});
