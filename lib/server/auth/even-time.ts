import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { matchesHash } from './hash-kinds';

/** For how long it counts which kinds of hashes there are. */
const rememberMs = 60_000;

/** A measured time is one of a moment; most tries stay below this many times as much. */
const margin = 1.25;

/** How long one try takes, by kind: it depends on nothing but kind and machine. */
const measured = new Map<string, Promise<number>>();
let remembered: { floor: Promise<number>; until: number } | null = null;

/**
 * Answers that a password is wrong no sooner than the slowest kind of hash among the accounts takes: an import brings
 * some that take longer than ours, and by its time one could tell such an account from ours and from none.
 */
export async function evenly(ctx: Context, isRight: () => Promise<boolean>): Promise<boolean> {
  const floor = await floorMs(ctx);
  const began = performance.now();
  const right = await isRight();
  if (!right) await sleep(Math.max(0, floor - (performance.now() - began)));
  return right;
}

/** Before anything else, so that the first caller after a start waits for the measurement, whatever they send. */
function floorMs(ctx: Context): Promise<number> {
  if (!remembered || remembered.until < Date.now()) {
    const floor = slowest(ctx).catch((error: unknown) => {
      remembered = null;
      throw error;
    });
    remembered = { floor, until: Date.now() + rememberMs };
  }
  return remembered.floor;
}

/** Forgets what was remembered, where accounts with other kinds of hashes have come. */
export const forgetKinds = (): void => {
  remembered = null;
};

async function slowest({ db }: Context): Promise<number> {
  const kinds = await db.$queryRaw<{ kind: string }[]>`
    SELECT DISTINCT substring("passwordHash" FROM '^([$]2[aby][$][0-9]+|[$]argon2[a-z]+[$](v=[0-9]+[$])?m=[0-9]+,t=[0-9]+,p=[0-9]+)') AS "kind"
    FROM "Account" WHERE "passwordHash" NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'`;
  const times: number[] = [];
  for (const { kind } of kinds) if (kind) times.push(await timeOf(kind));
  return Math.max(0, ...times) * margin;
}

function timeOf(kind: string): Promise<number> {
  const known = measured.get(kind);
  if (known) return known;
  const time = (async () => {
    const began = performance.now();
    await matchesHash(nobodys(kind), 'nobody has this password');
    return performance.now() - began;
  })();
  measured.set(kind, time);
  return time;
}

/** A hash of this kind that no password has. */
const nobodys = (kind: string): string =>
  kind.startsWith('$2') ? `${kind}$${'.'.repeat(53)}` : `${kind}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
