import { expect, test } from '@playwright/test';
import { paths } from '@/lib/paths';
import { type ReceivedEvent, receiveWebhooks, signatureOf } from '@/testing/network/webhook-receiver';
import { openPage } from '@/testing/screens/alive';
import { fillLogin } from '@/testing/screens/login-form';
import { admin, TestServer } from '@/testing/server/test-server';

let server: TestServer;
test.use({ locale: 'en-GB' });
test.beforeAll(async () => {
  server = await (await TestServer.make({ env: { WEBHOOK_HOSTS: '127.0.0.0/8' } })).start();
});
test.afterAll(() => server.remove());

test('a webhook is made, tried, sent again, given a new secret and deleted on its page', async ({ page }) => {
  let status = 200;
  const hook = await receiveWebhooks(() => status);
  await openPage(page, `${server.url}${paths.login(paths.webhooks)}`);
  await fillLogin(page, admin);
  const main = page.getByRole('main');
  await expect(main.getByText('You have no webhooks.')).toBeVisible();
  await main.getByRole('button', { name: 'New webhook' }).click();
  await main.getByLabel('Address').fill('files.example.org');
  await main.getByRole('button', { name: 'Create' }).click();
  await expect(main.getByText(/begins with http/)).toBeVisible();
  await expect(main.getByText('Please choose at least one.')).toBeVisible();
  await main.getByLabel('Address').fill(hook.url);
  await main.getByLabel('Current password').fill(admin.password);
  await main.getByRole('checkbox', { name: 'A share is published' }).check();
  await main.getByRole('button', { name: 'Create' }).click();
  const secret = (await main.getByText(/^whsec_/).textContent()) ?? '';
  await main.getByRole('button', { name: 'Done' }).click();
  await expect(main.getByText(secret)).toBeHidden();

  const row = main.getByRole('group', { name: hook.url });
  const attempts = row.getByRole('list', { name: 'Attempts' });
  await row.getByRole('button', { name: 'Attempts' }).click();
  await row.getByRole('button', { name: 'Send test' }).click();
  await expect(attempts).toContainText('Answer 200');
  expect(hook.received[0]?.headers['webhook-signature']).toBe(
    signatureOf(hook.received[0] as ReceivedEvent, secret),
  );

  status = 500;
  await row.getByRole('button', { name: 'Send test' }).click();
  await expect(attempts.getByRole('listitem')).toHaveCount(2);
  await expect(attempts.getByRole('listitem').first()).toContainText('Answer 500');
  await expect(row.getByText(/^Failing since/)).toHaveCount(0); // only real events count
  status = 200;
  await attempts.getByRole('listitem').first().getByRole('button', { name: 'Send again' }).click();
  await expect(attempts.getByRole('listitem').first()).toContainText('Answer 200');
  expect(hook.received.at(-1)?.headers['webhook-id']).toBe(hook.received[1]?.headers['webhook-id']);

  await row.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
  await expect(main.getByText(/^whsec_/)).not.toHaveText(secret);
  await row.getByRole('button', { name: 'Turn off' }).click();
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(main.getByText('You have no webhooks.')).toBeVisible();
  hook.close();
});
