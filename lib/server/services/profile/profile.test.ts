import sharp from 'sharp';
import { expect, test } from 'vitest';
import { profile } from '@/lib/contract/account/profile';
import { OpenedShare } from '@/lib/contract/share/open-share';
import { markDeleted } from '@/lib/server/services/account/remove';
import { peekAlias } from '@/lib/server/services/alias/peek';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';
import { listNames, removeName } from '@/lib/server/services/oversight/names';
import { describeAccount } from '@/lib/server/services/own-data/contents';
import { signIn } from '@/lib/server/services/session/sign-in';
import { setPreferences } from '@/lib/server/services/settings/preferences';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, openContext, ownAlias, userContext } from '@/testing/service/context';
import { getProfile, readPicture, saveProfile } from './profile';

const square = (color: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: color } });
const nothing = { password: null, passwordCookie: null, visitCookie: null };
const base64 = (bytes: Buffer) => bytes.toString('base64');
const addressIn = (path: string | null | undefined) => path?.replace('/sender/', '') ?? '';
const named = { name: 'Ada Lovelace', line: 'Studio Harbour, Hamburg', color: '#0b6e4f' };

async function someone() {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { name: 'Harbour' });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  const { id: aliasId } = await ownAlias(ctx);
  const seen = async () => {
    const peeked = await peekShare(openContext(), linkId, null);
    return typeof peeked === 'string' ? peeked : peeked.sender;
  };
  const inbox = async () => {
    const view = await peekAlias(openContext(), aliasId);
    return view && 'receiver' in view ? view.receiver : null;
  };
  return { ctx, linkId, seen, inbox };
}

test('visitors of links and inboxes see name, line, picture and colour in place of the login', async () => {
  const { ctx, linkId, seen, inbox } = await someone();
  const plain = { name: ctx.viewer.login, isLogin: true, line: null, picture: null, color: null };
  expect([await seen(), await inbox()]).toEqual([plain, null]);
  await saveProfile(ctx, { ...named, picture: base64(await square('#0b6e4f').png().toBuffer()) });
  const { picture } = await getProfile(ctx);
  const whole = { ...named, isLogin: false, picture };
  expect([await seen(), await inbox()]).toEqual([whole, whole]);
  const { detail } = await openShare(openContext(), linkId, nothing);
  const opened = OpenedShare.parse(detail);
  expect(opened).toMatchObject({ creator: named.name, sender: whole });
  expect(JSON.stringify(opened)).not.toContain(ctx.viewer.login);
  await saveProfile(ctx, { name: null });
  expect([await seen(), await inbox()]).toEqual([plain, null]);
  await saveProfile(ctx, { name: named.name });
  await setPreferences(ctx, { showName: false });
  expect([await seen(), await inbox()]).toEqual([null, null]);
});

