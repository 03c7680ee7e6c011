import { beforeAll, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { headerNames } from '@/lib/contract/http/names';
import { finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { saveForm } from '@/lib/server/services/alias/form';
import { setInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, metaPart } from '@/testing/service/form';
import {
  idOf,
  type Reply,
  send,
  signedIn,
  someBytes,
  startTransfer,
  tusClient,
} from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), someBytes(2_000)]);
const pdf = Buffer.from('%PDF-1.7 and so on');
const named = (name: string, type = '') => ({
  'upload-metadata': `filename ${btoa(name)},filetype ${btoa(type)}`,
});
const verdictOf = ({ status, json }: Reply) => [
  status,
  status === 204 || status === 201 ? null : json().code,
];
const refusal = (reply: Reply) => [reply.status, reply.json().code];

/** An alias with a form and, where nothing is asked, a delivery that has begun. */
async function inbox(over: object, hasBegun = true) {
  const owner = await userContext({ now: new Date() });
  const { id: aliasId } = await ownAlias(owner);
  const share = { name: null, description: null, maxViews: 10 };
  const shareId = hasBegun
    ? (await createShareThroughAlias(await newAliasPass(owner, aliasId), share)).id
    : 'none';
  const change = (form: object) => saveForm(owner, { ...AliasForm.parse(form), aliasId });
  await change(over);
  const auth = { [headerNames.alias]: aliasId };
  const left = () => owner.db.file.findMany({ where: { share: { aliasId } }, orderBy: { name: 'asc' } });
  const tus = tusClient(port, shareId, auth, 'alias');
  return { owner, aliasId, shareId, auth, left, change, tus, form: formClient(port, auth, 'alias') };
}

test('tus: what the name or the declared type says against a file is said before any of its bytes', async () => {
  const { tus, left } = await inbox({ groups: ['pictures'], endings: ['dwg'], maxFileBytes: 3_000 });
  for (const [name, type] of [
    ['a.pdf', 'application/pdf'],
    ['a.exe', ''],
    ['a', 'image/png'],
    ['a.png.sh', 'image/png'],
  ] as const)
    expect(refusal(await tus.create(10, named(name, type)))).toEqual([415, 'delivery.fileType']);
  expect(refusal(await tus.create(10, named('a.png', 'application/pdf')))).toEqual([
    415,
    'delivery.fileLies',
  ]);
  const large = await tus.create(3_001, named('plan.png'));
  expect(refusal(large)).toEqual([413, 'delivery.fileTooLarge']);
  expect(large.json().message).toBe('“plan.png” is too large. A file can have up to 2.93K.');
  expect((await tus.create(3_000, named('A.PNG', 'image/png'))).status).toBe(201);
  expect((await tus.create(10, named('a.dwg', 'application/acad'))).status).toBe(201);
  expect(await left()).toHaveLength(2);
});

test.each([
  ['in one request', 400, 400],
  ['in pieces', 300_000, 7],
])('tus: a file that begins as something else is refused by name, %s, and gone', async (_, size, first) => {
  const { tus, left } = await inbox({ groups: ['pictures'] });
  const lie = Buffer.concat([Buffer.from('MZ\0\0'), someBytes(size - 4)]);
  const path = await tus.begin(size, named('holiday.jpg', 'image/jpeg'));
  if (first < size) expect((await tus.patch(path, 0, lie.subarray(0, first))).status).toBe(204);
  const start = first < size ? first : 0;
  const reply = await tus.patch(path, start, lie.subarray(start));
  expect(refusal(reply)).toEqual([415, 'delivery.fileLies']);
  expect(reply.json().message).toContain('“holiday.jpg” is not what its name says.');
  expect(await left()).toEqual([]);
  expect((await tus.head(path)).status).toBe(404);

  const honest = await tus.begin(png.length, named('holiday.png', 'image/png'));
  expect((await tus.patch(honest, 0, png)).status).toBe(204);
  expect(await left()).toMatchObject([{ name: 'holiday.png', state: 'complete' }]);
});

