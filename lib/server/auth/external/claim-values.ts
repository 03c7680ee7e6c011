import 'server-only';
import { Text } from '@/lib/contract/fields';

/**
 * Finds a claim by its own name, which may contain dots and colons, or by a path such as `realm_access.roles`. Looks
 * nowhere else, so that what people may write about themselves stands in for nothing.
 */
export function claimAt(claims: unknown, key: string): unknown {
  if (typeof claims !== 'object' || claims === null) return;
  if (Object.hasOwn(claims, key)) return (claims as Record<string, unknown>)[key];
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const head = key.slice(0, dot);
    if (!Object.hasOwn(claims, head)) continue;
    const found = claimAt((claims as Record<string, unknown>)[head], key.slice(dot + 1));
    if (found !== undefined) return found;
  }
}

const Name = Text.min(1).max(255);

/** Names in a claim that is one, a list of them, or a map whose keys are them; sorted, each once. */
export function namesIn(claim: unknown): string[] {
  const isMap = typeof claim === 'object' && claim !== null && !Array.isArray(claim);
  const given = isMap
    ? Object.entries(claim).flatMap(([name, value]) => (value === false || value === null ? [] : [name]))
    : [claim].flat();
  const names = given.flatMap((each) => {
    const { data } = Name.safeParse(Number.isSafeInteger(each) ? String(each) : each);
    return data ? [data] : [];
  });
  return [...new Set(names)].sort();
}

/** A provider's groups: `unnamed` counts what is no name. */
type GroupsClaim = { names: string[]; unnamed: number };

/** Groups in a claim that `namesIn` reads, in one text of them all, or in a list of objects that have a name. */
export function groupsIn(claim: unknown): GroupsClaim {
  const given = typeof claim === 'string' ? groupsInText(claim) : claim;
  if (!Array.isArray(given)) return { names: namesIn(given), unnamed: 0 };
  const named = given.map((each) => nameKeys.map((key) => textOf(each, key)).find(Boolean) ?? each);
  const names = namesIn(named);
  return { names, unnamed: named.filter((each) => namesIn([each]).length === 0).length };
}

const nameKeys = ['name', 'value', 'id'];

/** JSON, `[a, b]` or `a,b`. The commas of a DN belong to its name. */
function groupsInText(claim: string): unknown {
  const text = claim.trim();
  const isList = text.startsWith('[') && text.endsWith(']');
  if (isList || text.startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON, so names between commas.
    }
  }
  if (/^\w+\s*=/.test(text)) return text;
  return (isList ? text.slice(1, -1) : text)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Finds a text or number by its key at any depth, the one nearest to the top; or by its path. */
export function valueAt(claims: unknown, key: string): string | null {
  for (let level = [claims]; level.length > 0; level = level.flatMap(childrenOf)) {
    const found = level.map((each) => textOf(each, key)).find((text) => text !== null);
    if (found) return found;
  }
  return textIn(claimAt(claims, key));
}

function textOf(claims: unknown, key: string): string | null {
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, key)) return null;
  return textIn((claims as Record<string, unknown>)[key]);
}

export function textIn(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value ? Object.values(value) : [];