test('a picture becomes a square WebP without what its camera wrote, at an address that is new each time', async () => {
  const { ctx } = await someone();
  const exif = { IFD0: { Copyright: 'Ada at 52.5200, 13.4050' } };
  await saveProfile(ctx, { picture: base64(await square('#c33').withExif(exif).jpeg().toBuffer()) });
  const first = addressIn((await getProfile(ctx)).picture);
  const kept = Buffer.from((await readPicture(ctx, first)) ?? []);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect(kept.includes('Ada')).toBe(false);
  await saveProfile(ctx, { picture: base64(await square('#33c').webp().toBuffer()) });
  const second = addressIn((await getProfile(ctx)).picture);
  expect(second).not.toBe(first);
  expect([await readPicture(ctx, first), await readPicture(ctx, ctx.viewer.id)]).toEqual([null, null]);
  await saveProfile(ctx, { picture: null });
  expect(await readPicture(ctx, second)).toBeNull();
  expect(await readPicture(ctx, 'a\0b')).toBeNull();
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
test.each([
  ['a drawing', async () => Buffer.from(svg)],
  ['a GIF', () => square('#c33').gif().toBuffer()],
  [
    'a picture of 144 million points',
    () =>
      sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
  ],
  ['a text', async () => Buffer.from('no picture')],
])('%s is refused in words that name the picture, and nothing of the change stays', async (_, make) => {
  const { ctx } = await someone();
  await expect(saveProfile(ctx, { name: 'Lost', picture: base64(await make()) })).rejects.toMatchObject({
    code: 'request.invalid',
    values: { field: 'picture', reason: 'notAPicture' },
  });
  expect(await getProfile(ctx)).toEqual({ name: null, line: null, color: null, picture: null });
});

test('marks of direction, control characters and what nobody sees are no part of a name', () => {
  const read = (name: string) => profile.save.body.parse({ name }).name;
  expect(read('\u202eAda\u2066 Lovelace\n')).toBe('Ada Lovelace');
  expect(read('\u200b \u2060')).toBeNull();
  expect(read('株式会社 港 🚢 '.repeat(8))).toBe('株式会社 港 🚢 '.repeat(8).trim());
  for (const body of [{ name: 'x'.repeat(256) }, { color: 'red' }, { picture: 'http://x' }])
    expect(profile.save.body.safeParse(body).success).toBe(false);
});

test('nobody signs in by a name', async () => {
  const { ctx } = await someone();
  const name = `Ada ${ctx.viewer.login}`;
  await saveProfile(ctx, { name });
  await expect(
    signIn(openContext(), { account: name, password: 'any password at all' }),
  ).rejects.toMatchObject({ code: 'auth.loginFailed' });
});

test('oversight marks a name that is another’s name or login, and takes it away with its picture', async () => {
  const [one, other, third] = await Promise.all([someone(), someone(), someone()]);
  const admin = await userContext({ admin: true });
  await saveProfile(one.ctx, {
    name: 'Grace  HOPPER',
    picture: base64(await square('#c33').png().toBuffer()),
  });
  await saveProfile(other.ctx, { name: 'Ｇrace Hopper' });
  await saveProfile(third.ctx, { name: one.ctx.viewer.login.toUpperCase() });
  const marks = async (ctx: typeof admin) => {
    const { items } = await listNames(admin, { q: ctx.viewer.login, page: 1, pageSize: 50 });
    return items.find(({ account }) => account.id === ctx.viewer.id)?.sameAs;
  };
  expect(await marks(one.ctx)).toEqual([other.ctx.viewer.login]);
  expect(await marks(third.ctx)).toEqual([one.ctx.viewer.login]);
  const address = addressIn((await getProfile(one.ctx)).picture);
  await removeName(admin, { accountId: one.ctx.viewer.id });
  expect(await getProfile(one.ctx)).toMatchObject({ name: null, line: null, picture: null });
  expect([await readPicture(admin, address), await marks(one.ctx), await marks(other.ctx)]).toEqual([
    null,
    undefined,
    [],
  ]);
});

test('a profile is in the export of own data, and leaves with its account', async () => {
  const { ctx } = await someone();
  await saveProfile(ctx, { ...named, picture: base64(await square('#c33').png().toBuffer()) });
  const { displayName, senderLine, color, picture } = await describeAccount(ctx);
  expect({ name: displayName, line: senderLine, color }).toEqual(named);
  expect(picture?.webp.length).toBeGreaterThan(50);
  const address = addressIn((await getProfile(ctx)).picture);
  await markDeleted(ctx, ctx.db, ctx.viewer.id);
  expect(await readPicture(ctx, address)).toBeNull();
  expect((await listNames(ctx, { q: named.name, page: 1, pageSize: 50 })).items).not.toContainEqual(
    expect.objectContaining({ account: expect.objectContaining({ id: ctx.viewer.id }) }),
  );
  await ctx.db.share.deleteMany({ where: { ownerId: ctx.viewer.id } });
  await ctx.db.alias.deleteMany({ where: { ownerId: ctx.viewer.id } });
  await ctx.db.account.delete({ where: { id: ctx.viewer.id } });
  expect(await ctx.db.accountPicture.count({ where: { address } })).toBe(0);
});
