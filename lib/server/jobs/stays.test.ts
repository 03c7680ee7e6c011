import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { Context, UserContext } from '@/lib/server/context';
import { letVisitorsAdd, setAlbum } from '@/lib/server/services/album/album';
import { aliasPassOf } from '@/lib/server/services/alias/alias-pass';
import { removeAlias } from '@/lib/server/services/alias/save';
import { removeAccounts } from '@/lib/server/services/leaving/remove-accounts';
import { forgetReporters } from '@/lib/server/services/oversight/reports';
import { collectOwnData } from '@/lib/server/services/own-data/collect';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, later, ownAlias, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { hashFiles, removeBytes, removeLeftovers } from './bytes';
import { expireShares, forgetActivity, forgetAudit, forgetEndedSessions, forgetLimits } from './forget';
import { sumTally } from './sum-tally';
import { dropStaleUploads, finishUploads } from './unfinished-uploads';

const year = 365 * 24 * 3600;

const cleanUps: ((ctx: Context) => Promise<number>)[] = [
  removeAccounts,
  expireShares,
  finishUploads,
  dropStaleUploads,
  removeBytes,
  removeLeftovers,
  sumTally,
  hashFiles,
  forgetAudit,
  forgetActivity,
  forgetLimits,
  forgetEndedSessions,
  forgetReporters,
  collectOwnData,
];

const links = {
  none: async () => undefined,
  expired: async (owner: UserContext, shareId: string) => {
    await publishShare(owner, { shareId, reuseId: false });
  },
  withdrawn: async (owner: UserContext, shareId: string) => {
    await links.expired(owner, shareId);
    await owner.db.publication.update({ where: { shareId }, data: { enabled: false } });
  },
  'used up': async (owner: UserContext, shareId: string) => {
    await links.expired(owner, shareId);
    await owner.db.publication.update({ where: { shareId }, data: { views: 10 } });
  },
};

type Received = (owner: UserContext, aliasId: string) => Promise<string>;

const received: Record<string, Received> = {
  delivery: async (owner, aliasId) => {
    const pass = await aliasPassOf(owner.db, new Headers({ [headerNames.alias]: aliasId }), owner.now);
    const message = { name: null, description: 'Plans', maxViews: 10 };
    return (await createShareThroughAlias({ ...owner, viewer: null, alias: pass }, message)).id;
  },
  'imported delivery': async (owner, aliasId) => {
    const { id } = await draftShare(owner);
    await owner.db.share.update({ where: { id }, data: { aliasId } });
    return id;
  },
  album: async (owner, aliasId) => (await setAlbum(owner, { aliasId, mode: 'open' })).share ?? '',
  'share that visitors add to': async (owner) => {
    const { id: shareId } = await draftShare(owner);
    await letVisitorsAdd(owner, { shareId, value: true });
    return shareId;
  },
};

const inboxes = {
  kept: async () => undefined,
  deleted: async (owner: UserContext, shareId: string) => {
    const { aliasId } = await owner.db.share.findUniqueOrThrow({ where: { id: shareId } });
    await removeAlias(owner, { aliasId: aliasId ?? '' });
  },
};

async function addFile({ db, storage, newId }: UserContext, shareId: string) {
  const id = newId();
  await storage.storeWhole(id, [Buffer.from('plans')]);
  const size = { sizeBytes: 5n, storedBytes: 5n };
  await db.file.create({
    data: {
      id,
      shareId,
      name: 'a.txt',
      mimeType: 'text/plain',
      state: 'complete',
      crc32: '00000000',
      ...size,
    },
  });
}

async function afterAYear(ctx: UserContext): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp(later(ctx, year));
}

/** Shares whose file and its bytes are there. */
async function sharesLeft({ db, storage }: UserContext): Promise<string[]> {
  const files = await db.file.findMany({ select: { id: true, shareId: true } });
  for (const { id } of files)
    for await (const bytes of storage.read(id, { start: 0, end: 4 })) expect(bytes.toString()).toBe('plans');
  return files.map(({ shareId }) => shareId);
}

test('whatever came through an inbox is there after a year, whatever became of inbox and link', async () => {
  const { db, remove } = await ownDatabase();
  const [owner, member] = [await userContext({ db }), await userContext({ db })];
  const names = new Map<string, string>();
  for (const [what, receive] of Object.entries(received))
    for (const [inbox, change] of Object.entries(inboxes))
      for (const [link, make] of Object.entries(links)) {
        const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
        const shareId = await receive(owner, aliasId);
        await addFile(owner, shareId);
        await make(owner, shareId);
        await change(owner, shareId);
        names.set(shareId, `${what}, inbox ${inbox}, link ${link}`);
      }
  await afterAYear(owner);
  const left = await sharesLeft(owner);
  expect([...names].filter(([id]) => !left.includes(id)).map(([, name]) => name)).toEqual([]);
  expect(names.size).toBe(32);
  expect(await db.unread.count({ where: { accountId: member.viewer.id } })).toBeGreaterThan(0);
  await remove();
});

test('after a year an account’s own drafts and withdrawn shares are there; expired ones are not', async () => {
  const { db, remove } = await ownDatabase();
  const owner = await userContext({ db });
  const stays = new Map<string, string>();
  for (const [link, make] of Object.entries(links)) {
    const { id } = await draftShare(owner);
    await addFile(owner, id);
    await make(owner, id);
    stays.set(id, link);
  }
  await afterAYear(owner);
  const left = (await sharesLeft(owner)).map((id) => stays.get(id));
  expect(left.sort()).toEqual(['none', 'withdrawn']);
  expect(await db.removal.count()).toBe(0);
  await remove();
});