test('a creation that brings a lie along is refused, and an empty file says nothing', async () => {
  const { tus, left } = await inbox({ endings: ['pdf'] });
  const type = { 'content-type': 'application/offset+octet-stream' };
  const headers = { ...tus.tus, ...type, ...named('a.pdf'), 'upload-length': 4 };
  const reply = await send(port, 'POST', tus.base, { headers, body: Buffer.from('ELF?') });
  expect(refusal(reply)).toEqual([415, 'delivery.fileLies']);
  expect(await left()).toEqual([]);
  expect((await tus.create(0, named('a.pdf'))).status).toBe(201);
});

test('tus: files and bytes of a delivery hold, however many come at once', async () => {
  const { tus, left } = await inbox({ maxFiles: 3, maxBytes: 1_000 });
  const replies = await Promise.all(Array.from({ length: 10 }, () => tus.create(100)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = replies.find(({ status }) => status !== 201);
  expect(refused && refusal(refused)).toEqual([413, 'delivery.tooManyFiles']);
  expect(await left()).toHaveLength(3);
  const other = await inbox({ maxFiles: 3, maxBytes: 1_000 });
  expect((await other.tus.create(900)).status).toBe(201);
  expect(refusal(await other.tus.create(101))).toEqual([413, 'delivery.tooLarge']);
  expect((await other.tus.create(100)).status).toBe(201);
});

test('forms: the same, and nothing of a refused one is kept', async () => {
  const { form, shareId, left, change } = await inbox({
    groups: ['documents'],
    maxFiles: 2,
    maxFileBytes: 100,
  });
  const good = filePart('cv.pdf', pdf, 'application/pdf');
  for (const [code, status, ...parts] of [
    ['delivery.fileType', 415, good, filePart('cv.exe', 'MZ')],
    ['delivery.fileLies', 415, good, filePart('cv.docx', '<html>', 'application/octet-stream')],
    ['delivery.fileLies', 415, filePart('cv.pdf', pdf, 'image/png')],
    ['delivery.fileTooLarge', 413, filePart('cv.pdf', Buffer.concat([pdf, someBytes(90)]))],
    ['delivery.tooManyFiles', 413, good, good, good],
  ] as const) {
    for (const reply of [await form.make(...parts), await form.add(shareId, ...parts)])
      expect(refusal(reply)).toEqual([status, code]);
  }
  expect(await left()).toEqual([]);
  expect(refusal(await form.add(shareId, good, good))).toEqual([200, null]);
  expect(refusal(await form.add(shareId, good))).toEqual([413, 'delivery.tooManyFiles']);
  await change({ maxBytes: 20 });
  expect(refusal(await form.make(good, good))).toEqual([413, 'delivery.tooLarge']);
});

test('forms may answer in their meta part; who can’t is told why when something is required', async () => {
  const asked = {
    sender: { name: 'required' },
    questions: [{ id: 'q', label: 'Job?', kind: 'text', required: true }],
  };
  const { owner, form, left, aliasId } = await inbox(asked, false);
  const answered = metaPart({ sender: { name: 'Ada' }, answers: { q: 'Engineer' } });
  expect(refusal(await form.make(filePart('a', 'a')))).toEqual([400, 'delivery.unanswered']);
  expect(refusal(await form.make(metaPart({ sender: { name: 'Ada' } }), filePart('a', 'a')))).toEqual([
    400,
    'delivery.unanswered',
  ]);
  const sent = await send(port, 'PUT', `/u/alias/${aliasId}/a.txt`, { body: Buffer.from('a') });
  expect(sent.status).toBe(400);
  expect(sent.body.toString()).toContain('This inbox asks for your name.');
  expect(await left()).toEqual([]);
  const shareId = await form.made(answered, filePart('a', 'a'));
  expect(await owner.db.delivery.findUnique({ where: { shareId } })).toMatchObject({
    name: 'Ada',
    answers: [{ label: 'Job?', value: 'Engineer' }],
  });
});

test('curl sends what is accepted where nothing is required, and is refused what isn’t', async () => {
  const { aliasId, left } = await inbox({ endings: ['pdf'], sender: { name: 'optional' } }, false);
  const put = (name: string, body: Buffer) => send(port, 'PUT', `/u/alias/${aliasId}/${name}`, { body });
  expect((await put('a.txt', pdf)).status).toBe(415);
  expect((await put('a.pdf', Buffer.from('plain'))).status).toBe(415);
  expect((await put('a.pdf', pdf)).status).toBe(201);
  expect(await left()).toHaveLength(1);
});

test('uploads begun before the end may go on for an hour; nothing new begins', async () => {
  const { tus, form, shareId, change, aliasId } = await inbox({});
  const path = await tus.begin(4);
  const minutes = (count: number) => Date.now() + count * 60_000;
  await change({ closesAt: minutes(-59) });
  expect((await tus.patch(path, 0, Buffer.from('ab'))).status).toBe(204);
  expect((await form.add(shareId, filePart('a', 'a'))).status).toBe(200);
  expect(refusal(await form.make(filePart('a', 'a')))).toEqual([403, 'alias.closed']);
  expect((await send(port, 'PUT', `/u/alias/${aliasId}/a`, { body: pdf })).status).toBe(403);
  await change({ closesAt: minutes(-61) });
  expect(verdictOf(await tus.patch(path, 2, Buffer.from('cd')))).toEqual([403, 'alias.closed']);
  expect(refusal(await form.add(shareId, filePart('a', 'a')))).toEqual([403, 'alias.closed']);
  await change({ closesAt: minutes(-61), lateUntil: minutes(5) });
  expect((await tus.patch(path, 2, Buffer.from('cd'))).status).toBe(204);
  expect((await form.make(filePart('a', 'a'))).status).toBe(200);
  await change({ opensAt: minutes(5) });
  expect(refusal(await form.make(filePart('a', 'a')))).toEqual([403, 'alias.notYetOpen']);
});

test('a file that lies stays incomplete until it expires when the process ended before it was looked at', async () => {
  const { owner, left, tus } = await inbox({ endings: ['png'] });
  for (const [name, bytes] of [
    ['lie.png', pdf],
    ['true.png', png],
  ] as const) {
    const path = await tus.begin(bytes.length, named(name));
    await tus.patch(path, 0, bytes.subarray(0, 10));
    const writer = await owner.storage.openWriter(idOf(path), 10, bytes.length);
    await writer.write([bytes.subarray(10)], 10);
    await writer.close();
    const made = { fileId: idOf(path), from: 10, to: bytes.length, crc32: '00000000' };
    await owner.db.upload.update({ where: { fileId: made.fileId }, data: { leaseHolder: null } });
    await saveProgress(owner, made);
  }
  await finishUploads(owner);
  expect((await left()).map(({ name, state }) => [name, state])).toEqual([
    ['lie.png', 'incoming'],
    ['true.png', 'complete'],
  ]);
  const { UPLOAD_TTL } = owner.config;
  await finishUploads({ ...owner, now: new Date(Date.now() + UPLOAD_TTL + 60_000) }); // its sender has not come back
  expect((await left()).map(({ name }) => name)).toEqual(['true.png']);
});

test('an inbox with a password takes nothing without it, in no way', async () => {
  const { owner, aliasId, shareId, auth, tus, form, left } = await inbox({});
  await setInboxPassword(owner, { aliasId, value: 'sesame' });
  const curl = (headers = {}) =>
    send(port, 'PUT', `/u/alias/${aliasId}/a.txt`, {
      headers: { accept: 'application/json', ...headers },
      body: Buffer.from('a'),
    });
  const refused = [401, 'alias.passwordRequired'];
  expect(refusal(await tus.create(10, named('a.txt')))).toEqual(refused);
  expect(refusal(await form.make(filePart('a.txt', 'a')))).toEqual(refused);
  expect(refusal(await curl())).toEqual(refused);
  expect(await left()).toEqual([]);
  const shown = { [headerNames.password]: 'sesame' };
  expect((await curl(shown)).status).toBe(201);
  const knowing = tusClient(port, shareId, { ...auth, ...shown }, 'alias');
  expect((await knowing.create(10, named('a.txt'))).status).toBe(201);
});

test('the owner adds to what came in whatever they like', async () => {
  const { owner, shareId, left } = await inbox({ endings: ['pdf'], maxFiles: 1, closesAt: 1 });
  const own = tusClient(port, shareId, await signedIn(owner));
  for (const name of ['a.exe', 'b.pdf']) {
    const path = await own.begin(2, named(name));
    expect((await own.patch(path, 0, Buffer.from('MZ'))).status).toBe(204);
    expect(idOf(path)).not.toBe('');
  }
  expect(await left()).toHaveLength(2);
});
