import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import { inviteKeyHash, storedKey } from '@/lib/server/services/signup/invites';
import { type StoryShare, shares } from './shares';
import { accounts, aliases, invites, type StoryAccount } from './story';
import { writeEvents } from './write-events';
import { writeFiles } from './write-files';

const day = 24 * 3600 * 1000;
const marker = 'seed.story';

export async function hasStory(ctx: Context): Promise<boolean> {
  return (await ctx.db.setting.count({ where: { key: marker } })) > 0;
}

/** Running it again replaces the story and keeps other data. */
export async function writeStory(ctx: Context): Promise<{ accounts: number; shares: number; files: number }> {
  const ids = new Map<string, string>();
  for (const account of accounts) ids.set(account.login, await writeAccount(ctx, account));
  const idOf = (login = 'ada') => ids.get(login) ?? '';

  await ctx.db.share.deleteMany({ where: { id: { in: shares.map(({ id }) => id) } } });
  await ctx.db.alias.deleteMany({ where: { id: { in: aliases.map(({ id }) => id) } } });
  await ctx.db.invite.deleteMany({
    where: { keyHash: { in: invites.map(({ key }) => inviteKeyHash(key)) } },
  });
  for (const { owner, members = [], ...alias } of aliases) {
    const memberships = { create: members.map((login) => ({ accountId: idOf(login) })) };
    await ctx.db.alias.create({
      data: {
        ...alias,
        ownerId: idOf(owner),
        validityMs: 7 * day,
        createdAt: ago(ctx, 40),
        members: memberships,
      },
    });
  }
  for (const { key, label, daysLeft } of invites) {
    const data = { id: ctx.newId(), ...storedKey(key), label, createdById: idOf() };
    await ctx.db.invite.create({ data: { ...data, expiresAt: ago(ctx, -daysLeft) } });
  }
  let files = 0;
  for (const share of shares) {
    await writeShare(ctx, share, idOf(share.owner));
    files += await writeFiles(ctx, share);
  }
  await writeEvents(ctx, idOf);
  const data = { value: true, updatedAt: ctx.now };
  await ctx.db.setting.upsert({ where: { key: marker }, create: { key: marker, ...data }, update: data });
  return { accounts: accounts.length, shares: shares.length, files };
}

const ago = (ctx: Context, days: number) => new Date(ctx.now.getTime() - days * day);

async function writeAccount(ctx: Context, { login, logins, ...rest }: StoryAccount): Promise<string> {
  const isOurs = rest.source === undefined;
  const data = {
    ...rest,
    loginCount: logins,
    lastLoginAt: logins > 0 ? ago(ctx, 0.3) : null,
    createdAt: ago(ctx, 90),
    passwordHash: isOurs ? await hashPassword(`${login}-${login}-${login}`) : null,
  };
  const { id } = await ctx.db.account.upsert({
    where: { login },
    create: { id: ctx.newId(), login, ...data },
    update: data,
  });
  return id;
}

async function writeShare(ctx: Context, share: StoryShare, ownerId: string): Promise<void> {
  const { id, name, description = null, alias = null, password, publication, createdDaysAgo } = share;
  await ctx.db.share.create({
    data: {
      id,
      ownerId,
      aliasId: alias,
      name,
      description,
      validityMs: publication ? (publication.daysAgo + publication.daysLeft) * day : 7 * day,
      maxViews: publication?.maxViews ?? 30,
      passwordHash: password ? await hashPassword(password) : null,
      notifiedAt: share.notified ? ago(ctx, createdDaysAgo) : null,
      createdAt: ago(ctx, createdDaysAgo),
      // What came in of late nobody has opened yet.
      ...(alias && createdDaysAgo < 7 && { unread: { create: { accountId: ownerId } } }),
    },
  });
  if (!publication) return;
  const { views, daysAgo, daysLeft, enabled = true } = publication;
  await ctx.db.publication.create({
    data: {
      shareId: id,
      linkId: `${id}-link`,
      enabled,
      views,
      publishedAt: ago(ctx, daysAgo),
      publishUntil: ago(ctx, -daysLeft),
      lastAccessAt: views > 0 ? ago(ctx, 0.2) : null,
    },
  });
}
