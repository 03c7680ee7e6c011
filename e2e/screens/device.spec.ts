import { device } from '@/lib/contract/device';
import { token } from '@/lib/contract/session';
import type { Api } from '@/testing/people/account';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { expect, test } from '../fixtures';

const ask = (as: Api) =>
  as.call(device.ask, { body: { name: 'slipway on desk', scopes: ['upload', 'read', 'admin'] } });

test('a program gets in by its code, and the person sees what asks', async ({ page, account, as }) => {
  const { userCode, deviceCode, verificationUriComplete } = await ask(as);
  await openPage(page, verificationUriComplete);
  await fillLogin(page, account);
  await expect(page.getByRole('heading', { name: 'Connect “slipway on desk”?' })).toBeVisible();
  await expect(page.getByText(userCode)).toBeVisible();
  await expect(page.getByText('127.0.0.1')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^(Upload|Read|Administer):/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('status').filter({ hasText: '“slipway on desk” is connected.' })).toBeVisible();
  expect((await as.call(device.fetch, { body: { deviceCode } })).token).toMatch(/^slw_/);
  expect((await as.call(token.list, {})).items).toMatchObject([{ name: 'slipway on desk' }]);
});

test('settings make files for programs, each with its own token that is asked about first', async ({
  signedIn: page,
  as,
}) => {
  await openPage(page, '/app/settings/access');
  const tools = page.getByRole('region', { name: 'Connect an app' });
  const made = async () => (await as.call(token.list, {})).items;
  await tools.getByRole('button', { name: 'GitHub Action' }).click();
  await expect(tools.getByLabel('Name')).toHaveValue('GitHub Action');
  await tools.getByRole('button', { name: 'Cancel' }).click();
  await tools.getByRole('button', { name: 'ShareX' }).click();
  await expect(tools.getByLabel('Name')).toHaveValue('ShareX');
  await expect(tools.getByLabel('Valid until')).toHaveValue(/^20/);
  await expect(tools.getByRole('checkbox')).toHaveCount(0);
  expect(await made()).toEqual([]);

  const download = page.waitForEvent('download');
  await tools.getByLabel('Name').fill('ShareX at work');
  await tools.getByRole('button', { name: 'Download Slipway.sxcu' }).click();
  expect((await download).suggestedFilename()).toBe('Slipway.sxcu');
  await expect(tools.getByText('Open the file with ShareX.')).toBeVisible();
  await tools.getByRole('button', { name: 'iPhone and iPad' }).click();
  await tools.getByRole('button', { name: 'Create' }).click();
  await expect(tools.getByText(/^Bearer slw_/)).toBeVisible();
  expect((await made()).map(({ name, scopes }) => [name, scopes])).toEqual([
    ['iPhone and iPad', ['upload']],
    ['ShareX at work', ['upload']],
  ]);
});
