import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { shortId } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';
import { type Api, holder } from '@/testing/people/account';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { openPage, reloadPage } from '@/testing/screens/alive';
import { expect, test } from '../fixtures';

const body = { validity: 3_600_000, maxViews: 3 };
const make = (as: Api, name: string) => as.call(share.create, { body: { ...body, name } });

test('without shares the first one is offered, below the title and the search', async ({ signedIn }) => {
  await openPage(signedIn, '/app/uploads');
  await expect(signedIn.getByRole('heading', { name: 'Share your first file' })).toBeVisible();
  await expect(signedIn.getByRole('heading', { level: 1, name: 'Shares' })).toBeVisible();
  await expect(signedIn.getByRole('searchbox', { name: 'Search shares' })).toBeVisible();
});

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

test('a search is kept in the URL, and can be cleared when nothing matches', async ({ signedIn, as }) => {
  await make(as, 'Plans');
  await make(as, 'Photos');
  await openPage(signedIn, '/app/uploads');
  const search = signedIn.getByRole('searchbox', { name: 'Search shares' });
  await search.fill('photo');
  await expect(signedIn.getByRole('row', { name: /Plans/ })).toBeHidden();
  await expect(signedIn.getByRole('row', { name: /Photos/ })).toBeVisible();
  await expect(signedIn.getByRole('status').first()).toHaveText('1 found · 0B');
  await expect(signedIn).toHaveURL(/\?q=photo$/);

  await reloadPage(signedIn);
  await expect(search).toHaveValue('photo');
  await search.fill('nothing like it');
  await signedIn.getByRole('button', { name: 'Clear search' }).click();
  await expect(signedIn.getByRole('row', { name: /Plans/ })).toBeVisible();
});

