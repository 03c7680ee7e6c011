import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { openContext } from '@/testing/service/context';
import { batchedQuery, kindOf } from './direct';
import { Prisma } from './generated/client';

const { db } = openContext();

type RecordedStatement = { questions: string[]; end: (error?: Error) => void };
let statements: RecordedStatement[] = [];

const recordingQuery = () =>
  batchedQuery<string, string>(
    (_db, questions) =>
      new Promise((resolve, reject) => {
        const answers = questions.map((question) => `${question}!`);
        statements.push({ questions, end: (error) => (error ? reject(error) : resolve(answers)) });
      }),
  );

const nthStatement = async (index: number): Promise<RecordedStatement> => {
  await expect.poll(() => statements.length).toBeGreaterThan(index);
  return statements[index] as RecordedStatement;
};

beforeEach(() => {
  statements = [];
});

test('requests of the same moment share one statement, and each gets its own answer', async () => {
  const asking = recordingQuery();
  const answers = Promise.all([asking(db, 'one', 'a'), asking(db, 'one', 'b'), asking(db, 'one', 'c')]);
  (await nthStatement(0)).end();
  expect(await answers).toEqual(['a!', 'b!', 'c!']);
  expect(statements.map(({ questions }) => questions)).toEqual([['a', 'b', 'c']]);
});

test('an answer is never older than its question: who comes later waits for the next statement', async () => {
  const asking = recordingQuery();
  const first = asking(db, 'one', 'a');
  const begun = await nthStatement(0);
  const later = [asking(db, 'one', 'b'), asking(db, 'one', 'c')];
  begun.end();
  expect(await first).toBe('a!');
  (await nthStatement(1)).end();
  expect(await Promise.all(later)).toEqual(['b!', 'c!']);
  expect(statements.map(({ questions }) => questions)).toEqual([['a'], ['b', 'c']]);
});

test('kinds are kept apart', async () => {
  const asking = recordingQuery();
  const answers = Promise.all([asking(db, 'one', 'a'), asking(db, 'other', 'b')]);
  (await nthStatement(0)).end();
  (await nthStatement(1)).end();
  await answers;
  expect(statements.map(({ questions }) => questions)).toEqual([['a'], ['b']]);
});

test('a fault of one question is that one’s alone', async () => {
  const asking = batchedQuery<string, string>(async (_db, questions) => {
    if (questions.includes('bad')) throw new Error('bad');
    return questions;
  });
  const settled = await Promise.allSettled(['a', 'bad', 'b'].map((question) => asking(db, 'one', question)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('in an outage nobody is asked for a second time', async () => {
  const asking = recordingQuery();
  const answers = Promise.allSettled([asking(db, 'one', 'a'), asking(db, 'one', 'b')]);
  (await nthStatement(0)).end(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(statements).toHaveLength(1);
});

test('a statement that hangs holds nobody up who comes after it', async () => {
  const asking = recordingQuery();
  const stuck = asking(db, 'one', 'a');
  const hanging = await nthStatement(0);
  await sleep(150);
  const past = asking(db, 'one', 'b');
  (await nthStatement(1)).end();
  expect(await past).toBe('b!');
  hanging.end();
  expect(await stuck).toBe('a!');
});

test('conditions have the same name only when they ask the same of the same', () => {
  const of = (owner: string) => kindOf(Prisma.sql`s."ownerId" = ${owner}`);
  expect(of('a')).toBe(of('a'));
  expect(of('a')).not.toBe(of('b'));
  expect(of('a')).not.toBe(kindOf(Prisma.sql`s."aliasId" = ${'a'}`));
});
