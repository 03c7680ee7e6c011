import 'server-only';
import { shortened } from '@/lib/domain/pasted/plain-text';
import type { UserContext } from '@/lib/server/context';
import { registeredFeatures } from '@/lib/server/registered-features';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';

const pageRows = 500;

/** Reads page after page, by the id of the last row. */
export async function* allOf<Id, R extends { id: Id }>(
  first: Id,
  read: (after: Id) => Promise<R[]>,
): AsyncGenerator<R> {
  for (let after = first; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.id;
  }
}

const firstById = { orderBy: { id: 'asc' }, take: pageRows } as const;

/** Without hash, sealed secret or any other's id. */
export async function describeAccount({ db, viewer }: UserContext) {
  return db.account.findUniqueOrThrow({
    where: { id: viewer.id },
    select: {
      id: true,
      login: true,
      source: true,
      groups: true,
      admin: true,
      email: true,
      provenEmail: true,
      language: true,
      timezone: true,
      theme: true,
      autoPublish: true,
      showName: true,
      displayName: true,
      senderLine: true,
      color: true,
      picture: { select: { webp: true } },
      tellFirst: true,
      tellEvery: true,
      tellLimit: true,
      tellEnd: true,
      maxBytes: true,
      maxFiles: true,
      loginCount: true,
      lastLoginAt: true,
      createdAt: true,
      secondFactor: { select: { createdAt: true } },
      webhooks: { select: { url: true, events: true, format: true, createdAt: true } },
      passkeys: { select: { name: true, rpId: true, createdAt: true, lastUsedAt: true } },
      invites: { select: { label: true, createdAt: true, expiresAt: true } },
      memberships: { select: { alias: { select: { name: true, owner: { select: { login: true } } } } } },
    },
  });
}

/** The name of each file, and what is in it. */
export const dataLists = (ctx: UserContext): Record<string, AsyncIterable<unknown>> => ({
  sessions: sessionsOf(ctx, false),
  tokens: sessionsOf(ctx, true),
  aliases: aliasesOf(ctx),
  shares: sharesOf(ctx),
  files: filesOf(ctx),
  'sealed-words': manifestsOf(ctx),
  'share-activity': activityOf(ctx),
  'account-activity': ownActionsOf(ctx),
  ...Object.assign({}, ...registeredFeatures().map(({ ownData }) => ownData?.(ctx))),
});

async function* sessionsOf({ db, viewer }: UserContext, areTokens: boolean) {
  const secretHash = areTokens ? { not: null } : null;
  const rows = allOf('', (after) =>
    db.session.findMany({
      where: { accountId: viewer.id, secretHash, id: { gt: after } },
      ...firstById,
    }),
  );
  for await (const row of rows) {
    const { address, userAgent, createdAt, lastSeenAt, endsAt, revokedAt, name, scopes, networks } = row;
    const times = { createdAt, lastSeenAt, endsAt, revokedAt };
    yield areTokens ? { name, scopes, networks, address, ...times } : { address, userAgent, ...times };
  }
}

const aliasesOf = ({ db, viewer }: UserContext) =>
  allOf('', (after) =>
    db.alias.findMany({
      where: { ownerId: viewer.id, id: { gt: after } },
      select: {
        id: true,
        name: true,
        validityMs: true,
        enabled: true,
        told: true,
        deliveries: true,
        createdAt: true,
        members: { select: { account: { select: { login: true } } } },
        form: { omit: { aliasId: true } },
        seal: { omit: { aliasId: true } },
      },
      ...firstById,
    }),
  );

const sharesOf = ({ db, viewer }: UserContext) =>
  allOf('', (after) =>
    db.share.findMany({
      where: { ownerId: viewer.id, id: { gt: after } },
      select: {
        id: true,
        name: true,
        description: true,
        alias: { select: { name: true } },
        validityMs: true,
        maxViews: true,
        maxDownloads: true,
        onlyRecipients: true,
        fileCount: true,
        sizeBytes: true,
        coverId: true,
        createdAt: true,
        e2ee: true,
        publication: {
          select: { enabled: true, publishedAt: true, publishUntil: true, views: true, downloads: true },
        },
        delivery: {
          select: { number: true, name: true, email: true, reference: true, answers: true, isLate: true },
        },
        recipients: {
          select: {
            address: true,
            message: true,
            createdAt: true,
            sentAt: true,
            openedAt: true,
            downloads: true,
          },
        },
      },
      ...firstById,
    }),
  );

const shareIdsOf = ({ db, viewer }: UserContext) =>
  allOf('', (after) =>
    db.share.findMany({
      where: { ownerId: viewer.id, id: { gt: after } },
      select: { id: true, name: true, createdAt: true },
      ...firstById,
    }),
  );

/** One by one, as each may have 4 MiB. Bytes become base64. */
async function* manifestsOf(ctx: UserContext) {
  for await (const { id: shareId } of shareIdsOf(ctx)) {
    const row = await ctx.db.sealedManifest.findUnique({ where: { shareId } });
    if (row) yield { share: shareId, words: row.bytes, sealedKey: row.sealedKey, inboxSeal: row.seal };
  }
}

/** Of all complete files, share by share. */
export async function* filesOf(ctx: UserContext) {
  for await (const share of shareIdsOf(ctx)) {
    const files = allOf('', (after) =>
      ctx.db.file.findMany({
        where: { shareId: share.id, state: 'complete', id: { gt: after } },
        select: {
          id: true,
          path: true,
          name: true,
          sizeBytes: true,
          mimeType: true,
          sha256: true,
          createdAt: true,
          modifiedAt: true,
        },
        ...firstById,
      }),
    );
    for await (const file of files) yield { share: share.id, folder: folderOf(share), ...file };
  }
}

/** Keeps the folder's name below 60 letters, as paths on Windows have 260. */
const folderLetters = 38;

/** The folder of a share in the archive: `2026-11-27 Plans (a1B2c3)`. */
const folderOf = ({ id, name, createdAt }: { id: string; name: string | null; createdAt: Date }) =>
  [
    createdAt.toISOString().slice(0, 10),
    shortened(name?.replace(/[/\\]/g, '_') ?? '', folderLetters),
    `(${id.slice(0, 6)})`,
  ]
    .filter(Boolean)
    .join(' ');

/** As its owner sees it: addresses of visitors are shortened. */
async function* activityOf(ctx: UserContext) {
  for await (const { id: shareId } of shareIdsOf(ctx)) {
    for (let page = 1; ; page++) {
      const { items, hasMore } = await getShareActivity(ctx, { shareId, page, pageSize: pageRows });
      for (const item of items) yield { share: shareId, ...item };
      if (!hasMore) break;
    }
  }
}

/** Without details, which may name others. */
const ownActionsOf = ({ db, viewer }: UserContext) =>
  allOf(0n, (after) =>
    db.auditEvent.findMany({
      where: { actorId: viewer.id, id: { gt: after } },
      select: { id: true, at: true, event: true, outcome: true, address: true },
      ...firstById,
    }),
  );
