import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealSecret, signedHeaders } from '@/lib/features/webhook/secret';
import { encryptSecret } from '@/lib/server/auth/stored-secret';
import { authSecret, issueToken, openToken } from '@/lib/server/auth/tokens';
import { applyStored } from '@/lib/server/config';
import { nothingStored } from '@/lib/server/config/stored';
import type { UserContext } from '@/lib/server/context';
import { insertDelivery, receiptHash, receiptSecret } from '@/lib/server/services/delivery/insert';
import { checkFactors, checkOldSecret } from '@/lib/server/services/doctor/check-settings';
import { composeReceipt } from '@/lib/server/services/notice/receipt-mail';
import { sealedValue, settingRows } from '@/lib/server/services/server-settings/stored';
import { draftShare, later, ownAlias, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { countLostSecrets } from './lost-secrets';
import { rememberSecret, resealSecrets } from './reseal';

const first = 'q8Zr4kTn2vXw7bLm9cHs3dJf6gPy1aEu';
const second = 'W5eN0iUo8tYp2xRq7zMk4hVb6jCs9fDl';

let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: UserContext;
let stamp = 1;

/** As a start with these would. */
async function restart(AUTH_SECRET: string, AUTH_SECRET_OLD = ''): Promise<UserContext> {
  vi.stubEnv('AUTH_SECRET', AUTH_SECRET);
  vi.stubEnv('AUTH_SECRET_OLD', AUTH_SECRET_OLD);
  applyStored({ ...nothingStored, stamp: stamp++ });
  const started = { ...ctx, config: configWith({ AUTH_SECRET, AUTH_SECRET_OLD }) };
  await rememberSecret(started);
  return started;
}

beforeAll(async () => {
  own = await ownDatabase();
  ctx = await userContext({ db: own.db });
});
afterAll(() => own.remove());

const codesOf = async (of: UserContext) => (await checkOldSecret(of)).map(({ code }) => code);
const webhook = () => own.db.webhook.findUniqueOrThrow({ where: { id: 'hook' } });
const signs = async () => {
  const signed = signedHeaders(await webhook(), { deliveryId: 'one', body: '', now: ctx.now });
  return signed?.['webhook-signature'];
};
const storedText = async () =>
  (await settingRows(own.db)).find(({ name }) => name === 'SMTP_URL')?.text ?? null;

async function storeAll(): Promise<void> {
  const { id: accountId } = ctx.viewer;
  const secret = encryptSecret('second factor', accountId, 'JBSWY3DP');
  await own.db.secondFactor.create({ data: { accountId, secret, lastStep: 0 } });
  const sealed = { secret: sealSecret('hook', 'whsec_bmV3'), oldSecret: sealSecret('hook', 'whsec_b2xk') };
  const oldUntil = new Date(ctx.now.getTime() + 3_600_000);
  const shape = { url: 'https://hooks.example.org', events: [], format: 'json' };
  await own.db.webhook.create({ data: { id: 'hook', accountId, ...shape, ...sealed, oldUntil } });
  await own.db.setting.create({ data: { key: 'SMTP_URL', value: sealedValue('SMTP_URL', 'smtp://mail') } });
}

test('a new AUTH_SECRET opens what the old one has sealed, until all is sealed anew', async () => {
  await restart(first);
  await storeAll();
  const signature = await signs();
  const until = new Date(ctx.now.getTime() + 3_600_000);
  const token = await issueToken('session', { sid: 'one' }, until, ctx.now);

  const both = await restart(second, first);
  expect([authSecret(), await openToken('session', token, ctx.now)]).toMatchObject([second, { sid: 'one' }]);
  expect([await signs(), await storedText()]).toEqual([signature, 'smtp://mail']);
  expect([await countLostSecrets(both), (await checkFactors(both)).code]).toEqual([null, 'fine']);
  expect(await checkOldSecret(both)).toMatchObject([{ code: 'oldStored', values: { stored: '4' } }]);

  expect([await resealSecrets(both), await resealSecrets(both)]).toEqual([4, 0]);
  const [needed] = await checkOldSecret(both);
  expect(needed).toMatchObject({ outcome: 'fine', code: 'oldNeeded', values: { date: '2026-04-01' } });
  expect(await codesOf(later(both, 32 * 86_400))).toEqual(['oldOver']);

  const after = await restart(second);
  expect([await signs(), await storedText()]).toEqual([signature, 'smtp://mail']);
  expect([await countLostSecrets(after), (await checkFactors(after)).code]).toEqual([null, 'fine']);
  expect([await openToken('session', token, ctx.now), await codesOf(after)]).toEqual([null, []]);
});

test('a text that neither secret opens stays, and is called lost', async () => {
  await own.db.webhook.update({ where: { id: 'hook' }, data: { secret: 'another-key.AAAA' } });
  const both = await restart(first, second);
  await resealSecrets(both);
  expect((await webhook()).secret).toBe('another-key.AAAA');
  expect(await countLostSecrets(both)).toMatchObject({ webhook: 1, setting: 0 });
});

test('the receipt of a delivery of before is mailed with the link that opens it', async () => {
  const before = await restart(first);
  const alias = await ownAlias(before);
  const { id: shareId } = await draftShare(before);
  await own.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  const receipt = receiptSecret(before, shareId);
  const delivered = { receipt, senderKey: null, email: 'bea@example.org' };
  await own.db.$transaction((tx) => insertDelivery(tx, { shareId, aliasId: alias.id, delivered }));
  const { receiptHash: hash } = await own.db.delivery.findUniqueOrThrow({ where: { shareId } });
  expect(hash).toBe(receiptHash(receipt));
  const mail = await composeReceipt(await restart(second, first), { id: 'one', shareId } as never);
  expect(JSON.stringify(mail)).toContain(receipt);
});
