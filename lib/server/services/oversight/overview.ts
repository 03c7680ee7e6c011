import 'server-only';
import { statfs } from 'node:fs/promises';
import { account } from '@/lib/contract/account/account';
import { oversight } from '@/lib/contract/admin/oversight';
import type { UserContext } from '@/lib/server/context';
import { searchAccounts } from '@/lib/server/services/account/search';
import { newerVersion } from '@/lib/server/services/update/update';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { overseeAliases } from './list-aliases';
import { overseeShares } from './list-shares';

export type Overview = {
  accounts: number;
  usedBytes: number;
  /** Null where the storage has no end, as a bucket, and where the disk can't be asked. */
  freeBytes: number | null;
  /** Counted up to 10,000, as in their lists. */
  links: number;
  inboxes: number;
  version: string;
  newer: { version: string; url: string | null } | null;
};

/** For the admins’ first page, by the queries of the lists that each figure leads to. */
export async function readOverview(ctx: UserContext): Promise<Overview> {
  const one = { pageSize: 1 };
  const [people, shares, aliases, freeBytes, newer] = await Promise.all([
    searchAccounts(ctx, account.search.query.parse(one)),
    overseeShares(ctx, oversight.shares.query.parse({ ...one, state: 'live', sort: 'ends' })),
    overseeAliases(ctx, oversight.aliases.query.parse({ ...one, state: 'on' })),
    freeSpace(ctx),
    newerVersion(ctx),
  ]);
  return {
    accounts: people.total,
    usedBytes: people.sums.bytes,
    freeBytes,
    links: shares.total,
    inboxes: aliases.total,
    version: ctx.config.VERSION,
    newer,
  };
}

async function freeSpace({ config }: UserContext): Promise<number | null> {
  if (config.STORAGE !== 'disk') return null;
  const disk = await statfs(diskFolders(config).root).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
