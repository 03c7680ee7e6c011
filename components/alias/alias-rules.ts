import { CallError } from '@/lib/client/call/call';
import type { AliasChange, AliasDetail } from '@/lib/contract/alias/alias';
import type { AppConfig } from '@/lib/contract/info';
import { normalLogin } from '@/lib/domain/ident';
import { readAliasId } from '@/lib/domain/pasted/link';
import { allowedValidities, defaultValidity, validityOptionsFor } from '@/lib/domain/time/validity';

export type AliasMember = AliasDetail['members']['items'][number];

export type AliasValues = {
  name: string;
  /** Empty means that the server chooses. */
  id: string;
  enabled: boolean;
  validityMs: number;
  members: readonly AliasMember[];
};

type ValidityConfig = Pick<AppConfig, 'maxValidity' | 'defaultValidity'>;

export const emptyAlias = (bounds: ValidityConfig): AliasValues => ({
  name: '',
  id: '',
  enabled: true,
  validityMs: defaultValidity(bounds.defaultValidity, allowedValidities(bounds.maxValidity)).ms,
  members: [],
});

export const valuesOf = (
  { name, id, enabled, validity, members }: AliasDetail,
  { maxValidity }: ValidityConfig,
): AliasValues => ({
  name,
  id,
  enabled,
  validityMs: validityOptionsFor(validity, maxValidity).chosenMs,
  members: members.items,
});

export const changeOf = ({ name, id, enabled, validityMs, members }: AliasValues): AliasChange => ({
  id: readAliasId(id) || null,
  name: name.trim(),
  enabled,
  validity: validityMs,
  members: members.map((member) => member.id),
});

/** The values sent as `was`, by which the server detects a concurrent change. */
export const loadedValues = ({ name, enabled, validityMs, members }: AliasValues) => ({
  name,
  enabled,
  validity: validityMs,
  members: members.map((member) => member.id),
});

export type AliasProblems = { name?: 'blank'; id?: 'alphabet' | 'tooShort' };

export function problemsOf({ name, id }: AliasValues): AliasProblems {
  const wanted = readAliasId(id);
  return {
    ...(name.trim() === '' && { name: 'blank' }),
    ...(wanted !== '' && wanted.length < 4 && { id: 'tooShort' }),
    ...(!/^[A-Za-z0-9_@.-]*$/.test(wanted) && { id: 'alphabet' }),
  };
}

/** Filters the results of an earlier search by the text now typed, and omits chosen members. */
export function selectableMembers(
  found: readonly AliasMember[],
  chosen: readonly AliasMember[],
  q: string,
): AliasMember[] {
  const taken = new Set(chosen.map(({ id }) => id));
  const words = normalLogin(q);
  return found.filter(({ id, login }) => !taken.has(id) && normalLogin(login).includes(words));
}

export type AliasField = 'name' | 'id' | 'validity' | 'members';
const fields: readonly AliasField[] = ['name', 'id', 'validity', 'members'];

export function refusedField(error: unknown): AliasField | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'alias.idTaken') return 'id';
  if (error.code === 'share.validityTooLong') return 'validity';
  if (error.code !== 'request.invalid') return null;
  return fields.find((field) => error.message.startsWith(`${field}:`)) ?? null;
}
