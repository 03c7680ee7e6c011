import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportStatus } from '@/lib/client/call/connection';
import { type AskedSlot, asked, type Asked as View } from '@/lib/contract/alias/asked';
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
  exampleFile: null,
  state: 'missing',
  reason: null,
  files: [],
  ...over,
});

const view = (slots: AskedSlot[], over: Partial<View> = {}): View => ({
  inbox: 'Applications',
  from: 'Office of Bea',
  sender: null,
  name: 'Ada',
  title: 'Papers',
  messages: ['Please, by Friday'],
  due: `${new Date().getFullYear()}-12-18`,
  dueAt: Date.UTC(2026, 11, 18, 22, 59),
  late: false,
  closed: false,
  complete: false,
  stopped: false,
  seal: null,
  codeTo: null,
  slots,
  ...over,
});

const chip = 'End-to-end encrypted';
const keyTexts = {
  unchecked: 'unchecked',
  cut: 'cut',
  other: 'another key',
  unsealed: 'not encrypted any more',
  unable: 'unable',
};

function open(answer: View, url = '/app/request#5ecre7', reportLabel: string | null = null) {
  const server = new ImitatedServer();
  const looks = server.on(asked.look, () => answer);
  const page = <AskedPage {...{ keyTexts, chip, reportLabel }} />;
  return { server, looks, ...mount(page, { url, viewer: null }) };
}

const row = (name: string) => screen.findByRole('listitem', { name: new RegExp(name) });

test('the last day has its year unless it is this one', async () => {
  open(view([slot('ID card')], { due: '2999-12-31' }));
  await screen.findByText(/until Tuesday,? 31 December 2999$/);
});

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
  screen.getByText(/^2 of 3 here, 1 missing · until \w+day,? 18 December$/);
  screen.getByText('Office of Bea asks you for');
  screen.getByText('Please, by Friday');
  screen.getByText(/^Files are sent as soon as you choose them/); // no button sends them
  const again = within(await row('ID card'));
  for (const text of ['please again', 'It is cut off.', 'Both sides']) again.getByText(text);
  within(await row('Payslip')).getByText('may.pdf');
  const photo = within(await row('Photo'));
  photo.getByText('(optional)');
  expect(photo.queryByText('missing')).toBeNull();
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

test('an example is fetched when it is asked for, and saved under its name', async () => {
  const { server, person } = open(view([slot('Form', { exampleFile: 'form.pdf' }), slot('Photo')]));
  const got = server.on(asked.example, () => ({ name: 'form.pdf', data: btoa('%PDF') }));
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  expect(within(await row('Photo')).queryByRole('button', { name: /example/ })).toBeNull();
  expect(got).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Get the example for Form' }));
  await waitFor(() => expect(saved).toEqual(['form.pdf']));
  expect(got[0]?.body).toEqual({ token: '5ecre7', slot: 'Form' });
});

test('files chosen offline are sent once the network is back', async () => {
  const { server, person } = open(view([slot('ID card')]));
  server.on(asked.begin, () => Promise.reject(new TypeError('no line')));
  await row('ID card');
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (!input) throw new Error('no field for files');
  await person.upload(input, new File(['abc'], 'id.pdf'));
  await screen.findByText('id.pdf');
  const begun = server.on(asked.begin, () => refusal('asked.accepted'));
  reportStatus(200);
  await screen.findByText('This has been accepted. Nothing more is needed here.');
  expect(begun).toHaveLength(1);
});

test('a person with the link alone reads who asks; a mailed code opens the rest', async () => {
  const { server, person } = open(view([], { title: '', codeTo: 'a…@example.org' }));
  const sent = server.on(asked.sendCode, () => ({ address: 'a…@example.org' }));
  const proven = server.on(asked.proveCode, () => refusal('open.codeWrong'));
  await screen.findByText('Office of Bea asks for files');
  expect(sent).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Send me a code' }));
  await screen.findByText(/on its way to a…@example.org/);
  await person.type(screen.getByRole('textbox', { name: 'Code' }), '123456');
  await person.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('This code is wrong. Please check it and try again.');
  expect(proven[0]?.body).toEqual({ token: '5ecre7', code: '123456' });
  server.on(asked.proveCode, () => ({}));
  server.on(asked.look, () => view([slot('ID card')]));
  await person.click(screen.getByRole('button', { name: 'Open' }));
  await row('ID card');
});

test.each([
  ['another key|unable', { publicKey: btoa('k'.repeat(32)) }],
  ['not encrypted any more', null],
])(
  'a link that names a key sends nothing where the server names another, or none (%s)',
  async (said, seal) => {
    const { server } = open(view([slot('ID card')], { seal }), `/app/request#5ecre7&pk=${'0'.repeat(32)}`);
    const begun = server.on(asked.begin, () => ({ share: 's' }));
    await screen.findByText(new RegExp(`^(${said})$`));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Choose files/ })).toBeNull());
    expect(begun).toEqual([]);
  },
);

