import 'server-only';
import type { Context } from '@/lib/server/context';
import { takingFiles } from './access';

/** What a sender may know of an alias: the name its owner gave it. Null for unknown and switched off alike. */
export async function peekAlias({ db }: Context, aliasId: string): Promise<{ name: string } | null> {
  return db.alias.findUnique({ where: { id: aliasId, ...takingFiles }, select: { name: true } });
}
