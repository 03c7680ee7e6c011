import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AccountDetail, account } from '@/lib/contract/account/account';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { sampleAccount } from '@/testing/screens/sample-account';
import { ModifyAccount } from './modify-account';

async function open(detail: AccountDetail) {
  const server = new ImitatedServer();
  server.on(account.get, () => detail);
  const { person, went } = mount(
    <ModifyAccount accountId={detail.id} defaults={{ maxBytes: null, maxFiles: null }} />,
  );
  await screen.findByRole('heading', { level: 1, name: detail.login });
  return { server, person, went };
}

const own = sampleAccount('ada', { id: ada.id, admin: true });

test('an account is changed: all but its login', async () => {
  const bea = sampleAccount('bea');
  const { server, person } = await open(bea);
  expect(screen.getByLabelText<HTMLInputElement>('Login').readOnly).toBe(true);
  screen.getByText(bea.id);
  const sent = server.on(account.modify, () => ({}));
  await person.type(screen.getByLabelText('E-mail (optional)'), 'bea@example.org');
  await person.type(screen.getByLabelText('New password'), 'another horse');
  await person.click(screen.getByRole('checkbox', { name: /^Admin/ }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Account saved.');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  expect(sent[0]?.body).toMatchObject({
    email: 'bea@example.org',
    password: 'another horse',
    admin: true,
    state: 'Active',
    was: { email: null, admin: false, state: 'Active' },
  });
});

test('an account is saved twice in a row, each time with what was read last', async () => {
  let detail = sampleAccount('bea');
  const { server, person } = await open(detail);
  server.on(account.get, () => detail);
  const sent = server.on(account.modify, ({ body }) => {
    detail = { ...detail, email: (body as { email: string }).email };
    return {};
  });
  const save = async (letters: string, times: number) => {
    await person.type(screen.getByLabelText('E-mail (optional)'), letters);
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(times));
    await screen.findByText('Account saved.');
  };
  await save('bea@example.org', 1);
  await save('a', 2);
  expect(sent[1]?.body).toMatchObject({ email: 'bea@example.orga', was: { email: 'bea@example.org' } });
});

test.each([
  [null, ''],
  [0, '0'],
  [5, '5'],
])('limits of %s are shown as “%s”, and kept so', async (limit, shown) => {
  const { server, person } = await open(sampleAccount('bea', { maxBytes: limit, maxFiles: limit }));
  for (const name of ['Space for files', 'Number of files'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name }).value).toBe(shown);
  const sent = server.on(account.modify, () => ({}));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Account saved.');
  expect(sent[0]?.body).toMatchObject({ maxBytes: limit, maxFiles: limit });
});

test('an account that signs in elsewhere has no password to change here', async () => {
  await open(sampleAccount('out', { source: 'extern' }));
  screen.getByText(/^This person signs in through Proxy/);
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a deletion says what goes with it and asks first', async () => {
  const { server, person, went } = await open(sampleAccount('bea', { shares: 2, aliases: 1 }));
  server.on(account.search, () => ({ items: [], total: 0, sums: { shares: 0, bytes: 0 } }));
  const removed = server.on(account.remove, () => ({}));
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete bea permanently?' });
  expect(question.textContent).toContain('2 shares with their files, 1 inbox');
  expect(question.textContent).not.toContain('members');
  await person.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(removed).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  await person.click(await screen.findByRole('button', { name: 'Yes, delete it' }));
  await screen.findByText('Account deleted.');
  expect(removed[0]).toMatchObject({ params: { id: 'id-bea' }, query: {} });
  expect(went).toEqual(['/app/account']);
});

test('the inboxes of somebody who is deleted are handed over', async () => {
  const { server, person } = await open(sampleAccount('bea', { aliases: 1, sharedAliases: 1 }));
  const items = [own, sampleAccount('gone-ada', { state: 'Disabled' }), sampleAccount('bea')];
  server.on(account.search, () => ({ items, total: 3, sums: { shares: 0, bytes: 0 } }));
  const removed = server.on(account.remove, () => ({}));
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('One inbox has members, who lose its deliveries.');
  await person.type(within(question).getByRole('combobox', { name: 'Hand the inboxes over to' }), 'a');
  const heir = await screen.findByRole('option', { name: 'ada' });
  expect(screen.queryByRole('option', { name: 'gone-ada' })).toBeNull(); // is disabled
  await person.click(heir);
  expect(question.textContent).toContain('The inbox goes to ada, with all deliveries.');
  expect(question.textContent).not.toContain('members, who lose');
  await person.click(within(question).getByRole('button', { name: 'Yes, delete it' }));
  await screen.findByText('Account deleted.');
  expect(removed[0]?.query).toEqual({ heir: ada.id });
});

test('the refusal to remove the last admin shows where it was tried', async () => {
  const message = 'This is the last active admin. Make another account an admin first.';
  const { server, person } = await open(own);
  server.on(account.remove, () => refusal('account.lastAdmin'));
  server.on(account.modify, () => refusal('account.lastAdmin'));
  await person.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('you are signed out at once');
  await person.click(within(question).getByRole('button', { name: 'Yes, delete it' }));
  await within(question).findByText(message);
  await person.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await person.click(screen.getByRole('checkbox', { name: /^Admin/ }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  const loss = await screen.findByRole('alertdialog', { name: 'Give up your own admin rights?' });
  await person.click(within(loss).getByRole('button', { name: 'Yes, give them up' }));
  await within(loss).findByText(message);
});

test('an account that can’t be read anew says why, and stays as it was', async () => {
  const { server, person } = await open(sampleAccount('bea'));
  server.on(account.modify, () => ({}));
  server.on(account.get, () => refusal('server.unavailable'));
  await person.type(screen.getByLabelText('E-mail (optional)'), 'new@example.org');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(refusal('server.unavailable').message);
  expect(screen.getByLabelText<HTMLInputElement>('E-mail (optional)').value).toBe('new@example.org');
});

test('the second factor of who lost their phone is removed after a question', async () => {
  let detail = sampleAccount('bea', { secondFactor: true });
  const { server, person } = await open(detail);
  server.on(account.get, () => detail);
  const reset = server.on(account.resetFactor, () => {
    detail = sampleAccount('bea');
    return {};
  });
  await person.click(screen.getByRole('button', { name: 'Remove second factor' }));
  await person.click(await screen.findByRole('button', { name: 'Yes, remove it' }));
  await screen.findByText('Second factor removed.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull());
  expect(reset[0]?.params).toEqual({ id: 'id-bea' });
});

test('nobody’s own second factor is removed here', async () => {
  await open({ ...own, secondFactor: true });
  expect(screen.queryByRole('button', { name: 'Remove second factor' })).toBeNull();
});

test('an admin sets limits, and says what they can’t be', async () => {
  const { server, person } = await open(sampleAccount('bea'));
  const sent = server.on(account.modify, () => ({}));
  const size = screen.getByLabelText('Space for files');
  const files = screen.getByLabelText('Number of files');
  await person.type(size, 'a lot');
  await person.type(files, '1.5');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('Please enter a whole number.');
  await waitFor(() => expect(document.activeElement).toBe(size));
  expect([size, files].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(sent).toEqual([]);
  await person.clear(size);
  await person.type(size, '1.5M');
  await person.clear(files);
  await person.type(files, '3');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ maxBytes: 1_572_864, maxFiles: 3 }));
});
