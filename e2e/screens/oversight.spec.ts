import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { api, newAccount } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

test('an admin looks up a pasted link and takes it down; visitors find nothing', async ({
  browser,
  as,
  account,
  t,
}) => {
  const { linkId } = await sharedFiles(as, [samples.txt], { name: 'Plans' });
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
});
