import { headerNames } from '@/lib/contract/http/names';
import { features } from '@/lib/features/index';
import { startSession } from '@/lib/server/auth/session-rows';
import { parseConfig } from '@/lib/server/config';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import { db } from '@/lib/server/db/client';
import { newId } from '@/lib/server/ids';
import { log } from '@/lib/server/log';
import { registerFeatures } from '@/lib/server/registered-features';
import { aliasPassOf } from '@/lib/server/services/alias/alias-pass';
import { uploadableBy } from '@/lib/server/services/upload/access';
import { storageFor } from '@/lib/server/storage/storage-for';

registerFeatures(features);

export const noon = new Date('2026-03-01T12:00:00Z');

export function openContext(over: Partial<Context> = {}): Context {
  const config = parseConfig(process.env);
  return {
    db: db(),
    storage: storageFor(config, db()),
    mail: null,
    log: log(),
    config,
    now: noon,
    newId,
    client: { address: '192.0.2.1', userAgent: 'test' },
    viewer: null,
    requestId: null,
    ...over,
  };
}

type AccountOverrides = {
  login?: string;
  admin?: boolean;
  passwordHash?: string;
  source?: string;
  email?: string;
};

/** Each caller has an account of its own, so that tests never share rows. */
export async function userContext(over: Partial<Context> & AccountOverrides = {}): Promise<UserContext> {
  const { login, admin = false, passwordHash = null, source = 'intern', email = null, ...rest } = over;
  const ctx = openContext(rest);
  const id = newId();
  const account = await ctx.db.account.create({
    data: { id, login: login ?? `user-${id.toLowerCase()}-${serial++}`, admin, passwordHash, source, email },
  });
  return { ...ctx, viewer: { id: account.id, login: account.login, admin, sessionId: newId() } };
}

export async function inNewSession(ctx: UserContext, { isProgram = false } = {}): Promise<UserContext> {
  const { db, client, now, viewer } = ctx;
  const sessionId = newId();
  await startSession(db, { id: sessionId, accountId: viewer.id, client, now, isKept: true, isProgram });
  return { ...ctx, viewer: { ...viewer, sessionId } };
}

let serial = 0;

/** Opens as many connections as there will be parallel calls, so that they really overlap. */
export async function warmUp({ db }: Context, calls: number): Promise<void> {
  await Promise.all(Array.from({ length: calls }, () => db.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`));
}

type AliasOverrides = {
  id?: string;
  name?: string;
  enabled?: boolean;
  validityMs?: number;
  members?: string[];
};

export async function ownAlias(ctx: UserContext, { members = [], ...over }: AliasOverrides = {}) {
  return ctx.db.alias.create({
    data: {
      id: ctx.newId(),
      ownerId: ctx.viewer.id,
      name: 'Inbox',
      validityMs: 60_000,
      createdAt: ctx.now,
      members: { create: members.map((accountId) => ({ accountId })) },
      ...over,
    },
  });
}

export async function newAliasPass({ db, now }: UserContext, aliasId: string): Promise<AliasContext> {
  const pass = await aliasPassOf(db, new Headers({ [headerNames.alias]: aliasId }), now);
  return { ...openContext({ now }), alias: pass };
}

type ShareOverrides = {
  name?: string | null;
  description?: string | null;
  validityMs?: number;
  maxViews?: number;
};

/** Upload target of a caller: an own share, or one of an alias with the caller as member. */
export const intoShare = (ctx: UserContext, shareId: string) => ({
  shareId,
  allowed: uploadableBy(ctx.viewer),
});

export async function draftShare(ctx: UserContext, over: ShareOverrides = {}) {
  const { validityMs = 3_600_000, maxViews = 3, name = 'Plans', description = null } = over;
  return ctx.db.share.create({
    data: {
      id: ctx.newId(),
      ownerId: ctx.viewer.id,
      name,
      description,
      validityMs,
      maxViews,
      createdAt: ctx.now,
    },
  });
}

export const later = <C extends Context>(ctx: C, seconds: number): C => ({
  ...ctx,
  now: new Date(ctx.now.getTime() + seconds * 1000),
});
