import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { receipt } from '@/lib/contract/alias/receipt';
import type { UserContext } from '@/lib/server/context';
import { limits } from '@/lib/server/limits/policy';
import { saveForm } from '@/lib/server/services/alias/form';
import { modifyAlias } from '@/lib/server/services/alias/save';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare } from '@/lib/server/services/share/publish';
import { newAliasPass, noon, openContext, ownAlias, userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { markRead } from './marks';
import { getReceipt, withdrawDelivery } from './receipt';
import { getDelivery } from './search';

const share = { name: null, description: 'Here you are', maxViews: 10 };
const later = (hours: number) => openContext({ now: new Date(noon.getTime() + hours * 3_600_000) });

async function delivered(form: object | null = null) {
  const member = await userContext();
  const owner = await userContext();
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  if (form) await saveForm(owner, { ...AliasForm.parse(form), aliasId });
  const deliver = async () => createShareThroughAlias(await newAliasPass(owner, aliasId), share);
  const { id: shareId, receipt: token } = await deliver();
  await addFile(owner, shareId);
  return { owner, member, aliasId, shareId, token, deliver };
}

const addFile = ({ db, newId }: UserContext, shareId: string) =>
  db.file.create({
    data: {
      id: newId(),
      shareId,
      name: 'cv.pdf',
      sizeBytes: 3n,
      storedBytes: 3n,
      crc32: '00000000',
      completedAt: noon,
      mimeType: 'application/pdf',
      sha256: 'ab',
      state: 'complete',
    },
  });

test('a receipt has the number that the owner sees, and what has arrived with its sums', async () => {
  const { owner, shareId, aliasId, token, deliver } = await delivered();
  const second = await deliver();
  expect(await getReceipt(openContext(), { token })).toMatchObject({
    number: 1,
    at: noon.getTime(),
    aliasName: 'Inbox',
    note: 'Here you are',
    files: [{ name: 'cv.pdf', size: 3, sha256: 'ab' }],
    total: { files: 1, size: 3 },
    changesUntil: noon.getTime() + 24 * 3_600_000,
    isOver: false,
    into: { aliasId, shareId },
  });
  expect((await getDelivery(owner, { shareId })).delivery?.number).toBe(1);
  expect((await getReceipt(openContext(), { token: second.receipt })).number).toBe(2);
  expect(second.receipt).not.toBe(token);
});

test('numbers go on under a new id of the alias, and none is given twice at once', async () => {
  const { owner, aliasId } = await delivered();
  const change = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  const { id } = await modifyAlias(owner, { ...change, id: owner.newId(), aliasId });
  const sender = await newAliasPass(owner, id);
  const made = await Promise.all([1, 2, 3].map(() => createShareThroughAlias(sender, share)));
  const numbers = await Promise.all(
    made.map(async ({ receipt }) => (await getReceipt(openContext(), { token: receipt })).number),
  );
  expect(numbers.sort()).toEqual([2, 3, 4]);
});

test('a sender takes back what nobody has opened, and nothing of it is left', async () => {
  const { owner, shareId, token } = await delivered();
  await withdrawDelivery(later(23), { token });
  expect(await owner.db.share.count({ where: { id: shareId } })).toBe(0);
  await expect(getReceipt(openContext(), { token })).rejects.toMatchObject({ code: 'receipt.notFound' });
  await expect(withdrawDelivery(openContext(), { token })).rejects.toMatchObject({
    code: 'receipt.notFound',
  });
});

test.each([
  ['the owner opened it', ({ owner, shareId }: Case) => getShare(owner, { shareId })],
  ['a member opened it', ({ member, shareId }: Case) => markRead(member, { shareId })],
  ['it was published', ({ owner, shareId }: Case) => publishShare(owner, { shareId, reuseId: true })],
  [
    'a member fetched all of it',
    ({ member, shareId }: Case) =>
      member.db.download.create({
        data: {
          shareId,
          id: member.newId(),
          kind: 'zip',
          sentBytes: 0n,
          complete: false,
          accountId: member.viewer.id,
        },
      }),
  ],
])('nothing is taken back once %s', async (_, open) => {
  const of = await delivered();
  await open(of);
  expect(await getReceipt(openContext(), of)).toMatchObject({ changesUntil: null, isOver: true });
  await expect(withdrawDelivery(openContext(), of)).rejects.toMatchObject({ code: 'receipt.seen' });
  expect(await of.owner.db.file.count({ where: { shareId: of.shareId } })).toBe(1);
});
type Case = Awaited<ReturnType<typeof delivered>>;

test('the owner says for how long', async () => {
  const never = await delivered({ changeHours: 0 });
  await expect(withdrawDelivery(openContext(), never)).rejects.toMatchObject({ code: 'receipt.seen' });
  expect((await getReceipt(openContext(), never)).isOver).toBe(false);
  const soon = await delivered({ changeHours: 2 });
  await expect(withdrawDelivery(later(2), soon)).rejects.toMatchObject({ code: 'receipt.seen' });
  await withdrawDelivery(later(1.9), soon);
});

test('a link without its secret is one of no receipt, not bad input', async () => {
  const input = receipt.look.body.parse({ token: '' });
  await expect(getReceipt(openContext(), input)).rejects.toMatchObject({ code: 'receipt.notFound' });
});

test('guessing receipts is blocked, and the secret itself is stored nowhere', async () => {
  const { owner, shareId, token } = await delivered();
  const guesser = limitedContext();
  const tries = Array.from({ length: limits.unknownId.max }, (_, n) =>
    getReceipt(guesser, { token: `guess-${n}` }).catch((error) => error.code),
  );
  expect(new Set(await Promise.all(tries))).toContain('receipt.notFound');
  await getReceipt(guesser, { token: 'once more' }).catch(() => undefined);
  await expect(getReceipt(guesser, { token })).rejects.toMatchObject({ code: 'limit.attempts' });
  await expect(withdrawDelivery(guesser, { token })).rejects.toMatchObject({ code: 'limit.attempts' });
  const row = await owner.db.delivery.findUniqueOrThrow({ where: { shareId } });
  expect(JSON.stringify(row)).not.toContain(token);
});

test.each([
  ['infected', { sha256: null, scan: 'held' }],
  ['pending', { sha256: 'ab', scan: 'checking' }],
  ['clean', { sha256: 'ab' }],
] as const)(
  'of a file that the virus scan found %s, the receipt says so, and gives no sum of what is held',
  async (scan, said) => {
    const { owner, shareId, token } = await delivered();
    await owner.db.file.updateMany({ where: { shareId }, data: { scan, scanNote: 'Win.Test' } });
    const { files } = await getReceipt(openContext(), { token });
    expect(files).toEqual([{ path: '', name: 'cv.pdf', size: 3, ...said }]);
  },
);
