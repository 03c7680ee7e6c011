import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ErrorCode } from '@/lib/contract/errors';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { sampleFile } from '@/testing/screens/sample-share';
import { OpenShare } from './open-share';

const linkId = 'link-0123456789abcdef';
const peek = {
  title: null,
  sender: null,
  total: null,
  until: null,
  isPersonal: false,
  locked: false,
  viewsLeft: null,
  asksFirst: false,
  asks: null,
  isSealed: false,
  manifestStart: null,
};
const opened = {
  ...blankOf(open.get.answer),
  id: linkId,
  title: 'Plans',
  validity: 1_000,
  maxViews: 1,
  files: [sampleFile('notes.txt')],
};

beforeEach(() => {
  delete window.pageVisit;
});

const draw = (over: Partial<Parameters<typeof OpenShare>[0]['peek']> = {}) =>
  mount(<OpenShare {...{ linkId }} peek={{ ...peek, ...over }} view={null} noteAtFirst={null} />, {
    viewer: null,
    url: `/app/open/${linkId}`,
  });

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test.each([
  ['open.passwordRequired', 'This share is locked'],
  ['open.codeRequired', 'Is this for you?'],
  ['open.recipientsOnly', 'For recipients only'],
  ['open.notFound', 'This link doesn’t work'],
  ['request.notFound', 'This link doesn’t work'],
  ['limit.attempts', 'The share could not be opened'],
] as [ErrorCode, string][])(
  'a link that is refused with %s shows “%s”, and asks the server once',
  async (code, title) => {
    const asked = new ImitatedServer().on(open.get, () => refusal(code, { unit: 'minutes', count: 1 }));
    draw({ title: code === 'open.passwordRequired' ? title : null });
    await heading(title);
    expect(asked).toHaveLength(1);
  },
);

test('a wrong password stays at the gate with its error, and the right one opens', async () => {
  const server = new ImitatedServer();
  server.on(open.get, () => refusal('open.passwordRequired'));
  const { person } = draw({ locked: true });
  const password = await screen.findByLabelText('Password');
  server.on(open.get, () => refusal('open.passwordWrong'));
  await person.type(password, 'wrong{Enter}');
  await screen.findByText('Password invalid. Check capitals and spaces.');
  server.on(open.get, () => opened);
  await person.type(password, 'right{Enter}');
  await heading('Plans');
});

test('a link that ends while its password is typed is said to be over', async () => {
  const server = new ImitatedServer();
  server.on(open.get, () => refusal('open.passwordRequired'));
  const { person } = draw({ locked: true });
  server.on(open.get, () => refusal('open.notFound'));
  await person.type(await screen.findByLabelText('Password'), 'right{Enter}');
  await heading('This link doesn’t work');
});

test('a link that asks first spends nothing before its button', async () => {
  const asked = new ImitatedServer().on(open.get, () => opened);
  const { person } = draw({ asksFirst: true, viewsLeft: 1 });
  const button = await screen.findByRole('button', { name: 'Open (1 view left)' });
  expect(asked).toEqual([]);
  await person.click(button);
  await heading('Plans');
  expect(asked).toHaveLength(1);
});

test('whoever asks again after a failure keeps the key of the visit, which spends no second view', async () => {
  const server = new ImitatedServer();
  const keys: unknown[] = [];
  const { fetch: reply } = globalThis;
  globalThis.fetch = (url, init) => {
    if (String(url).includes(linkId)) keys.push(new Headers(init?.headers).get(idempotencyHeader));
    return reply(url, init);
  };
  server.on(open.get, () => new Response('', { status: 500 }));
  const { person } = draw();
  await heading('The share could not be opened');
  server.on(open.get, () => opened);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Plans');
  expect(keys[0]).toMatch(/./);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a right code opens, and a new one takes the refusal of the last one away', async () => {
  const server = new ImitatedServer();
  server.on(open.get, () => refusal('open.codeRequired'));
  const sent = server.on(open.sendCode, () => ({ address: 'a…@example.org' }));
  const proved = server.on(open.proveCode, () => refusal('open.codeWrong'));
  const { person } = draw();
  const code = () => screen.findByRole('textbox', { name: 'Code' });
  await person.click(await screen.findByRole('button', { name: 'Send me a code' }));
  await person.type(await code(), ' 123456 {Enter}');
  await screen.findByText(/^This code is wrong\./);
  await person.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await code();
  expect(screen.queryByText(/^This code is wrong\./)).toBeNull();
  server.on(open.proveCode, () => ({}));
  server.on(open.get, () => opened);
  await person.type(await code(), '654321{Enter}');
  await heading('Plans');
  expect(proved.map(({ body }) => body)).toEqual([{ code: '123456' }]);
});
