import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { type BoardCell, type BoardRow, round } from '@/lib/contract/alias/round';
import { share } from '@/lib/contract/share/share';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { RoundBoard } from './round-board';

const inbox = {
  id: 'papers',
  name: 'Papers',
  validity: 3_600_000,
  owner: 'ada',
  ownerId: 'ada',
  enabled: true,
  members: { items: [] },
  created: 0,
  keyFingerprint: null,
} satisfies AliasDetail;

const cell = (slot: string, over: Partial<BoardCell> = {}): BoardCell => ({
  slot,
  state: 'received',
  share: 's1',
  files: 1,
  checking: 0,
  quarantined: 0,
  reason: null,
  version: 3,
  ...over,
});

const someone = (name: string, over: Partial<BoardRow> = {}): BoardRow => ({
  id: name.toLowerCase(),
  name,
  address: `${name.toLowerCase()}@example.org`,
  language: null,
  due: '2026-12-18',
  late: false,
  sent: null,
  refusal: null,
  opened: null,
  complete: null,
  stopped: null,
  reminded: 0,
  next: null,
  cells: [],
  ...over,
});

const slot = (id: string, name: string, needed = true) => ({
  ...{
    id,
    name,
    needed,
    hint: '',
    groups: [],
    endings: [],
    maxFiles: null,
    example: null,
    exampleFile: null,
  },
});
const slots = [slot('id', 'ID card'), slot('pay', 'Payslip', false)];
const sums = { people: 2, complete: 1, late: 1 };
const sheet = {
  id: 'r1',
  name: 'January',
  due: '2026-12-18',
  repeat: null,
  created: 0,
  message: '',
  proof: false,
  slots,
};

function open(
  people: BoardRow[],
  { detail = inbox, search = '' }: { detail?: AliasDetail; search?: string } = {},
) {
  const server = new ImitatedServer();
  server.on(alias.get, () => detail);
  server.on(share.get, () => refusal('share.notFound'));
  const read = server.on(round.board, ({ query }) => {
    const items = people.filter(({ name }) => name.toLowerCase().includes(query.q ?? ''));
    return { round: { ...sheet, ...sums }, items, total: items.length };
  });
  const page = (
    <main id="content" tabIndex={-1}>
      <RoundBoard aliasId="papers" nowMs={Date.UTC(2026, 11, 1)} />
    </main>
  );
  const url = `/app/alias/papers/request/board?round=r1${search}`;
  return { server, read, people, ...mount(page, { url, config: { mailEnabled: true } }) };
}

const table = async () => within(await screen.findByRole('table', { name: 'January' }));

test('the board says in words what has come of each person and thing', async () => {
  const { read } = open([
    someone('Ada', {
      late: true,
      refusal: 'No such mailbox',
      cells: [cell('id', { state: 'again', share: null, reason: 'It is cut off.' })],
    }),
    someone('Bob', {
      complete: 1,
      stopped: 1,
      refusal: '',
      cells: [cell('id'), cell('pay', { state: 'accepted' })],
    }),
  ]);
  const board = await table();
  const heads = board.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Person', 'ID card ', 'Payslip (optional)', 'Actions']);
  const ada = board.getByRole('row', { name: /^Ada/ }).textContent;
  for (const text of ['ada@example.org', 'Late', 'please again', 'It is cut off.', 'missing'])
    expect(ada).toContain(text);
  expect(ada).toContain('E-mail not delivered: No such mailbox');
  const bob = board.getByRole('row', { name: /^Bob/ }).textContent;
  for (const text of ['Complete', 'received', 'accepted', 'Reminders turned off', 'mail server could not'])
    expect(bob).toContain(text);
  screen.getByText('1 of 2 complete, 1 late · until 18 Dec 2026');
  expect(read[0]?.query).toMatchObject({ round: 'r1', q: '' });
});

test('a phone has a card for each person', async () => {
  open([someone('Ada', { cells: [cell('id')] })]);
  const card = within(await screen.findByRole('listitem', { name: 'Ada' }));
  expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['ID card', 'Payslip']);
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'received',
    'missing',
  ]);
});

test('filter and search ask the server, and stand in the address', async () => {
  const { person, read } = open([someone('Ada'), someone('Bob')]);
  const shown = within(await screen.findByRole('navigation', { name: 'Show' }));
  const late = shown.getByRole('link', { name: 'Late' });
  expect(late.getAttribute('href')).toBe('/app/alias/papers/request/board?round=r1&state=late');
  await person.type(screen.getByRole('searchbox', { name: 'Search people' }), 'bo');
  await waitFor(() => expect(read.at(-1)?.query).toMatchObject({ round: 'r1', q: 'bo' }));
  await waitFor(() => expect(location.search).toBe('?round=r1&q=bo'));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Ada/ })).toBeNull());
});

