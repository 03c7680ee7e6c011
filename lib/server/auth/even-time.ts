import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { matchesHash } from './password';

const kindsCacheMs = 60_000;

const margin = 1.25;

const measuredMs = new Map<string, Promise<number>>();
let cachedFloor: { floor: Promise<number>; until: number } | null = null;

/**
 * Delays the answer "wrong" to the time of the slowest kind of hash among the accounts. Imported hashes may be slower
 * than ours, which would tell by time who has an account.
 */
export async function withEvenTime(ctx: Context, isRight: () => Promise<boolean>): Promise<boolean> {
  const floor = Math.max(await floorMs(ctx), directoryMs);
  const began = performance.now();
  const right = await isRight();
  if (!right) await sleep(Math.max(0, floor - (performance.now() - began)));
  return right;
}

let directoryMs = 0;
const maxDirectoryMs = 2_000;

/** Raises the time of all wrong answers to that of a directory, so that it doesn't tell which accounts are ours. */
export async function withDirectoryTime(ctx: Context, isRight: () => Promise<boolean>): Promise<boolean> {
  return withEvenTime(ctx, async () => {
    const began = performance.now();
    const right = await isRight();
    directoryMs = Math.min(maxDirectoryMs, Math.max(performance.now() - began, directoryMs * 0.9));
    return right;
  });
}

/**
 * Runs before the password is checked, so that the first caller after a start waits for the measurement in any case.
 */
function floorMs(ctx: Context): Promise<number> {
  if (!cachedFloor || cachedFloor.until < Date.now()) {
    const floor = slowestHashMs(ctx).catch((error: unknown) => {
      cachedFloor = null;
      throw error;
    });
    cachedFloor = { floor, until: Date.now() + kindsCacheMs };
  }
  return cachedFloor.floor;
}

export const resetHashKinds = (): void => {
  cachedFloor = null;
};

async function slowestHashMs({ db }: Context): Promise<number> {
  const kinds = await db.$queryRaw<{ kind: string }[]>`
    SELECT DISTINCT substring("passwordHash" FROM '^([$]2[aby][$][0-9]+|[$]argon2[a-z]+[$](v=[0-9]+[$])?m=[0-9]+,t=[0-9]+,p=[0-9]+)') AS "kind"
    FROM "Account" WHERE "passwordHash" NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'`;
  const times: number[] = [];
  for (const { kind } of kinds) if (kind) times.push(await measureHash(kind));
  return Math.max(0, ...times) * margin;
}

function measureHash(kind: string): Promise<number> {
  const known = measuredMs.get(kind);
  if (known) return known;
  const time = (async () => {
    const began = performance.now();
    await matchesHash(unmatchableHash(kind), 'nobody has this password');
    return performance.now() - began;
  })();
  measuredMs.set(kind, time);
  return time;
}

const unmatchableHash = (kind: string): string =>
  kind.startsWith('$2') ? `${kind}$${'.'.repeat(53)}` : `${kind}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
