import type { Scope } from '@/lib/contract/http/scope';
import { nextDay, startOfDay } from '@/lib/domain/time/time-zone';

export type TokenDraft = { name: string; scopes: Scope[]; day: string; networks: string };

const dayMs = 24 * 3600 * 1000;
const firstDays = 90;
const longestMs = 3653 * dayMs;

export const emptyDraft = (now: number, name = ''): TokenDraft => ({
  name,
  // What `slipway send` needs; a tool of a name only uploads.
  scopes: name === '' ? ['upload', 'read', 'manage'] : ['upload'],
  day: new Date(now + firstDays * dayMs).toISOString().slice(0, 10),
  networks: '',
});

export type TokenFlaw = 'nameMissing' | 'scopesMissing' | 'untilWrong';

/** Milliseconds until the end of the chosen day in `timeZone`; null for an invalid or too distant day. */
export function validityOf({ day }: TokenDraft, now: number, timeZone: string): number | null {
  const end = startOfDay(day, timeZone) === null ? null : startOfDay(nextDay(day), timeZone);
  const validity = end === null ? 0 : end - now;
  return validity >= 1000 && validity <= longestMs ? validity : null;
}

export function flawsOf(draft: TokenDraft, validity: number | null): TokenFlaw[] {
  return [
    ...(draft.name.trim() === '' ? (['nameMissing'] as const) : []),
    ...(draft.scopes.length === 0 ? (['scopesMissing'] as const) : []),
    ...(validity === null ? (['untilWrong'] as const) : []),
  ];
}

export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
