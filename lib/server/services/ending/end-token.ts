import 'server-only';
import { seal, unseal } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';

/** The end of a share's link at one date. Moving that date invalidates its tokens. */
export type LinkEnd = { shareId: string; until: Date };

export const createEndToken = ({ now }: Context, { shareId, until }: LinkEnd): Promise<string> =>
  seal('ending', { share: shareId, end: until.getTime() }, until, now);

export async function readEndToken({ now }: Context, token: string): Promise<LinkEnd | null> {
  const claims = await unseal('ending', token, now);
  return claims && { shareId: String(claims.share), until: new Date(Number(claims.end)) };
}