test.each(['&PK=', '%26pk%3D', '%2526PK%253D', '&utm_source=mail&pk='])(
  'a link whose fingerprint was written as “%s” by a mail still sends nothing in the clear',
  async (mark) => {
    const { server } = open(view([slot('ID card')]), `/app/request#5ecre7${mark}${'0'.repeat(32)}`);
    const begun = server.on(asked.begin, () => ({ share: 's' }));
    await screen.findByText('not encrypted any more');
    expect(screen.queryByRole('button', { name: /Choose files/ })).toBeNull();
    expect(begun).toEqual([]);
  },
);

test.each([
  ['a request', view([slot('ID card')]), 'Papers'],
  [
    'one of an encrypted inbox',
    view([slot('ID card')], { seal: { publicKey: btoa('k'.repeat(32)) } }),
    'Papers',
  ],
  ['one that a code has yet to open', view([], { title: '', codeTo: 'a…@example.org' }), /asks for files$/],
])('%s can be reported where the server takes reports', async (_, answer, heading) => {
  const { server, person } = open(answer, undefined, 'Report');
  const sent = server.on(asked.report, () => ({}));
  await screen.findByText(heading);
  await person.click(screen.getByRole('button', { name: 'Report' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Report this link' }));
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'Personal data');
  await person.type(dialog.getByRole('textbox', { name: /^What is wrong/ }), 'They want my PIN.');
  await person.click(dialog.getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { token: '5ecre7', reason: 'personal', text: 'They want my PIN.', address: null },
  ]);
});

test('without an address for reports a request has no such button', async () => {
  open(view([slot('ID card')]));
  await row('ID card');
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});

test('a closed inbox says so and offers nothing', async () => {
  open(view([slot('ID card')], { closed: true }));
  await screen.findByText('The inbox takes no files at the moment.');
  expect(screen.queryByText(/^Files are sent/)).toBeNull();
  expect(screen.queryByRole('button', { name: /Choose files/ })).toBeNull();
});

test('a link that is over says whom to ask', async () => {
  new ImitatedServer().on(asked.look, () => refusal('asked.over'));
  mount(<AskedPage {...{ keyTexts, chip }} reportLabel={null} />, { url: '/app/request#gone', viewer: null });
  await screen.findByRole('heading', { name: 'This request is no longer open' });
  screen.getByText('Ask whoever sent you the link.');
});

test('a request that the server can’t answer now is asked for again by a button', async () => {
  const server = new ImitatedServer();
  server.on(asked.look, () => refusal('limit.attempts', { unit: 'minutes', count: 2 }));
  const { person } = mount(<AskedPage {...{ keyTexts, chip }} reportLabel={null} />, {
    url: '/app/request#5ecre7',
    viewer: null,
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.on(asked.look, () => view([slot('ID card')]));
  await person.click(again);
  await row('ID card');
});

test('who has a profile is seen by name, line and picture, and says what is asked in one sentence', async () => {
  const sender = { name: 'Dr. Weber', isLogin: false, line: 'Hamburg', picture: '/sender/abc', color: null };
  open(view([slot('ID card')], { from: 'Dr. Weber', sender }));
  await screen.findByText('Dr. Weber asks you for');
  for (const text of ['Dr. Weber', 'Hamburg']) screen.getByText(text);
  expect(document.querySelector('[data-sender] img')?.getAttribute('src')).toBe('/sender/abc');
});

test('one that asks only for what is optional counts all of it', async () => {
  open(view([slot('Photo', { needed: false }), slot('Film', { needed: false, state: 'received' })]));
  await screen.findByText(/^1 of 2 here, 1 missing/);
});

test('one that is encrypted carries the mark, unless its key is another', async () => {
  open(view([slot('ID card')], { seal: { publicKey: btoa('k'.repeat(32)) } }));
  await row('ID card');
  await screen.findByText(/^(End-to-end encrypted|unable)$/);
});

test('when all is there the person is thanked', async () => {
  open(view([slot('ID card', { state: 'received' })], { complete: true }));
  await screen.findByText('Thank you, Ada. Everything is here.');
});

test('reminders end by a button, not by opening the link', async () => {
  const server = new ImitatedServer();
  const stopped = server.on(asked.stop, () => ({}));
  const { person } = mount(<AskedPage {...{ keyTexts, chip }} reportLabel={null} />, {
    url: '/app/request#stop=abc.def',
    viewer: null,
  });
  await screen.findByRole('heading', { name: 'Turn reminders off?' });
  expect(stopped).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => screen.getByRole('heading', { name: 'You get no more reminders.' }));
  expect(stopped[0]?.query).toEqual({ token: 'abc.def' });
});
