import { beforeAll, expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import { ask, type GateReply, type GateRequest } from '../gate/ask';
import type { Credential } from '../gate/credentials';
import { verdictFor } from '../gate/expected';
import { isPage, matrix, requestFor } from '../gate/matrix';
import { leaksIn, stateOf } from '../gate/traces';
import { variantsFor } from '../gate/variants';
import { type GateWorld, makeWorld } from '../gate/world';

let world: GateWorld;
beforeAll(async () => {
  world = await makeWorld();
});

const guarded = Object.keys(matrix).filter((key) => verdictFor(key, 'signedOut') !== 'in');

const strangers: Credential[] = ['signedOut', 'other', 'disabled', 'otherAlias'];

/** Tries a third of the variants per caller and row. `SLIPWAY_LONG=1` tries everything. */
const isTurn = (row: number, who: number, variant: number) => isLong || (row + who + variant) % 3 === 0;

const variants = (world: GateWorld) => variantsFor(world.ownerLogin);

async function tried(key: string, who: Credential, name: string, question: GateRequest) {
  const shown = world.shown(who);
  const reply = await ask({ ...question, headers: { ...question.headers, ...shown } });
  return {
    name,
    who,
    isIn: isIn(key, question, reply),
    leaks: leaksIn(world, key, who, reply),
    failed: failed(reply),
  };
}

/** A page may answer 200 and redirect in its first line; that doesn't count as access. */
const isIn = (key: string, { method }: GateRequest, { status }: GateReply) =>
  !isPage(key) && method !== 'OPTIONS' && status < 300;

/** 501 is the standard answer to methods that we don't implement. */
const failed = ({ status }: GateReply) => status >= 500 && status !== 501;

test.each(guarded.map((key, index) => [key, index] as const))(
  '%s is opened by no header, method or spelling',
  async (key, index) => {
    const before = await stateOf(world.bait);
    const whos = strangers.filter((who) => verdictFor(key, who) !== 'in');
    const tries = whos.flatMap((who, nth) =>
      variants(world)
        .filter((_, at) => isTurn(index, nth, at))
        .map(({ name, of }) => tried(key, who, name, of(requestFor(key, world.bait)))),
    );
    const harm = (await Promise.all(tries)).filter(
      ({ isIn, leaks, failed }) => isIn || failed || leaks.length > 0,
    );
    expect(harm).toEqual([]);
    expect(await stateOf(world.bait)).toBe(before);
  },
);

/** Pages are too slow for this; they are fuzzed in test/faults/fuzz.ts. */
const shown = Object.keys(matrix).filter(
  (key) => /^(GET|HEAD) /.test(key) && !isPage(key) && verdictFor(key, 'owner') === 'in',
);

test.each(shown)('%s fails for nobody who may, however it is asked', async (key) => {
  const question = requestFor(key, world.bait);
  const answers = await Promise.all(
    variants(world)
      .filter(({ name }) => !name.startsWith('as '))
      .map(async ({ name, of }) => {
        const asked = of(question);
        const reply = await ask({ ...asked, headers: { ...asked.headers, ...world.shown('owner') } });
        return { name, failed: failed(reply) };
      }),
  );
  expect(answers.filter(({ failed }) => failed)).toEqual([]);
});
