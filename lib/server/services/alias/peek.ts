import 'server-only';
import { noteAliasUnknown } from '@/lib/server/audit/refused-pass';
import type { Context } from '@/lib/server/context';
import { checkGuesser, nothingForGuessers } from '@/lib/server/limits/unknown-id';
import { takingFiles } from './access';

type Peek = { name: string };

/** What a sender may know of an alias: the name its owner gave it. Null for unknown and switched off alike. */
export const peekAlias = (ctx: Context, aliasId: string): Promise<Peek | null> =>
  peek(ctx, aliasId).catch(nothingForGuessers);

async function peek(ctx: Context, aliasId: string): Promise<Peek | null> {
  checkGuesser(ctx);
  const where = { id: aliasId, ...takingFiles };
  const alias = await ctx.db.alias.findUnique({ where, select: { name: true } });
  if (!alias) await noteAliasUnknown(ctx, aliasId);
  return alias;
}