test('a search says where it has found the words, unless the name tells', async ({ signedIn: page, as }) => {
  await sharedFiles(as, [{ ...samples.txt, name: 'narwhal.txt', path: 'fjord' }], { name: 'Trip' });
  await sharedFiles(as, [], { name: 'Harbour', description: 'Seen on Monday:\na narwhal, far out' });
  await sharedFiles(as, [samples.txt], { name: 'Narwhals' });
  await openPage(page, '/app/uploads?q=NARWHAL');
  await expect(page.getByRole('row', { name: /Trip/ })).toContainText('File: fjord/narwhal.txt');
  await expect(page.getByRole('row', { name: /Harbour/ })).toContainText('Message: a narwhal, far out');
  await expect(page.getByRole('row', { name: /Narwhals/ })).not.toContainText(/File:|Message:/);
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

test('a long list goes on when asked for more', async ({ signedIn, as }) => {
  for (let made = 0; made < 53; made++) await make(as, `Share ${made}`);
  await openPage(signedIn, '/app/uploads');
  await expect(signedIn.getByText(/^#53 · /)).toBeVisible();
  await expect(signedIn.getByRole('link', { name: /^Share \d+$/ })).toHaveCount(50);
  await signedIn.getByRole('button', { name: 'Show more' }).click();
  await expect(signedIn.getByRole('link', { name: /^Share \d+$/ })).toHaveCount(53);
  await expect(signedIn.getByRole('button', { name: 'Show more' })).toBeHidden();
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

test('a search that fails says so and can be tried again', async ({ signedIn, as }) => {
  await make(as, 'Plans');
  await openPage(signedIn, '/app/uploads');
  await signedIn.route('**/api/v2/sec/share/search**', (route) => route.abort());
  await signedIn.getByRole('searchbox').fill('pla');
  await expect(signedIn.getByRole('main').getByRole('alert')).toContainText('network error', {
    timeout: 20_000,
  });
  await signedIn.unroute('**/api/v2/sec/share/search**');
  await signedIn.getByRole('button', { name: 'Try again' }).click();
  await expect(signedIn.getByRole('row', { name: /Plans/ })).toBeVisible();
});

test('home shows the newest shares and the way to all', async ({ signedIn, as }) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await make(as, name);
  await openPage(signedIn, '/app/home');
  await expect(signedIn.getByRole('link', { name: /^Six/ })).toBeVisible();
  await expect(signedIn.getByRole('link', { name: /^One/ })).toBeHidden();
  await signedIn.getByRole('link', { name: 'All shares' }).click();
  await expect(signedIn.getByRole('row', { name: /One/ })).toBeVisible();
});

test('a row says how much, through which alias and how often, and leads there', async ({
  signedIn: page,
  as,
}) => {
  const { png, txt } = samples;
  await sharedFiles(as, [png, txt], { name: 'Pictures', maxViews: 41 });
  const inbox = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] };
  const { id: aliasId } = await as.call(alias.create, { body: inbox });
  await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  await openPage(page, paths.shares);
  await expect(page.getByRole('status').first()).toHaveText(`#2 · ${png.bytes.length + txt.bytes.length}B`);
  await expect(page.getByRole('main').getByRole('link', { name: 'New share' })).toHaveAttribute(
    'href',
    paths.newShare,
  );
  const cells = page.getByRole('row', { name: /Pictures/ }).getByRole('cell');
  const size = `${png.bytes.length + txt.bytes.length}B`;
  const live = /^Live\s*(59 minutes|1 hour) left$/;
  await expect(cells).toHaveText(['', 'Pictures', '-', '0 / 41', live, '2', size, /\d{4}$/, ''], {
    useInnerText: true,
  });
  const heads = ['Name', 'Received through', 'Views', 'Status', 'Files', 'Size', 'Created'];
  await expect(page.getByRole('columnheader')).toHaveText(heads);
  const { id: noteless } = await as.call(share.create, { body });
  await reloadPage(page);
  await expect(page.getByRole('link', { name: shortId(noteless) })).toBeVisible();
  const nameless = page.getByRole('row', { name: /From Applications/ });
  await nameless.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.alias(aliasId)}$`));
});

test('what matters less gives way on smaller screens', async ({ signedIn: page, as }) => {
  await sharedFiles(as, [samples.txt], { name: 'Plans' });
  const inbox = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] };
  const { id: aliasId } = await as.call(alias.create, { body: inbox });
  await holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
  await openPage(page, paths.shares);
  const cell = (name: string | RegExp) => page.getByRole('cell', { name, exact: true });
  const facts = `1 file · ${samples.txt.bytes.length}B`;
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

test('the link of a live share is copied from its row, by pointer and by keyboard', async ({
  signedIn: page,
  as,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { linkId } = await sharedFiles(as, [samples.txt], { name: 'Plans' });
  await make(as, 'Draft of it');
  await openPage(page, paths.shares);
  const copy = page.getByRole('button', { name: 'Copy the link of Plans' });
  await expect(page.getByRole('button', { name: /^Copy the link/ })).toHaveCount(1);
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toMatch(new RegExp(`${paths.open(linkId)}$`));
  await expect(page).toHaveURL(new RegExp(`${paths.shares}$`));
});

const box = (name: string) => ({ name: `Select ${name}`, exact: true });

test('several chosen shares are deleted after a question, and the others stay', async ({
  signedIn: page,
  as,
}) => {
  for (const name of ['One', 'Two', 'Three']) await make(as, name);
  await openPage(page, paths.shares);
  const chosen = page.getByRole('region', { name: 'Selected shares' });
  await expect(chosen).toHaveCount(0);
  for (const name of ['One', 'Three']) {
    await page.getByRole('checkbox', box(name)).focus();
    await page.keyboard.press('Space');
  }
  await expect(chosen).toContainText('2 shares selected');
  await chosen.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 shares permanently?' });
  for (const name of ['One', 'Three']) await expect(question).toHaveAccessibleDescription(new RegExp(name));
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await chosen.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Yes do it' }).click();
  await expect(page.getByRole('row', { name: /One|Three/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Two/ })).toBeVisible();
  await expect(chosen).toHaveCount(0);
  expect((await as.call(share.search, { query: {} })).items.map(({ name }) => name)).toEqual(['Two']);
});

test('a share that can’t be deleted is told, and the others are gone', async ({ signedIn: page, as }) => {
  await make(as, 'Good');
  const { id } = await make(as, 'Stubborn');
  await page.route(`**/api/v2/sec/share/${id}`, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Later', code: 'server.unavailable' } }),
  );
  await openPage(page, paths.shares);
  await page.getByRole('checkbox', box('Good')).check();
  const chosen = page.getByRole('region', { name: 'Selected shares' });
  await chosen.getByRole('checkbox', { name: 'all shares in the list' }).check();
  await chosen.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes do it' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText('1 share was not changed: Later');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('row', { name: /Good/ })).toHaveCount(0);
  await expect(chosen).toContainText('1 share selected');
});

test('several chosen shares are extended: their time starts anew, their links stay', async ({
  signedIn: page,
  as,
}) => {
  const { shareId, linkId } = await sharedFiles(as, [samples.txt], { name: 'Live one', validity: 3_600_000 });
  const draft = await sharedFiles(as, [], { name: 'Draft one', isPublished: false });
  const withdrawn = await sharedFiles(as, [samples.txt], { name: 'Withdrawn one' });
  await make(as, 'Other');
  await openPage(page, paths.shares);
  for (const name of ['Live one', 'Draft one', 'Withdrawn one'])
    await page.getByRole('checkbox', box(name)).check();
  // On another device, while it is being extended here.
  await page.route(`**/share/${withdrawn.shareId}/publish`, async (route) => {
    await as.call(share.unpublish, { params: { id: withdrawn.shareId } });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Extend' }).click();
  const question = page.getByRole('alertdialog', { name: 'Extend 3 shares' });
  await question.getByRole('combobox', { name: 'Validity' }).selectOption('1 month');
  const before = Date.now();
  await question.getByRole('button', { name: 'Extend' }).click();
  await expect(question).toBeHidden();

  const month = 30 * 24 * 3_600_000;
  const get = (id: string) => as.call(share.get, { params: { id } });
  const { validity, publishInfo } = await get(shareId);
  expect([validity, publishInfo?.id]).toEqual([month, linkId]);
  expect(publishInfo?.publishUntil).toBeGreaterThanOrEqual(before + month - 5000);
  expect(await get(draft.shareId)).toMatchObject({ validity: month, publishInfo: null });
  expect((await get(withdrawn.shareId)).publishInfo?.enabled ?? false).toBe(false);
  const { items } = await as.call(share.search, { query: { q: 'Other' } });
  expect(items[0]?.validity).toBe(body.validity);
});
