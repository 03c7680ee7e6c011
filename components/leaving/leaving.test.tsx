import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { leaving } from '@/lib/contract/account/leaving';
import { ownData } from '@/lib/contract/account/own-data';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { DataForm } from './data-form';
import { LeaveForm } from './leave-form';

const march = Date.UTC(2026, 2, 1, 12);
const bea = { id: 'bea-0123456789', login: 'bea' };
const inbox = (id: string) => ({ id, name: id, members: [bea] });

function openLeave() {
  const server = new ImitatedServer();
  server.on(leaving.look, () => ({
    endsAt: march,
    asks: ['password' as const],
    isLastAdmin: false,
    shares: 1,
    aliases: 2,
    shared: [inbox('first-inbox'), inbox('second-inbox')],
  }));
  const asked = server.on(leaving.leave, () => refusal('account.lastAdmin'));
  return { asked, ...mount(<LeaveForm />) };
}

const password = () => screen.findByLabelText('Current password');

test('an account is deleted only once its own login is typed', async () => {
  const { asked, person } = openLeave();
  await person.type(await password(), 'secret');
  await person.type(screen.getByRole('textbox', { name: 'Type your login, ada' }), 'bea{Enter}');
  await screen.findByText('This is not your login.');
  expect(asked).toEqual([]);
});

test('only inboxes that somebody was chosen for are handed over, and a refusal is said', async () => {
  const { asked, person } = openLeave();
  await person.type(await password(), 'secret');
  const [first, second] = screen.getAllByRole('combobox');
  await person.selectOptions(first as HTMLElement, 'Hand it over to bea');
  await person.selectOptions(second as HTMLElement, 'Hand it over to bea');
  await person.selectOptions(second as HTMLElement, 'Delete it with its deliveries');
  await person.type(screen.getByRole('textbox', { name: 'Type your login, ada' }), 'Ada{Enter}');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({
    password: 'secret',
    heirs: [{ alias: 'first-inbox', account: bea.id }],
  });
  await screen.findByText(/admin/);
});

function openData(over: { state: 'none' | 'collecting' | 'ready'; until?: number; nextAt?: number }) {
  const server = new ImitatedServer();
  server.on(ownData.get, () => ({ asks: ['password' as const], until: null, nextAt: null, ...over }));
  const requested = server.on(ownData.request, () => refusal('settings.passwordWrong'));
  const opened = server.on(ownData.open, () => refusal('settings.passwordWrong'));
  return { requested, opened, ...mount(<DataForm />) };
}

test.each([
  ['that was never asked for can be asked for', { state: 'none' }, ['Prepare my data']],
  ['that is being collected can’t be asked for again', { state: 'collecting', nextAt: march }, []],
  [
    'that is ready is fetched, and not asked for',
    { state: 'ready', until: march, nextAt: march },
    ['Download ZIP'],
  ],
  ['that is over can be asked for after a day', { state: 'none', nextAt: march }, []],
] as const)('an archive of one’s data %s', async (_, state, buttons) => {
  openData(state);
  await screen.findByRole('heading', { name: 'Download my data' });
  const submits = screen.queryAllByRole('button').filter((one) => one.getAttribute('type') === 'submit');
  expect(submits.map(({ textContent }) => textContent)).toEqual(buttons);
});

test('data is asked for with the files where they are wanted, and a wrong password is said', async () => {
  const { requested, person } = openData({ state: 'none' });
  await person.click(await screen.findByRole('checkbox', { name: /^With all my files/ }));
  await person.type(await password(), 'secret{Enter}');
  await screen.findByText(/^The current password is wrong\./);
  expect(requested).toMatchObject([{ body: { files: true, password: 'secret' } }]);
});

test('an archive isn’t fetched while the password is wrong', async () => {
  const { opened, person } = openData({ state: 'ready', until: march, nextAt: march });
  const before = location.href;
  await person.type(await password(), 'secret{Enter}');
  await screen.findByText(/^The current password is wrong\./);
  expect(opened).toMatchObject([{ body: { password: 'secret' } }]);
  expect(location.href).toBe(before);
});