test('A accepts what came and shows the next that waits', async () => {
  const people = [
    someone('Ada', { cells: [cell('id', { version: 3 })] }),
    someone('Bob', { cells: [cell('id', { share: 's2', version: 7 })] }),
  ];
  const { server, person } = open(people, { search: '&at=ada:id' });
  const decided = server.on(round.decide, () => {
    people[0] = someone('Ada', { cells: [cell('id', { state: 'accepted', version: 4 })] });
    return {};
  });
  await screen.findByRole('heading', { name: 'Ada · ID card' });
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'));
  await person.keyboard('a');
  await screen.findByRole('heading', { name: 'Bob · ID card' });
  const body = { request: 'ada', slot: 'id', decision: 'accepted', reason: '', version: 3 };
  expect(decided.map((call) => call.body)).toEqual([body]);
});

test('J and K go to what waits for a decision', async () => {
  const { person } = open(
    [
      someone('Ada', { cells: [cell('id'), cell('pay', { state: 'accepted' })] }),
      someone('Bob', { cells: [cell('pay')] }),
    ],
    { search: '&at=ada:id' },
  );
  await screen.findByRole('heading', { name: 'Ada · ID card' });
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'));
  await person.keyboard('j');
  await screen.findByRole('heading', { name: 'Bob · Payslip' });
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'));
  await person.keyboard('k');
  await screen.findByRole('heading', { name: 'Ada · ID card' });
});

test('it is asked for again with a reason, which letters don’t disturb', async () => {
  const people = [someone('Ada', { cells: [cell('id')] })];
  const { server, person } = open(people, { search: '&at=ada:id' });
  const decided = server.on(round.decide, () => {
    people[0] = someone('Ada', { cells: [cell('id', { state: 'again', share: null })] });
    return {};
  });
  await screen.findByRole('heading', { name: 'Ada · ID card' });
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SECTION'));
  await person.keyboard('r');
  await person.type(await screen.findByRole('textbox', { name: 'Reason' }), 'A jar, a kit');
  await person.click(screen.getByRole('button', { name: 'Please again' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ada · ID card' })).toBeNull());
  expect(decided.map(({ body }) => body)).toMatchObject([{ decision: 'again', reason: 'A jar, a kit' }]);
});

test('when someone else was quicker, it says what they decided and shows it', async () => {
  const people = [someone('Ada', { cells: [cell('id')] })];
  const { server, person, read } = open(people, { search: '&at=ada:id' });
  server.on(round.decide, () => {
    people[0] = someone('Ada', { cells: [cell('id', { state: 'accepted', version: 4 })] });
    const now = { state: 'accepted', reason: null, version: 4 };
    return Response.json({ success: false, code: 'request.changed', message: 'Changed.', now });
  });
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('Someone else has decided in the meantime. It is now: accepted.');
  await waitFor(() => expect(read).toHaveLength(2));
  const undone = server.on(round.decide, () => ({}));
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(undone).toHaveLength(1));
  expect(undone[0]?.body).toMatchObject({ decision: null, version: 4 });
});

test('the owner copies a person’s link, and withdraws a request with its files after asking once', async () => {
  const { server, person } = open([someone('Ada')]);
  server.on(round.link, () => ({ link: 'http://localhost:3000/app/request#5ecre7' }));
  const withdrawn = server.on(round.withdraw, () => ({}));
  const board = await table();
  const menu = async (name: string) => {
    await person.click(board.getByRole('button', { name: 'Actions for Ada' }));
    await person.click(await screen.findByRole('menuitem', { name }));
  };
  await menu('Copy link');
  await screen.findByText('Link copied');
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/app/request#5ecre7');
  await menu('Withdraw…');
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('Ada');
  await person.click(question.getByRole('checkbox', { name: 'Delete the person’s files, too' }));
  expect(withdrawn).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Yes, withdraw it' }));
  await waitFor(() => expect(withdrawn.map(({ body }) => body)).toEqual([{ request: 'ada', files: true }]));
});

test('the owner asks more people, and rows that are wrong are named', async () => {
  const { server, person } = open([]);
  const asked = server.on(round.addPeople, () => ({ added: 1, wrong: [] }));
  await screen.findByText('Nobody has been asked yet.');
  await person.click(await screen.findByRole('button', { name: 'Ask more people' }));
  const people = screen.getByRole('textbox', { name: 'People' });
  await person.type(people, 'Ada; ada@');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Row 1, address: is not an e-mail address');
  await person.type(people, 'example.org');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([{ round: 'r1', table: 'Ada; ada@example.org' }]),
  );
});

test('the owner changes a round, and asks the same people again by another day', async () => {
  const { server, person, went } = open([someone('Ada')]);
  const changed = server.on(round.change, () => ({}));
  const again = server.on(round.again, () => ({ id: 'r2' }));
  const menu = async (name: string) => {
    await person.click(await screen.findByRole('button', { name: 'Actions for January' }));
    await person.click(await screen.findByRole('menuitem', { name }));
  };
  const chooseDay = (day: string) =>
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: day } });
  await menu('Change');
  await person.type(await screen.findByRole('textbox', { name: 'Message to all' }), 'Soon');
  chooseDay('');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Choose a day.');
  expect(changed).toEqual([]);
  chooseDay('2999-01-31');
  await person.click(screen.getByRole('checkbox', { name: /^Confirm addresses/ }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  const head = { round: 'r1', name: 'January', due: '2999-01-31', message: 'Soon', repeat: null };
  const body = { ...head, proof: true };
  expect(changed.map((call) => call.body)).toEqual([body]);
  await menu('Ask again');
  await screen.findByText(/^The same people/);
  chooseDay('2999-02-28');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(went).toEqual(['/app/alias/papers/request/board?round=r2']));
  expect(again.map((call) => call.body)).toEqual([{ round: 'r1', due: '2999-02-28' }]);
});

