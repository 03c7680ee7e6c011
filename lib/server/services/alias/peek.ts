import 'server-only';
import { endOf, type InboxForm, type OpenTimes, phaseAt } from '@/lib/domain/inbox/inbox-form';
import { noteAliasUnknown } from '@/lib/server/audit/refused-pass';
import type { Context } from '@/lib/server/context';
import { checkGuesser, nothingForGuessers } from '@/lib/server/limits/unknown-id';
import { roomOf } from '@/lib/server/services/quota/refusal';
import { takingFiles } from './access';
import { formOf } from './form-row';

/** What a sender may know of an alias: the name its owner gave it, its form, and why it takes nothing. */
export type InboxView =
  | { state: 'open'; name: string; isLate: boolean; form: InboxForm | null }
  /** `at`: when it opens. */
  | { state: 'early' | 'closed'; name: string; at: number }
  | { state: 'full'; name: string }
  | { state: 'off' };

/** Null for an alias that is unknown, or whose owner is out. */
export const peekAlias = (ctx: Context, aliasId: string): Promise<InboxView | null> =>
  peek(ctx, aliasId).catch(nothingForGuessers);

async function peek(ctx: Context, aliasId: string): Promise<InboxView | null> {
  checkGuesser(ctx);
  const alias = await ctx.db.alias.findUnique({
    where: { id: aliasId, owner: takingFiles.owner },
    select: { name: true, enabled: true, ownerId: true, form: true, owner: { select: { login: true } } },
  });
  if (!alias) {
    await noteAliasUnknown(ctx, aliasId);
    return null;
  }
  if (!alias.enabled) return { state: 'off' };
  const { name, owner } = alias;
  const form = alias.form && formOf(alias.form);
  const shut = form && shutView(name, form, ctx.now);
  if (shut) return shut;
  const room = await roomOf(ctx, alias.ownerId);
  if (room.bytes <= 0 || room.files <= 0) return { state: 'full', name };
  const shown = form && { ...form, recipient: form.recipient || owner.login };
  return { state: 'open', name, isLate: form !== null && isLate(form, ctx.now), form: shown };
}

const isLate = (form: OpenTimes, now: Date): boolean => phaseAt(form, now.getTime()) === 'late';

function shutView(name: string, form: OpenTimes, now: Date): InboxView | null {
  const phase = phaseAt(form, now.getTime());
  if (phase === 'early') return { state: 'early', name, at: form.opensAt ?? 0 };
  const isShut = phase === 'grace' || phase === 'closed';
  return isShut ? { state: 'closed', name, at: endOf(form) ?? 0 } : null;
}
