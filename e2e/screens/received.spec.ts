import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { type Api, api, holder, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { upload } from '@/testing/people/upload';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { running } from '@/testing/server/running';
import { expect, test } from '../fixtures';

const note = '# Three pictures\n\nFrom the harbour.';

async function deliver(aliasId: string, as: Api, description: string | null = note): Promise<string> {
  const { id } = await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1, description } });
  for (const name of ['one.txt', 'two.txt']) {
    await upload(as, id, { name, type: 'text/plain', content: Buffer.from(name) });
  }
  return id;
}

test('new deliveries are counted in the navigation until they are opened, for each person alone', async ({
  signedIn: page,
  as,
  browser,
}) => {
  const member = await newAccount();
  const aliasId = await newAlias(as, { name: 'Wedding photos', members: [member.id] });
  await openPage(page, paths.home);
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Received', exact: true })).toBeVisible();

  const shareId = await deliver(aliasId, as);
  await reloadPage(page);
  const arrived = page.getByRole('region', { name: '1 new delivery' });
  await expect(arrived.getByRole('link', { name: 'Three pictures' })).toBeVisible();
  await main.getByRole('link', { name: 'Received 1 new' }).click();
  await expect(page.getByRole('heading', { name: 'Received', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/received$/);
  await expect(main.getByRole('link', { name: 'Received 1 new' })).toHaveAttribute('aria-current', 'page');
  const row = page.getByRole('link', { name: /^Three pictures/ });
  await expect(row).toContainText('New');
  await row.click();
  await expect(page).toHaveURL(new RegExp(`at=${shareId}$`));
  const open = page.getByRole('region', { name: 'Three pictures' });
  await expect(open.getByRole('figure', { name: 'Preview of one.txt' })).toContainText('one.txt');
  await expect(main.getByRole('link', { name: 'Received', exact: true })).toBeVisible();
  expect(await as.call(share.received, {})).toEqual({ unread: 0 });

  const theirs = await api(member);
  expect(await theirs.call(share.received, {})).toEqual({ unread: 1 });
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  await context.addCookies([{ name: cookieNames.auth, value: theirs.token, url: running().url }]);
  const phone = await context.newPage();
  await openPage(phone, `${running().url}${paths.home}`);
  await phone.getByRole('button', { name: `Account of ${member.login}` }).click();
  await phone.getByRole('menuitem', { name: 'Received 1 new' }).click();
  const first = phone.getByRole('link', { name: /^Three pictures/ });
  await expect(first).toContainText('New');
  await first.click();
  await expect(phone.getByRole('region', { name: 'Three pictures' })).toBeFocused();
  await expect(phone.getByRole('heading', { name: 'Three pictures', level: 2 })).toBeVisible();
  await expect(first).toBeHidden();
  await phone.goBack();
  await expect(first).toBeFocused();
  await context.close();
});

test('the page of what came in begins with who, the note and the files, and can pass it on', async ({
  signedIn: page,
  as,
}) => {
  const aliasId = await newAlias(as, { name: 'Wedding photos' });
  const shareId = await deliver(aliasId, as);
  await openPage(page, paths.share(shareId));
  const main = page.getByRole('main');
  await expect(main).toContainText(/Received through Wedding photos on .*\d{4}.* · 2 files · 14 B/);
  await expect(main.getByRole('link', { name: 'Download all as ZIP (14 B)' })).toHaveCount(1);
  await page.getByText('Share this delivery', { exact: true }).click();
  const places = ['From the harbour.', 'one.txt', 'Share this delivery', 'Only you and the members of'];
  const text = (await main.textContent()) ?? '';
  const at = places.map((words) => text.indexOf(words));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(at[0]).toBeGreaterThan(0);
  const onward = page.getByRole('region', { name: 'Share this delivery' });
  await onward.getByRole('button', { name: 'Get a link' }).click();
  await expect(onward.getByRole('region', { name: 'Public link' })).toBeVisible();
  await main.getByRole('link', { name: 'Wedding photos' }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.alias(aliasId)}$`));
});

test('an alias page shows what it received above its settings, and says when nobody is told', async ({
  signedIn: page,
  as,
}) => {
  const aliasId = await newAlias(as, { name: 'Wedding photos' });
  await openPage(page, paths.alias(aliasId));
  const received = page.getByRole('region', { name: 'Received (0)' });
  await expect(received).toContainText('Nothing has come in yet.');
  await expect(received).toContainText('No one gets an e-mail when files arrive.');
  await deliver(aliasId, as, null);
  await deliver(aliasId, as);
  await reloadPage(page);
  const two = page.getByRole('region', { name: 'Received (2)' });
  await expect(two.getByRole('link', { name: /^Three pictures/ })).toBeVisible();
  await expect(two.getByRole('link', { name: /^one\.txt and 1 more/ })).toBeVisible();
  expect((await as.call(alias.get, { params: { id: aliasId } })).notifies).toBe(false);
  const [first = 0, second = 0] = await Promise.all(
    [two, page.getByRole('region', { name: 'Settings' })].map(async (part) => (await part.boundingBox())?.y),
  );
  expect(first).toBeLessThan(second);
  await two.getByRole('link', { name: 'All deliveries' }).click();
  await expect(page.getByRole('heading', { name: 'Received', level: 1 })).toBeVisible();
  await expect(page.getByText('2 deliveries · 4 files')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Three pictures/ })).toContainText('Delivery 2');
});
