import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { openContext, userContext } from '@/testing/service/context';
import { filePart, formClient } from '@/testing/service/form';
import { askPeople, newRound, slotOf, tokenOf } from '@/testing/service/requests';
import { sealInbox, someSealedKey } from '@/testing/service/sealed';
import { send, signedIn, startTransfer } from '@/testing/service/transfer';
import { unzipped } from '@/testing/service/zip';
import { decideCell } from './decide';
import { countRoundFiles } from './files';
import { beginSlot, noteSaved } from './person';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const people = [
  { name: 'Ada', address: 'ada@example.org' },
  { name: 'Ada', address: 'ada@example.com' },
  { name: '../../etc', address: 'dots@example.org' },
  { name: '=1+1\u202egnp.exe', address: 'bidi@example.org' },
  { name: 'Ünal; "Ö"', address: 'unal@example.org' },
];

async function filledRound() {
  const now = { now: new Date() };
  const [owner, member, other] = await Promise.all([userContext(now), userContext(now), userContext(now)]);
  const slots = [slotOf('Pay/slip'), slotOf('Photo'), slotOf('photo')];
  const made = await newRound(owner, { due: '2999-12-31', slots, members: [member.viewer.id] });
  const { aliasId, round } = made;
  const requests = await askPeople(owner, made, people);
  const visitor = openContext(now);
  async function give(nth: number, slot: number, name: string, text: string) {
    const token = await tokenOf(owner, { aliasId, request: requests[nth] ?? '' });
    const { share } = await beginSlot(visitor, { token, slot: made.slots[slot] ?? '' });
    const pass = { [headerNames.alias]: `${token}.${made.slots[slot]}` };
    const reply = await formClient(port, pass, 'alias').add(share, filePart(name, text));
    expect(reply.json()).toMatchObject({ success: true });
    await noteSaved(visitor, { token });
  }
  const get = async (what: string, as = owner, headers = {}, method = 'GET') =>
    send(port, method, `/api/v2/sec/alias/${aliasId}/round/${what}?round=${round}`, {
      headers: { ...(await signedIn(as)), ...headers },
    });
  return { owner, member, other, ...made, requests, visitor, give, get };
}

test('a round is one archive, Person/Slot/file, and no two people or slots share a folder', async () => {
  const { give, get, owner, member, other, aliasId, round, requests, slots } = await filledRound();
  await give(0, 0, 'may.pdf', 'of the first');
  await give(1, 0, 'may.pdf', 'of the second');
  await give(1, 1, 'me.png', 'upper');
  await give(1, 2, 'me.png', 'lower');
  for (const nth of [2, 3, 4]) await give(nth, 0, 'a.pdf', `of ${nth}`);
  const { status, headers, body } = await get('zip');
  expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('"Papers.zip"')]);
  expect(unzipped(body)).toEqual({
    'Ada (ada@example.org)/Pay_slip/may.pdf': 'of the first',
    'Ada (ada@example.com)/Pay_slip/may.pdf': 'of the second',
    'Ada (ada@example.com)/Photo/me.png': 'upper',
    'Ada (ada@example.com)/photo (2)/me.png': 'lower',
    '.._.._etc/Pay_slip/a.pdf': 'of 2',
    '=1+1gnp.exe/Pay_slip/a.pdf': 'of 3',
    'Ünal; _Ö_/Pay_slip/a.pdf': 'of 4',
  });
  expect(await countRoundFiles(member, { aliasId, round })).toEqual({
    files: 7,
    size: 12 + 13 + 5 + 5 + 3 * 4,
    checking: 0,
    sealed: 0,
  });
  expect((await get('zip', member)).body.equals(body)).toBe(true);
  for (const what of ['zip', 'table.csv'])
    expect([what, (await get(what, other)).json().code]).toEqual([what, 'alias.notFound']);
  await expect(countRoundFiles(other, { aliasId, round })).rejects.toMatchObject({ code: 'alias.notFound' });

  const again = { request: requests[0] ?? '', slot: slots[0] ?? '', reason: 'Cut off', version: 0 };
  await decideCell(owner, { aliasId, ...again, decision: 'again' });
  expect(Object.keys(unzipped((await get('zip')).body))).not.toContain(
    'Ada (ada@example.org)/Pay_slip/may.pdf',
  );
});

test('the board is a table for spreadsheets: a line for each person and thing, and nothing in it computes', async () => {
  const { give, get, owner, aliasId, requests, slots } = await filledRound();
  await give(0, 0, 'may.pdf', 'twelve bytes');
  await give(3, 1, 'x.png', 'four');
  const decided = { aliasId, request: requests[3] ?? '', slot: slots[1] ?? '', version: 0 };
  await decideCell(owner, { ...decided, decision: 'again', reason: '@SUM(1)' });
  const { status, headers, body } = await get('table.csv', owner, { 'accept-language': 'de' });
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringContaining('"Papers.csv"'),
  ]);
  const lines = body.toString().split('\r\n');
  expect(lines).toHaveLength(1 + people.length * slots.length + 1);
  expect(lines[0]).toBe(
    '\ufeffPerson;E-Mail-Adresse;Angefragt;Stand;Fällig;Empfangen;Dateien;Größe in Byte;Grund;Link',
  );
  const line = (start: string) => lines.filter((one) => one.startsWith(start));
  const received = /;erhalten;2999-12-31;\d{4}-\d\d-\d\dT[\d:.]+Z;1;12;;http.+\/app\/upload\/\S+$/;
  expect(line('Ada;ada@example.org;Pay/slip')).toEqual([expect.stringMatching(received)]); // shows it whole
  expect(line("'=1+1")[1]).toMatch(/;bidi@example.org;Photo;bitte noch einmal;2999-12-31;;0;0;'@SUM\(1\);$/);
  expect(line('"Ünal; ""Ö""";unal@example.org;photo;fehlt;2999-12-31;;0;0;;')).toHaveLength(1);
  expect((await get('table.csv', owner, {}, 'HEAD')).body).toHaveLength(0);
});

test('a table of more people than fit into a step has each of them once', async () => {
  const { owner, aliasId, round, get, slots } = await filledRound();
  const many = Array.from({ length: 250 }, (_, n) => ({ name: `P${n % 7}`, address: `p${n}@example.net` }));
  await askPeople(owner, { aliasId, round }, many);
  const lines = (await get('table.csv')).body.toString().trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',').slice(1, 3).join())).size).toBe(lines.length);
  expect(lines).toHaveLength((many.length + people.length) * slots.length);
});

test('a sealed round says so instead of giving an archive', async () => {
  const { owner, visitor, aliasId, round, requests, slots, get } = await filledRound();
  await sealInbox(owner, aliasId);
  const token = await tokenOf(owner, { aliasId, request: requests[0] ?? '' });
  const { share } = await beginSlot(visitor, { token, slot: slots[0] ?? '', sealedKey: someSealedKey() });
  const file = {
    id: owner.newId(),
    shareId: share,
    name: 'x',
    sizeBytes: 3,
    mimeType: 'application/octet-stream',
  };
  await owner.db.file.create({
    data: { ...file, state: 'complete', storedBytes: 3, crc32: '00000000', completedAt: owner.now },
  });
  expect((await get('zip')).json().code).toBe('share.sealed');
  expect(await countRoundFiles(owner, { aliasId, round })).toEqual({
    files: 0,
    size: 0,
    checking: 0,
    sealed: 1,
  });
});
