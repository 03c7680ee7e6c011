import 'server-only';
import { seal, unseal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';

/** One end of a share's link. What moves the end makes every token of it worthless. */
export type End = { shareId: string; until: Date };

export const endToken = ({ now }: Context, { shareId, until }: End): Promise<string> =>
  seal('ending', { share: shareId, end: until.getTime() }, until, now);

/** Null for what is forged, garbled or over. */
export async function endOf({ now }: Context, token: string): Promise<End | null> {
  const claims = await unseal('ending', token, now);
  return claims && { shareId: String(claims.share), until: new Date(Number(claims.end)) };
}
