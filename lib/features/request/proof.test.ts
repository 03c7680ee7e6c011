import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { checkInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { later, openContext, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound, passFor, sendFile, tokenOf } from '@/testing/service/requests';
import { stopReminders } from './entry';
import { attachExample, getExample } from './example';
import type { ReadProofs } from './link';
import { stopToken } from './link';
import { withdrawRequest } from './people';
import { beginSlot, lookAtRequest, noteSaved } from './person';
import { proveRequest, sendRequestCode } from './proof';
import { askAgain, changeRound, createRound } from './rounds';

const post = mailServer();
let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

let serial = 0;

async function asked() {
  const owner = await userContext({ db: own.db, ...post.over() });
  const made = await newRound(owner, { proof: true });
  const ada = { name: 'Ada', address: `ada-${serial++}@example.org` };
  const bob = { name: 'Bob', address: `bob-${serial++}@example.org` };
  const [request = '', other = ''] = await askPeople(owner, made, [ada, bob]);
  await sendNotices(owner);
  const visitor = openContext({ db: own.db, mail: owner.mail, config: owner.config });
  const { aliasId } = made;
  const token = await tokenOf(owner, { aliasId, request });
  const theirs = await tokenOf(owner, { aliasId, request: other });
  const codes = () =>
    post.sink
      .for(ada.address)
      .flatMap(({ email }) =>
        /code/.test(email.subject ?? '') ? (/^\d{6}$/m.exec(email.text ?? '')?.[0] ?? []) : [],
      );
  const mailCode = async (ctx: Context = visitor) => {
    await sendRequestCode(ctx, { token });
    await sendNotices(owner);
    return codes().at(-1) ?? '';
  };
  const prove = (code: string, given = token) => proveRequest(visitor, { token: given, code });
  const slot = made.slots[0] ?? '';
  return { owner, ...made, slot, ada, request, visitor, token, theirs, codes, mailCode, prove };
}

/** A browser that has been given these proofs. */
const proofsOf =
  (...given: Awaited<ReturnType<typeof proveRequest>>[]): ReadProofs =>
  (id) =>
    given.filter(({ cookieOf }) => cookieOf === id).map(({ proof }) => proof.value);

const unproven = { code: 'asked.unproven' };
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

test('a link alone says who asks and nothing of the request, and can begin nothing', async () => {
  const { owner, aliasId, round, visitor, token, slot } = await asked();
  await attachExample(owner, { aliasId, round, slot: 1, name: 'form.pdf', data: 'AAAA' });
  const view = await lookAtRequest(visitor, { token });
  const { from, codeTo, ...rest } = view;
  expect([from, codeTo]).toEqual([owner.viewer.login, 'a…@example.org']);
  expect(Object.values(rest).flat().filter(Boolean)).toEqual([]);
  for (const call of [beginSlot, getExample])
    await expect(call(visitor, { token, slot })).rejects.toMatchObject(unproven);
  await expect(noteSaved(visitor, { token })).rejects.toMatchObject(unproven);
  const { openedAt } = await own.db.fileRequest.findFirstOrThrow({ where: { roundId: round, name: 'Ada' } });
  expect(openedAt).toBeNull();
});

test('a mailed code opens the request in that browser, once, and what was got by it ends with it', async () => {
  const { owner, visitor, token, theirs, slot, request, mailCode, prove, aliasId } = await asked();
  const code = await mailCode();
  await expect(prove(wrongFor(code))).rejects.toMatchObject({ code: 'open.codeWrong' });
  await expect(prove(code, theirs)).rejects.toMatchObject({ code: 'open.codeOver' });
  const proven = await prove(` ${code} `);
  await expect(prove(code)).rejects.toMatchObject({ code: 'open.codeOver' });
  const proofs = proofsOf(proven);
  expect(await lookAtRequest(visitor, { token, proofs })).toMatchObject({ title: 'Papers', codeTo: null });
  await expect(
    beginSlot(visitor, { token: theirs, slot, proofs: () => [proven.proof.value] }),
  ).rejects.toMatchObject(unproven);
  await beginSlot(visitor, { token, slot, proofs });

  const { alias } = await passFor(visitor, token, slot);
  expect(alias.lock?.proof?.of).toBe(request);
  const upload = (ctx: Context, cookie: readonly string[]) =>
    checkInboxPassword(ctx, alias, { password: null, cookie });
  await upload(visitor, proofs(request));
  await expect(upload(visitor, [])).rejects.toMatchObject(unproven);
  const after = later(visitor, proven.proof.validMs / 1000 + 1);
  await expect(upload(after, proofs(request))).rejects.toMatchObject(unproven);
  await expect(noteSaved(after, { token, proofs })).rejects.toMatchObject(unproven);
  await withdrawRequest(owner, { aliasId, request, files: false });
  await expect(lookAtRequest(visitor, { token, proofs })).rejects.toMatchObject({ code: 'asked.over' });
  expect(await own.db.requestCode.count({ where: { requestId: request } })).toBe(0);
});

test('guessed in parallel, a code gives five tries, and lets in once; a newer mail replaces it', async () => {
  const { mailCode, prove } = await asked();
  const first = await mailCode();
  const second = await mailCode();
  if (first !== second) await expect(prove(first)).rejects.toMatchObject({ code: 'open.codeWrong' });
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      prove(wrongFor(second)).then(
        () => 'in',
        ({ code }) => code,
      ),
    ),
  );
  expect(outcomes.filter((code) => code === 'open.codeWrong').length).toBeLessThanOrEqual(5);
  expect(outcomes).toContain('open.codeOver');
  await expect(prove(second)).rejects.toMatchObject({ code: 'open.codeOver' });
  const third = await mailCode();
  const twice = await Promise.allSettled([prove(third), prove(third)]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('codes are mailed so often and no more; one that comes too late isn’t sent', async () => {
  const { owner, visitor, token, codes, mailCode } = await asked();
  const limited = { ...visitor, config: { ...visitor.config, RATE_LIMITS: true } };
  for (let n = 0; n < 5; n++) await mailCode(limited);
  await expect(mailCode(limited)).rejects.toMatchObject({ code: 'limit.attempts' });
  const before = codes().length;
  await sendRequestCode(visitor, { token });
  await own.db.notice.updateMany({
    where: { kind: 'requestCode' },
    data: { createdAt: later(owner, -16 * 60).now },
  });
  await sendNotices(owner);
  expect(codes()).toHaveLength(before);
});

test('a round that wants no proof gives no code, the next round wants what its first did, and reminders end without one', async () => {
  const { owner, aliasId, round, request, visitor } = await asked();
  await stopReminders(visitor, { token: stopToken(owner, request) });
  const { id } = await askAgain(owner, { aliasId, round, due: '2026-05-01' });
  expect(await own.db.requestRound.findUnique({ where: { id } })).toMatchObject({ proof: true });
  const open = await newRound(owner, { aliasId });
  const [free = ''] = await askPeople(owner, open, [{ name: 'Eve', address: 'eve@example.org' }]);
  const token = await tokenOf(owner, { aliasId, request: free });
  await expect(sendRequestCode(visitor, { token })).rejects.toMatchObject({ code: 'asked.over' });
  await expect(proveRequest(visitor, { token, code: '123456' })).rejects.toMatchObject({
    code: 'asked.over',
  });
  const fields = { aliasId, name: 'x', message: '', due: '2026-05-01', repeat: null, slots: [], proof: true };
  await expect(createRound({ ...owner, mail: null }, fields)).rejects.toMatchObject({ code: 'mail.off' });
});

test('a second code comes in a mail of its own, which no mailbox takes for the first one', async () => {
  const { ada, mailCode } = await asked();
  await mailCode();
  await mailCode();
  const ids = post.sink
    .for(ada.address)
    .filter(({ email }) => /^\d{6}$/m.test(email.text ?? ''))
    .map(({ email }) => email.messageId);
  expect(new Set(ids).size).toBe(2);
});

test('a code can be wanted of a request that runs: what was sent stays, and the next visit asks for it', async () => {
  const { owner, aliasId, round, visitor, token, slot, mailCode, prove } = await asked();
  const head = { name: 'Papers', message: 'Please', due: '2026-03-22', repeat: null };
  const change = (over: object) => changeRound(owner, { aliasId, round, ...head, ...over });
  await change({ proof: false });
  await sendFile(visitor, { token, slot });
  expect(await noteSaved(visitor, { token })).toMatchObject({ codeTo: null });
  const pass = await passFor(visitor, token, slot);
  expect(pass.alias.lock).toBeNull();
  await expect(
    changeRound({ ...owner, mail: null }, { aliasId, round, ...head, proof: true }),
  ).rejects.toMatchObject({ code: 'mail.off' });
  await change({ proof: true });
  await change({});
  expect(await lookAtRequest(visitor, { token })).toMatchObject({ codeTo: 'a…@example.org', slots: [] });
  await expect(beginSlot(visitor, { token, slot })).rejects.toMatchObject(unproven);
  expect((await passFor(visitor, token, slot)).alias.lock).toMatchObject({
    proof: { missing: 'asked.unproven' },
  });
  const proofs = proofsOf(await prove(await mailCode()));
  const { slots } = await lookAtRequest(visitor, { token, proofs });
  expect(slots[0]).toMatchObject({ state: 'received', files: [{ name: 'scan.pdf' }] });
});
