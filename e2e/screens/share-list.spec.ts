import { share } from '@/lib/contract/share';
import type { Api } from '../account';
import { expect, test } from '../fixtures';

const body = { validity: 3_600_000, maxViews: 3 };
const make = (as: Api, name: string) => as.call(share.create, { body: { ...body, name } });

test('without shares the first one is offered', async ({ signedIn }) => {
  await signedIn.goto('/app/uploads');
  await expect(signedIn.getByRole('heading', { level: 1, name: 'Share your first file' })).toBeVisible();
});

test('a share shows what the owner wants to know, and its whole row opens it', async ({ signedIn, as }) => {
  const { id } = await make(as, 'Plans');
  await as.call(share.publish, { params: { id }, body: {} });
  await make(as, 'Draft of it');
  await signedIn.goto('/app/uploads');
  const row = signedIn.getByRole('row', { name: /Plans/ });
  await expect(row).toContainText('Live');
  await expect(signedIn.getByRole('row', { name: /Draft of it/ })).toContainText('Draft');
  await row.getByText('0B').click({ force: true });
  await expect(signedIn).toHaveURL(new RegExp(`/app/upload/${id}|/app/home`));
});

test('a search is kept in the URL, and can be cleared when nothing matches', async ({ signedIn, as }) => {
  await make(as, 'Plans');
  await make(as, 'Photos');
  await signedIn.goto('/app/uploads');
  const search = signedIn.getByRole('searchbox', { name: 'Search shares' });
  await search.fill('photo');
  await expect(signedIn.getByRole('row', { name: /Plans/ })).toBeHidden();
  await expect(signedIn.getByRole('row', { name: /Photos/ })).toBeVisible();
  await expect(signedIn).toHaveURL(/\?q=photo$/);

  await signedIn.reload();
  await expect(search).toHaveValue('photo');
  await search.fill('nothing like it');
  await signedIn.getByRole('button', { name: 'Clear search' }).click();
  await expect(signedIn.getByRole('row', { name: /Plans/ })).toBeVisible();
});

test('a long list goes on when asked for more', async ({ signedIn, as }) => {
  for (let made = 0; made < 53; made++) await make(as, `Share ${made}`);
  await signedIn.goto('/app/uploads');
  await expect(signedIn.getByText('53 shares')).toBeVisible();
  await expect(signedIn.getByRole('link', { name: /^Share \d+$/ })).toHaveCount(50);
  await signedIn.getByRole('button', { name: 'Show more' }).click();
  await expect(signedIn.getByRole('link', { name: /^Share \d+$/ })).toHaveCount(53);
  await expect(signedIn.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('a search that fails says so and can be tried again', async ({ signedIn, as }) => {
  await make(as, 'Plans');
  await signedIn.goto('/app/uploads');
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
  await signedIn.goto('/app/home');
  await expect(signedIn.getByRole('row', { name: /Six/ })).toBeVisible();
  await expect(signedIn.getByRole('row', { name: /One/ })).toBeHidden();
  await signedIn.getByRole('link', { name: 'All shares' }).click();
  await expect(signedIn.getByRole('row', { name: /One/ })).toBeVisible();
});
