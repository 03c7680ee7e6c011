import { alias } from '@/lib/contract/alias/alias';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { mailsTo } from '@/testing/network/caught-mail';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const { txt } = samples;

test('a link is mailed with the words that are ready, to people who see only themselves', async ({
  signedIn: page,
  as,
  account,
}) => {
  const email = `${account.login}@example.org`;
  await as.call(settings.setEmail, { body: { email } });
  const { shareId, linkId } = await sharedFiles(as, [txt], { password: 'regatta' });
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Recipients' }).click();

  const form = page.getByRole('form', { name: 'E-mail with the link' });
  const receivers = form.getByRole('textbox', { name: 'Recipients' });
  await expect(receivers).toBeFocused();
  const to = ['anna', 'ben'].map((name) => `${name}.${account.login}@example.com`);
  await receivers.fill(`"Anna, of the crew" <${to[0]}>;\n${to[1]}\n`);
  await form.getByRole('checkbox', { name: 'One link for all' }).check();
  await expect(form.getByRole('textbox', { name: 'Subject' })).toHaveValue(
    `${account.login} has shared files with you`,
  );
  const body = form.getByRole('textbox', { name: 'Message' });
  await expect(body).toHaveValue(new RegExp(`/app/open/${linkId}\n[\\s\\S]*protected by a password`));
  await body.fill(`${await body.inputValue()}\nSee you on Monday!`);

  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Sent to 2 people.')).toBeVisible();
  for (const address of to) {
    const [mail] = mailsTo(address);
    expect(mail?.to).toEqual([address]);
    expect(mail?.email).toMatchObject({ replyTo: [{ address: email }] });
    expect(mail?.email.text).toContain(`/app/open/${linkId}`);
    expect(mail?.email.text).toContain('See you on Monday!');
  }

  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Send by e-mail' })).toBeFocused();
});

test('after a new link the mail carries the new one', async ({ signedIn: page, as }) => {
  const { shareId, linkId } = await sharedFiles(as, [txt]);
  await openPage(page, paths.share(shareId));
  await page.getByRole('button', { name: 'Recipients' }).click();
  await page.getByRole('checkbox', { name: 'One link for all' }).check();
  const body = page.getByRole('textbox', { name: 'Message' });
  await expect(body).toHaveValue(new RegExp(linkId));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New link' }).click();
  await expect(page.getByRole('region', { name: 'Public link' }).getByText(linkId)).toBeHidden();
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  await page.getByRole('checkbox', { name: 'One link for all' }).check();
  const { publishInfo } = await as.call(share.get, { params: { id: shareId } });
  await expect(body).toHaveValue(new RegExp(publishInfo?.id ?? 'none'));
});

test('an owner without an address reads at home and on the alias page that deliveries can’t be mailed', async ({
  signedIn: page,
  as,
}) => {
  const missing = page.getByText('your account has no e-mail address');
  await openPage(page, paths.home);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(missing).toHaveCount(0); // nothing can come yet
  const body = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  const { id } = await as.call(alias.create, { body });
  for (const path of [paths.home, paths.alias(id)]) {
    await openPage(page, path);
    await expect(missing).toBeVisible();
  }
  await page.getByRole('link', { name: 'Set your e-mail address' }).click();
  // The inbox's own form has a label with these words, and stays until the settings are there.
  await page.getByRole('textbox', { name: 'E-mail address', exact: true }).fill('ada@example.org');
  await page.getByRole('button', { name: 'Save e-mail' }).click();
  await expect(page.getByText('E-mail address saved.')).toBeVisible();
  for (const path of [paths.home, paths.alias(id)]) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(missing).toHaveCount(0);
  }
});
