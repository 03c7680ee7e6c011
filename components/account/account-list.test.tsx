import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AccountDetail, account } from '@/lib/contract/account/account';
import { type Asked, ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { sampleAccount } from '@/testing/screens/sample-account';
import { AccountList } from './account-list';

const found = (items: AccountDetail[], total = items.length) => ({
  items,
  total,
  sums: { shares: 0, bytes: 0 },
});

function open(
  answer: (asked: Asked) => ReturnType<typeof found> | Promise<ReturnType<typeof found>>,
  url = '/app/account',
) {
  const asked = new ImitatedServer().on(account.search, answer);
  return { asked, ...mount(<AccountList />, { url }) };
}

const logins = () => screen.queryAllByRole('link', { name: /^user/ }).map(({ textContent }) => textContent);

test('a row shows what admins want to know, in columns that are named', async () => {
  open(() =>
    found([
      sampleAccount('user', {
        source: 'extern',
        state: 'Disabled',
        loginCount: 41,
        lastLogin: Date.UTC(2026, 2, 4),
      }),
    ]),
  );
  const row = await screen.findByRole('row', { name: /user/ });
  const own = within(row).getByRole('link', { name: 'user' });
  expect(own.getAttribute('href')).toBe('/app/account/id-user');
  const make = screen.getByRole('link', { name: 'New internal account' });
  expect(make.getAttribute('href')).toBe('/app/account/new');
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Login',
    'Source',
    'State',
    'Shares',
    'Space',
    'Inboxes',
    'Admin',
    'Logins',
    'Last login',
    'Created',
  ]);
  expect(cells).toHaveLength(10);
  expect([cells[1], cells[2], cells[7]]).toEqual(['Proxy', 'Disabled', '41']);
  expect(cells[8]).toContain('4 Mar 2026');
});

test('a search without a match says so and is cleared', async () => {
  const { person } = open(({ query }) => found(query.q ? [] : [sampleAccount('user')]));
  await screen.findByRole('row', { name: /user/ });
  await person.type(screen.getByRole('searchbox'), 'nobody-has-this');
  await screen.findByRole('heading', { name: 'No login matches “nobody-has-this”' });
  expect(location.search).toBe('?q=nobody-has-this');
  await person.click(screen.getByRole('button', { name: 'Clear search' }));
  await screen.findByRole('row', { name: /user/ });
  expect(location.search).toBe('');
});

test('the later of two searches counts, whichever is answered first', async () => {
  let answerSlow = () => {};
  const { person, asked } = open(({ query }) => {
    const answer = found([sampleAccount(`user-${query.q || 'all'}`)]);
    if (query.q !== 'slow') return answer;
    return new Promise((resolve) => {
      answerSlow = () => resolve(answer);
    });
  });
  const box = screen.getByRole('searchbox');
  await person.type(box, 'slow');
  await waitFor(() => expect(asked.at(-1)?.query.q).toBe('slow'));
  await person.clear(box);
  await person.type(box, 'quick');
  await waitFor(() => expect(logins()).toEqual(['user-quick']));
  answerSlow();
  await Promise.resolve();
  expect(logins()).toEqual(['user-quick']);
});

test('a column’s head orders the list, once more turns it around, and the URL keeps it', async () => {
  const { person, asked } = open(() => found([sampleAccount('user')]));
  await screen.findByRole('row', { name: /user/ });
  const head = (name: string) => screen.getByRole('button', { name });
  const sorted = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
  expect(sorted('Login')).toBe('ascending');
  await person.click(head('Login'));
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'login', order: 'desc' }));
  expect(sorted('Login')).toBe('descending');
  await person.click(head('Shares'));
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: 'shares', order: 'desc' }));
  expect(location.search).toBe('?sort=shares&order=desc');
  // On a phone there is a field instead.
  await person.selectOptions(screen.getByRole('combobox', { name: 'Order of the list' }), 'By: Login');
  await waitFor(() => expect(sorted('Login')).toBe('ascending'));
  await person.click(screen.getByRole('button', { name: 'Ascending. Reverse order' }));
  await waitFor(() => expect(sorted('Login')).toBe('descending'));
  expect(location.search).toBe('?order=desc');
});

const pageOf101 = ({ query }: Asked) => {
  const page = Number(query.page ?? 1);
  const count = Math.max(0, Math.min(50, 101 - (page - 1) * 50));
  return found(
    Array.from({ length: count }, (_, at) => sampleAccount(`user-${(page - 1) * 50 + at + 1}`)),
    101,
  );
};

test('a long list is turned page by page', async () => {
  const { person } = open(pageOf101);
  await screen.findByText('1–50 of 101');
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('51–100 of 101');
  expect(logins()[0]).toBe('user-51');
  expect(location.search).toBe('?page=2');
  await person.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(logins()).toEqual(['user-101']));
  screen.getByText('101–101 of 101');
  expect(
    screen
      .getByRole('button', { name: 'Next page' })
      .matches(':disabled, [aria-disabled=true], [data-disabled]'),
  ).toBe(true);
});

test('a page that is no more leads to the last one there is', async () => {
  open(pageOf101, '/app/account?page=9');
  await waitFor(() => expect(logins()).toEqual(['user-101']));
  await waitFor(() => expect(location.search).toBe('?page=3'));
});
