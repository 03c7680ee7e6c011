import { beforeAll, expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import { ask, type Question, type Reply } from '../gate/ask';
import type { Credential } from '../gate/credentials';
import { verdictFor } from '../gate/expected';
import { isPage, matrix, questionFor } from '../gate/matrix';
import { leaksIn, stateOf } from '../gate/traces';
import { variantsFor } from '../gate/variants';
import { makeWorld, type World } from '../gate/world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const guarded = Object.keys(matrix).filter((key) => verdictFor(key, 'signedOut') !== 'in');

/** Those who come nearest: with nothing, with somebody else's right, with one that is over, with an alias. */
const strangers: Credential[] = ['signedOut', 'other', 'disabled', 'otherAlias'];

/**
 * A third of the variants for each of them, another third for the next: neighbours in the table see all of it.
 * `SLIPWAY_LONG=1` tries everything.
 */
const isTurn = (row: number, who: number, variant: number) => isLong || (row + who + variant) % 3 === 0;

const variants = (world: World) => variantsFor(world.ownerLogin);

async function tried(key: string, who: Credential, name: string, question: Question) {
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

/** Told apart from a page that answers 200 and leads away with its first line, which shows nothing of anybody's. */
const isIn = (key: string, { method }: Question, { status }: Reply) =>
  !isPage(key) && method !== 'OPTIONS' && status < 300;

/** 501 is what HTTP has for methods that are none of ours. */
const failed = ({ status }: Reply) => status >= 500 && status !== 501;

test.each(guarded.map((key, index) => [key, index] as const))(
  '%s is opened by no header, method or spelling',
  async (key, index) => {
    const before = await stateOf(world.bait);
    const whos = strangers.filter((who) => verdictFor(key, who) !== 'in');
    const tries = whos.flatMap((who, nth) =>
      variants(world)
        .filter((_, at) => isTurn(index, nth, at))
        .map(({ name, of }) => tried(key, who, name, of(questionFor(key, world.bait)))),
    );
    const harm = (await Promise.all(tries)).filter(
      ({ isIn, leaks, failed }) => isIn || failed || leaks.length > 0,
    );
    expect(harm).toEqual([]);
    expect(await stateOf(world.bait)).toBe(before);
  },
);

/** What pages make of strange requests is fuzzed (test/faults/fuzz.ts): they are too slow to draw for all of this. */
const shown = Object.keys(matrix).filter(
  (key) => /^(GET|HEAD) /.test(key) && !isPage(key) && verdictFor(key, 'owner') === 'in',
);

test.each(shown)('%s fails for nobody who may, however it is asked', async (key) => {
  const question = questionFor(key, world.bait);
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
