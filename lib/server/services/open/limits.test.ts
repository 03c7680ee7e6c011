import { expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { aliasAllowance, checkAlias } from '@/lib/server/limits/alias';
import { recordUnknownAlias } from '@/lib/server/limits/guesses';
import { aliasLimits } from '@/lib/server/limits/policy';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { uploadableThrough } from '@/lib/server/services/upload/access';
import { createUpload } from '@/lib/server/services/upload/create';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { draftShare, noon, ownAlias, userContext } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { openShare } from './open-share';
import { peekShare } from './peek';

const proof = (password: string | null) => ({ password, passwordCookie: null, visitCookie: null });

async function locked() {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { maxViews: 1000 });
  await setShareField(ctx, shareId, { password: 'open sesame' });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: false });
  return linkId;
}

test('ten of a hundred concurrent wrong passwords are checked, and others still get in', async () => {
  const linkId = await locked();
  const ctx = limitedContext();
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => openShare(ctx, linkId, proof(`wrong ${n}`))),
  );
  expect(outcomes(results)).toEqual({ 'open.passwordWrong': 10, 'limit.attempts': 90 });
  await expect(openShare(ctx, linkId, proof('open sesame'))).rejects.toThrow('limit.attempts');
  await expect(openShare(limitedContext(), linkId, proof('open sesame'))).resolves.toBeTruthy();
});

test('the right password forgets the wrong ones before it', async () => {
  const linkId = await locked();
  const ctx = limitedContext();
  for (let round = 0; round < 3; round++) {
    const wrong = Array.from({ length: 9 }, () => openShare(ctx, linkId, proof('wrong')));
    expect(outcomes(await Promise.allSettled(wrong))).toEqual({ 'open.passwordWrong': 9 });
    await openShare(ctx, linkId, proof('open sesame'));
  }
});

test('sixty links that never were are enough; then good ones are refused, too', async () => {
  const linkId = await locked();
  const ctx = limitedContext();
  const guess = () => openShare(ctx, ctx.newId(), proof(null));
  const results = await Promise.allSettled(Array.from({ length: 70 }, guess));
  expect(outcomes(results)).toEqual({ 'open.notFound': 60, 'limit.attempts': 10 });
  await expect(openShare(ctx, linkId, proof('open sesame'))).rejects.toThrow('limit.attempts');
  expect(await peekShare(ctx, linkId, null)).toBe('gone');
  expect(await peekShare(limitedContext(), linkId, null)).toMatchObject({ locked: true });
});

test('a dead link is no guess, however many open it', async () => {
  const linkId = await locked();
  const late = new Date(noon.getTime() + 365 * 24 * 3600 * 1000);
  const ctx = limitedContext({ now: late });
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, () => openShare(ctx, linkId, proof(null))),
  );
  expect(outcomes(results)).toEqual({ 'open.notFound': 70 });
});

/** Statements that the database gets until somebody from a new address is refused. */
async function askedBy(refused: (ctx: Context) => Promise<unknown>) {
  const asked: string[] = [];
  const limited = limitedContext();
  const db = new Proxy(limited.db, {
    get(target, name) {
      if (name !== '$queryRaw') return Reflect.get(target, name, target);
      return (parts: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        asked.push('sql' in parts ? parts.sql : parts.join('?'));
        return target.$queryRaw(parts, ...values);
      };
    },
  });
  await expect(refused({ ...limited, db })).rejects.toThrow(AppError);
  return asked;
}

test('a withdrawn link asks the database for as much as an unknown one, so that time tells nothing', async () => {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, {});
  const { id: withdrawn } = await publishShare(owner, { shareId, reuseId: false });
  await unpublishShare(owner, { shareId });
  const opening = (linkId: string) => askedBy((ctx) => openShare(ctx, linkId, proof(null)));
  const ofUnknown = await opening(owner.newId());
  expect(ofUnknown.at(-1)).toContain('"RateLimit"');
  expect(await opening(withdrawn)).toEqual(ofUnknown);
});

test('an inbox that is switched off asks for as much as an unknown one', async () => {
  const owner = await userContext();
  const { id: off } = await ownAlias(owner);
  await owner.db.alias.update({ where: { id: off }, data: { enabled: false } });
  const sending = (id: string) =>
    askedBy(async (ctx) => {
      await recordUnknownAlias(ctx, id);
      throw new AppError('alias.notUsable');
    });
  const ofUnknown = await sending(owner.newId());
  expect(ofUnknown.at(-1)).toContain('"RateLimit"');
  expect(await sending(off)).toEqual(ofUnknown);
});

async function inbox(maxBytes = 1024 * 1024) {
  const owner = await userContext();
  const { id } = await ownAlias(owner);
  const limited = limitedContext();
  const alias = { id, ownerId: owner.viewer.id, validityMs: 60_000 };
  return { ...limited, alias, config: { ...limited.config, MAX_ALIAS_BYTES: maxBytes } };
}

const delivery = { name: null, description: null, maxViews: 1, password: null };

const emptyOnes = (ctx: Awaited<ReturnType<typeof inbox>>, times: number) =>
  Promise.allSettled(Array.from({ length: times }, () => createShareThroughAlias(ctx, delivery)));

