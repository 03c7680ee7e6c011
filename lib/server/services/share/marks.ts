import 'server-only';
import type { OwnMarks } from '@/lib/contract/share/share-marks';
import type { UserContext } from '@/lib/server/context';
import { filterUnread } from '@/lib/server/services/delivery/marks';

/** Returns those of the shares that the viewer has marked. */
type MarkReader = (ctx: UserContext, ids: string[]) => Promise<Set<string>>;

const readers: Record<keyof OwnMarks, MarkReader> = {
  unread: filterUnread,
};

/** Reads all marks of the viewer, one query for each, however many shares a page has. */
export async function readMarks(ctx: UserContext, ids: string[]): Promise<(id: string) => OwnMarks> {
  const read = async ([name, reader]: [string, MarkReader]) => [name, await reader(ctx, ids)] as const;
  const marked = await Promise.all(Object.entries(readers).map(read));
  return (id) => Object.fromEntries(marked.map(([name, those]) => [name, those.has(id)])) as OwnMarks;
}