test('a round is deleted after asking once by its name', async () => {
  const { server, person, went } = open([someone('Ada')]);
  const removed = server.on(round.remove, () => ({}));
  await person.click(await screen.findByRole('button', { name: 'Actions for January' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  const question = within(await screen.findByRole('alertdialog'));
  question.getByText('January');
  expect(removed).toEqual([]);
  await person.click(question.getByRole('button', { name: 'Yes, delete it' }));
  await waitFor(() => expect(went).toEqual(['/app/alias/papers/request']));
  expect(removed.map(({ body }) => body)).toEqual([{ round: 'r1' }]);
});

test('a member sees the board and decides, and changes nothing else', async () => {
  const detail = { ...inbox, owner: 'bea', ownerId: 'bea' };
  open([someone('Ada', { cells: [cell('id')] })], { detail });
  const board = await table();
  board.getByRole('link', { name: 'Ada, ID card: received' });
  expect(screen.queryByRole('button', { name: 'Actions for Ada' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask more people' })).toBeNull();
});

async function openDownloads(sent: { files: number; size: number; checking: number; sealed: number }) {
  const { server, person } = open([someone('Ada')], { detail: { ...inbox, ownerId: 'bob' } });
  const asked = server.on(round.files, () => sent);
  await person.click(await screen.findByRole('button', { name: 'Actions for January' }));
  await screen.findByRole('menuitem', { name: 'Download' });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  await person.click(screen.getByRole('menuitem', { name: 'Download' }));
  return { asked, person, part: within(await screen.findByRole('region', { name: 'Download' })) };
}

test('what has come is one ZIP and the board a table, for members too', async () => {
  const { asked, person, part } = await openDownloads({ files: 3, size: 2_000, checking: 1, sealed: 0 });
  const zip = await part.findByRole('link', { name: /^Download all as ZIP/ });
  expect(zip.getAttribute('href')).toBe('/api/v2/sec/alias/papers/round/zip?round=r1');
  expect(part.getByRole('link', { name: /table/ }).getAttribute('href')).toBe(
    '/api/v2/sec/alias/papers/round/table.csv?round=r1',
  );
  part.getByText('1 file is being checked');
  expect(asked[0]?.query).toMatchObject({ round: 'r1' });
  await person.click(part.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Download' })).toBeNull();
});

test.each([
  ['sealed', { files: 0, size: 0, checking: 0, sealed: 2 }, /2 files are end-to-end encrypted/],
  ['more than a ZIP holds', { files: 2, size: 1e15, checking: 0, sealed: 0 }, /one ZIP may hold/],
])('what is %s is said, and the table is there', async (_, sent, words) => {
  const { part } = await openDownloads(sent);
  await part.findByText(words);
  expect(part.getAllByRole('link')).toHaveLength(1);
});