test('one client may have ten empty shares behind an alias, even if it makes them at once, and blocks nobody else', async () => {
  const ctx = await inbox();
  expect(outcomes(await emptyOnes(ctx, 30))).toEqual({
    ok: aliasLimits.emptySharesOfClient,
    'limit.alias': 20,
  });
  const { client } = limitedContext();
  await expect(createShareThroughAlias({ ...ctx, client }, delivery)).resolves.toBeTruthy();
});

test('the empty shares of all clients are bounded, too, until the oldest is a day old', async () => {
  const ctx = await inbox();
  for (let n = 0; n < 4; n++) {
    const { client } = limitedContext();
    expect(outcomes(await emptyOnes({ ...ctx, client }, 10))).toEqual({ ok: 10 });
  }
  const at = (hours: number) => ({ ...ctx, now: new Date(noon.getTime() + hours * 3600 * 1000) });
  await expect(createShareThroughAlias(at(1), delivery)).rejects.toMatchObject({
    code: 'limit.alias',
    values: { seconds: 23 * 3600 },
  });
  await expect(createShareThroughAlias(at(24), delivery)).resolves.toBeTruthy();
});

test('declared space counts no longer once its upload is taken back', async () => {
  const ctx = await inbox(1000 * 1024);
  const { id: shareId } = await createShareThroughAlias(ctx, delivery);
  const create = async (sizeBytes: number) => {
    const id = ctx.newId();
    const destination = { shareId, allowed: uploadableThrough(ctx) };
    await createUpload(ctx, {
      id,
      destination,
      file: { name: 'a', path: '', mimeType: 'text/plain', sizeBytes },
    });
    return id;
  };
  const [large, empty] = [await create(900 * 1024), await create(0)];
  await ctx.db.upload.updateMany({ where: { fileId: large }, data: { offsetBytes: 100 * 1024 } });
  await removeUpload(ctx, { fileId: large, shareId });
  await removeUpload(ctx, { fileId: empty, shareId });
  expect((await aliasAllowance(ctx, shareId)).bytes).toBe(900 * 1024);
});

test('an alias takes so many bytes a day; what is refused doesn’t count', async () => {
  const ctx = await inbox(1000 * 1024);
  const { id: shareId } = await createShareThroughAlias(ctx, delivery);
  const send = (sizeBytes: number, from = ctx) =>
    createUpload(from, {
      id: ctx.newId(),
      destination: { shareId, allowed: uploadableThrough(from) },
      file: { name: 'a', path: '', mimeType: 'text/plain', sizeBytes },
    });
  await send(600 * 1024);
  await expect(send(600 * 1024)).rejects.toThrow(AppError);
  await send(400 * 1024);
  await expect(send(1)).rejects.toMatchObject({ code: 'limit.alias', status: 429 });
  await send(1, { ...ctx, now: new Date(noon.getTime() + 24 * 3600 * 1000) });
});

test('an alias takes terabytes where an admin lets it, and says so when the day is full', async () => {
  const tib = 1024 ** 4;
  const ctx = await inbox(4 * tib);
  ctx.config.MAX_SIZE = 8 * tib;
  const { id: shareId } = await createShareThroughAlias(ctx, delivery);
  const send = (sizeBytes: number) =>
    createUpload(ctx, {
      id: ctx.newId(),
      destination: { shareId, allowed: uploadableThrough(ctx) },
      file: { name: 'a', path: '', mimeType: 'text/plain', sizeBytes },
    });
  await send(3 * tib);
  await expect(send(3 * tib)).rejects.toMatchObject({ code: 'limit.alias' });
  expect((await aliasAllowance(ctx, shareId)).bytes).toBe(tib);
  await send(tib);
});

test('a share that comes through an alias has as many files as are allowed, or any number', async () => {
  const ctx = await inbox();
  const { id: shareId } = await createShareThroughAlias(ctx, delivery);
  const send = (most: number) =>
    checkAlias({ ...ctx, config: { ...ctx.config, MAX_ALIAS_FILES: most } }, shareId, { bytes: 1, files: 1 });
  for (let n = 0; n < 3; n++) await send(3);
  const before = await aliasAllowance(ctx, shareId);
  await expect(send(3)).rejects.toMatchObject({ code: 'limit.alias', status: 429 });
  expect(await aliasAllowance(ctx, shareId)).toEqual(before);
  await expect(send(0)).resolves.toBeUndefined();
});

test('small files count too: an alias takes only so many a day, empty ones and shares of them alike', async () => {
  const ctx = await inbox(2 * aliasLimits.leastFileBytes);
  const { id: shareId } = await createShareThroughAlias(ctx, delivery);
  const send = () => checkAlias(ctx, shareId, { bytes: 0, files: 1 });
  await Promise.all([send(), send()]);
  await expect(send()).rejects.toMatchObject({ code: 'limit.alias' });
});

test('an alias takes so many shares a day', async () => {
  const ctx = await inbox();
  await ctx.db.$executeRaw`
    INSERT INTO "Share" ("id", "ownerId", "aliasId", "maxViews", "createdAt", "validityMs")
    SELECT ${ctx.alias.id} || '-' || n, ${ctx.alias.ownerId}, ${ctx.alias.id}, 1, ${noon}, 1
    FROM generate_series(1, ${aliasLimits.shares}) n`;
  await expect(createShareThroughAlias(ctx, delivery)).rejects.toMatchObject({ code: 'limit.alias' });
});
