import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AskedSlot, asked, type Asked as View } from '@/lib/contract/alias/request';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AskedPage } from './asked-page';

const slot = (name: string, over: Partial<AskedSlot> = {}): AskedSlot => ({
  id: name.replace(' ', ''),
  name,
  hint: '',
  groups: [],
  endings: [],
  maxFiles: null,
  needed: true,
  example: null,
  state: 'missing',
  reason: null,
  files: [],
  ...over,
});

const view = (slots: AskedSlot[], over: Partial<View> = {}): View => ({
  inbox: 'Applications',
  from: 'Office of Bea',
  name: 'Ada',
  title: 'Papers',
  messages: ['Please, by Friday'],
  due: '2026-12-18',
  dueAt: Date.UTC(2026, 11, 18, 22, 59),
  late: false,
  closed: false,
  complete: false,
  stopped: false,
  seal: null,
  slots,
  ...over,
});

function open(answer: View, url = '/app/request#5ecre7') {
  const server = new ImitatedServer();
  const looks = server.on(asked.look, () => answer);
  return { server, looks, ...mount(<AskedPage />, { url, viewer: null }) };
}

const row = (name: string) => screen.findByRole('listitem', { name: new RegExp(name) });

test('a person reads who asks for what, until when, and what is there', async () => {
  const { looks } = open(
    view([
      slot('ID card', { state: 'again', reason: 'It is cut off.', hint: 'Both sides' }),
      slot('Payslip', {
        state: 'received',
        files: [{ name: 'may.pdf', size: 3, arrived: true, held: false }],
      }),
      slot('Photo', { needed: false, groups: ['pictures'] }),
      slot('Contract', { state: 'accepted' }),
    ]),
  );
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Papers');
  expect(looks[0]?.body).toEqual({ token: '5ecre7' });
  screen.getByText(/^2 of 4 here, 2 missing · until Friday,? 18 December$/);
  screen.getByText('Office of Bea asks you for');
  screen.getByText('Please, by Friday');
  const again = within(await row('ID card'));
  for (const text of ['please again', 'It is cut off.', 'Both sides']) again.getByText(text);
  within(await row('Payslip')).getByText('may.pdf');
  within(await row('Photo')).getByText('(optional)');
  const done = within(await row('Contract'));
  done.getByText('accepted');
  expect(done.queryByRole('button')).toBeNull();
});

test('a slot that takes pictures opens the camera of a phone; one for documents doesn’t', async () => {
  open(view([slot('Photo', { groups: ['pictures'] }), slot('Contract', { groups: ['documents'] })]));
  await row('Photo');
  const cameras = [...document.querySelectorAll('input[capture]')];
  expect(cameras.map((input) => [input.getAttribute('aria-label'), input.getAttribute('capture')])).toEqual([
    ['Take a photo for Photo', 'environment'],
  ]);
});

test('a file that can’t be begun says why, and nothing is lost on the page', async () => {
  const { server, person } = open(view([slot('ID card')]));
  const begun = server.on(asked.begin, () => refusal('asked.accepted'));
  await row('ID card');
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (!input) throw new Error('no field for files');
  await person.upload(input, new File(['abc'], 'id.pdf'));
  await screen.findByText('This has been accepted. Nothing more is needed here.');
  expect(begun[0]?.body).toEqual({ token: '5ecre7', slot: 'IDcard' });
  await row('ID card');
});

test('a closed inbox says so and offers nothing', async () => {
  open(view([slot('ID card')], { closed: true }));
  await screen.findByText('The inbox takes no files at the moment.');
  expect(screen.queryByRole('button', { name: /Choose files/ })).toBeNull();
});

test('a link that is over says whom to ask', async () => {
  new ImitatedServer().on(asked.look, () => refusal('asked.over'));
  mount(<AskedPage />, { url: '/app/request#gone', viewer: null });
  await screen.findByRole('heading', { name: /no longer open/ });
});

test('when all is there the person is thanked', async () => {
  open(view([slot('ID card', { state: 'received' })], { complete: true }));
  await screen.findByText('Thank you, Ada. Everything is here.');
});

test('reminders end by a button, not by opening the link', async () => {
  const server = new ImitatedServer();
  const stopped = server.on(asked.stop, () => ({}));
  const { person } = mount(<AskedPage />, { url: '/app/request#stop=abc.def', viewer: null });
  await screen.findByRole('heading', { name: 'Turn reminders off?' });
  expect(stopped).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => screen.getByRole('heading', { name: 'You get no more reminders.' }));
  expect(stopped[0]?.query).toEqual({ token: 'abc.def' });
});
