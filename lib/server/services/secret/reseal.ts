import 'server-only';
import { sessionIdleMs } from '@/lib/server/auth/session-rows';
import {
  decryptSecret,
  encryptSecret,
  type SealedText,
  type SecretStore,
  storedPrefix,
} from '@/lib/server/auth/stored-secret';
import { visitMs } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { registeredFeatures } from '@/lib/server/registered-features';

type DbContext = Pick<Context, 'db'>;

const ownStores: SecretStore[] = [
  {
    purpose: 'second factor',
    list: ({ db }, prefix) => db.$queryRaw`
      SELECT "accountId" AS "owner", "secret" AS "text" FROM "SecondFactor" WHERE NOT starts_with("secret", ${prefix})`,
    replace: ({ db }, { owner, text: was }, text) => db.$executeRaw`
      UPDATE "SecondFactor" SET "secret" = ${text} WHERE "accountId" = ${owner} AND "secret" = ${was}`,
  },
  {
    purpose: 'setting',
    list: ({ db }, prefix) => db.$queryRaw`
      SELECT "key" AS "owner", "value" ->> 'sealed' AS "text" FROM "Setting"
      WHERE jsonb_typeof("value") = 'object' AND NOT starts_with("value" ->> 'sealed', ${prefix})`,
    replace: ({ db }, { owner, text: was }, text) => db.$executeRaw`
      UPDATE "Setting" SET "value" = jsonb_build_object('sealed', ${text}::text)
      WHERE "key" = ${owner} AND "value" ->> 'sealed' = ${was}`,
  },
];

/** Lists what AUTH_SECRET_OLD opens, for every purpose. */
async function listOld(ctx: DbContext): Promise<{ store: SecretStore; was: SealedText; secret: string }[]> {
  const stores = [...ownStores, ...registeredFeatures().flatMap(({ secrets = [] }) => secrets)];
  const found = stores.map(async (store) =>
    (await store.list(ctx, storedPrefix(store.purpose))).flatMap((was) => {
      const secret = decryptSecret(store.purpose, was.owner, was.text);
      return secret === null ? [] : [{ store, was, secret }];
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Encrypts anew what AUTH_SECRET_OLD has encrypted. What neither secret opens stays as it is. */
export async function resealSecrets(ctx: Context): Promise<number> {
  if (!ctx.config.AUTH_SECRET_OLD) return 0;
  let resealed = 0;
  for (const { store, was, secret } of await listOld(ctx))
    resealed += await store.replace(ctx, was, encryptSecret(store.purpose, was.owner, secret));
  return resealed;
}

const key = 'secret';
const dayMs = 24 * 3_600_000;

/** Remembers since when AUTH_SECRET is used, by the id of a key that is made of it. */
export async function rememberSecret({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const value = { keyId: storedPrefix('setting'), sinceMs: now.getTime() };
  await db.$executeRaw`
    INSERT INTO "Setting" AS s ("key", "value") VALUES (${key}, ${value})
    ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = now()
    WHERE s."value" ->> 'keyId' <> ${value.keyId}`;
}

export type OldSecret = { stored: number; until: Date };

/** Says what still needs AUTH_SECRET_OLD: stored texts, and sign-ins and visits that are older than AUTH_SECRET. A day is for nodes. */
export async function needOfOldSecret(ctx: Context): Promise<OldSecret | null> {
  if (!ctx.config.AUTH_SECRET_OLD) return null;
  const row = await ctx.db.setting.findUnique({ where: { key } });
  const { sinceMs } = Object(row?.value) as { sinceMs?: number };
  const longestMs = Math.max(sessionIdleMs(true), sessionIdleMs(false), visitMs) + dayMs;
  const until = new Date((sinceMs ?? ctx.now.getTime()) + longestMs);
  return { stored: (await listOld(ctx)).length, until };
}
