import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { type Api, holder } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const body = { validity: 3_600_000, maxViews: 3 };
const make = (as: Api, name: string) => as.call(share.create, { body: { ...body, name } });

test('a share shows what the owner wants to know, and its whole row opens it', async ({ signedIn, as }) => {
  const { id } = await make(as, 'Plans');
  await as.call(share.publish, { params: { id } });
  await make(as, 'Draft of it');
  await openPage(signedIn, '/app/uploads');
  const row = signedIn.getByRole('row', { name: /Plans/ });
  await expect(row).toContainText('Live');
  await expect(signedIn.getByRole('row', { name: /Draft of it/ })).toContainText('Draft');
  // The link lies over the cell, so the click is aimed at the place and not at the element.
  await row.getByRole('cell', { name: /^Draft|^Live/ }).click({ force: true });
  await expect(signedIn).toHaveURL(new RegExp(`/app/upload/${id}$`));
});

test('the list follows its URL: the link in the bar, back and forward', async ({ signedIn: page, as }) => {
  await make(as, 'Plans');
  await make(as, 'Photos');
  const plans = page.getByRole('row', { name: /Plans/ });
  const search = page.getByRole('searchbox', { name: 'Search shares' });
  const hasAll = async () => {
    await expect(search).toHaveValue('');
    await expect(plans).toBeVisible();
    await expect(page).toHaveURL(/\/app\/uploads$/);
  };
  await openPage(page, paths.shares);
  await search.fill('photo');
  await expect(plans).toBeHidden();
  await expect(page).toHaveURL(/\?q=photo$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shares' }).click();
  await hasAll();
  await page.goBack();
  await expect(search).toHaveValue('photo');
  await expect(plans).toBeHidden();
  await expect(page).toHaveURL(/\?q=photo$/);
  await page.goForward();
  await hasAll();
  await search.fill('x'.repeat(201));
  await expect(search).toHaveValue('x'.repeat(200));
  await expect(page.getByRole('heading', { name: /^No share matches/ })).toBeVisible();
});

test('a long list keeps its rows and its place through reloads, there and on the way back', async ({
  signedIn: page,
  as,
}) => {
  for (let made = 0; made < 53; made++) await make(as, `Share ${made}`);
  await openPage(page, '/app/uploads');
  const rows = page.getByRole('link', { name: /^Share \d+$/ });
  const last = page.getByRole('link', { name: 'Share 0', exact: true });
  const kept = () => page.evaluate(() => history.state?.place?.top ?? 0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await last.scrollIntoViewIfNeeded();
  await expect.poll(kept).toBeGreaterThan(1_000);
  await reloadPage(page);
  await expect(rows).toHaveCount(53);
  await expect(last).toBeInViewport();
  await last.click();
  await expect(page).toHaveURL(/\/app\/upload\//);
  await reloadPage(page);
  await page.goBack();
  await expect(rows).toHaveCount(53);
  await expect(last).toBeInViewport();
});

test('less important columns give way on smaller screens', async ({ signedIn: page, as }) => {
  await sharedFiles(as, [samples.txt], { name: 'Plans' });
  const inbox = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] };
  const { id: aliasId } = await as.call(alias.create, { body: inbox });
  await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  await openPage(page, paths.shares);
  const cell = (name: string | RegExp) => page.getByRole('cell', { name, exact: true });
  const facts = `1 file · ${samples.txt.bytes.length} B`;
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(cell(/\d{4}$/).first()).toBeVisible();
  await expect(cell('Applications')).toBeVisible();
  await expect(page.getByText(facts)).toBeHidden();
  await page.setViewportSize({ width: 1023, height: 700 });
  await expect(cell(/^\d+ \w+ \d{4}$/)).toHaveCount(0);
  await expect(page.getByText(facts)).toBeVisible();

  await page.setViewportSize({ width: 640, height: 700 });
  await expect(cell(/of 10 views$/)).toBeVisible();
  await expect(cell('Applications')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Applications', exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 700 });
  await expect(cell(/^Live/)).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Plans/ })).toContainText(facts);
  await expect(page.getByRole('row', { name: /Plans/ })).toContainText(/Live·.* left·0 of 10 views/);
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.alias(aliasId)}$`));
});

test('filters are in the URL: back goes back, and a search goes on within them', async ({
  signedIn: page,
  as,
}) => {
  const { shareId } = await sharedFiles(as, [samples.txt], { name: 'Plans' });
  await make(as, 'Photos');
  await openPage(page, paths.shares);
  const row = (name: string) => page.getByRole('row', { name });
  const filter = (name: string) =>
    page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name, exact: true });
  await expect(filter('All')).toHaveAttribute('aria-current', 'true');
  await filter('Live').click();
  await expect(row('Photos')).toHaveCount(0);
  await expect(row('Plans')).toBeVisible();
  await expect(page).toHaveURL(/\?state=live$/);
  await expect(page.getByRole('status').first()).toContainText('1 found');
  await page.getByRole('searchbox').fill('photo');
  await expect(page.getByRole('heading', { name: /^No share matches/ })).toBeVisible();
  await expect(page).toHaveURL(/\?state=live&q=photo$/);
  await page.goBack();
  await expect(filter('All')).toHaveAttribute('aria-current', 'true');
  await expect(row('Photos')).toBeVisible();

  // Typed before the page shows what the filter finds.
  await filter('Live').evaluate((link: HTMLElement) => {
    link.click();
    document.querySelector<HTMLInputElement>('[type=search]')?.select();
    document.execCommand('insertText', false, 'plans');
  });
  await expect(page).toHaveURL(/\?state=live&q=plans$/);
  await expect(page.getByRole('searchbox')).toHaveValue('plans');

  await as.call(share.unpublish, { params: { id: shareId } });
  await openPage(page, `${paths.shares}?state=incomplete`);
  await expect(page.getByRole('heading', { name: 'No incomplete shares' })).toBeVisible();
  await filter('Ended').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No ended shares' })).toBeVisible();
});
