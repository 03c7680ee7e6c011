import { CallError } from '@/lib/client/call/call';
import type { AliasChange, AliasDetail } from '@/lib/contract/alias/alias';
import type { AppConfig } from '@/lib/contract/info';
import { normalLogin } from '@/lib/domain/ident';
import { allowedValidities, defaultValidity, validitiesBeside } from '@/lib/domain/time/validity';

export type Member = AliasDetail['members']['items'][number];

/** An alias as its form holds it. */
export type AliasValues = {
  name: string;
  /** As typed; empty leaves the choice to the server. */
  id: string;
  enabled: boolean;
  validityMs: number;
  members: readonly Member[];
};

type Bounds = Pick<AppConfig, 'maxValidity' | 'defaultValidity'>;

export const emptyAlias = (bounds: Bounds): AliasValues => ({
  name: '',
  id: '',
  enabled: true,
  validityMs: defaultValidity(bounds.defaultValidity, allowedValidities(bounds.maxValidity)).ms,
  members: [],
});

export const valuesOf = (
  { name, id, enabled, validity, members }: AliasDetail,
  { maxValidity }: Bounds,
): AliasValues => ({
  name,
  id,
  enabled,
  validityMs: validitiesBeside(validity, maxValidity).chosenMs,
  members: members.items,
});

export const changeOf = ({ name, id, enabled, validityMs, members }: AliasValues): AliasChange => ({
  id: id.trim() || null,
  name: name.trim(),
  enabled,
  validity: validityMs,
  members: members.map((member) => member.id),
});

/** The values that the form has read, as the server compares them. */
export const readOf = ({ name, enabled, validityMs, members }: AliasValues) => ({
  name,
  enabled,
  validity: validityMs,
  members: members.map((member) => member.id),
});

export type AliasProblems = { name?: 'blank'; id?: 'alphabet' | 'tooShort' };

/** What the server would refuse anyway, told before it is asked. */
export function problemsOf({ name, id }: AliasValues): AliasProblems {
  const wanted = id.trim();
  return {
    ...(name.trim() === '' && { name: 'blank' }),
    ...(wanted !== '' && wanted.length < 4 && { id: 'tooShort' }),
    ...(!/^[A-Za-z0-9_@.-]*$/.test(wanted) && { id: 'alphabet' }),
  };
}

/** Results for earlier words stay until the new ones arrive; only what fits is left to be chosen. */
export function choosable(found: readonly Member[], chosen: readonly Member[], q: string): Member[] {
  const taken = new Set(chosen.map(({ id }) => id));
  const words = normalLogin(q);
  return found.filter(({ id, login }) => !taken.has(id) && normalLogin(login).includes(words));
}

export type AliasField = 'name' | 'id' | 'validity' | 'members';
const fields: readonly AliasField[] = ['name', 'id', 'validity', 'members'];

/** The field that a refusal is about; null when it is about none of them. */
export function refusedField(error: unknown): AliasField | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'alias.idTaken') return 'id';
  if (error.code === 'share.validityTooLong') return 'validity';
  if (error.code !== 'request.invalid') return null;
  return fields.find((field) => error.message.startsWith(`${field}:`)) ?? null;
}
