import { expect, test } from 'vitest';
import { errandsInTurn } from './turns';

function recorded(most = { asked: 2, soon: 2 }) {
  const turns = errandsInTurn(most);
  const done: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = (name: string) => async () => {
    await gate;
    done.push(name);
  };
  return { turns, done, open, work };
}

test('what somebody waits for comes first, the latest before all; the rest in its order', async () => {
  const { turns, done, open, work } = recorded();
  turns.note('first', work('first'));
  turns.note('b', work('b'));
  turns.note('c', work('c'));
  const asked = [turns.ask('d', work('d')), turns.ask('c', work('c'))];
  open();
  await Promise.all(asked);
  await turns.ask('last', work('last'));
  expect(done).toEqual(['first', 'c', 'd', 'b', 'last']);
});

test('one errand is done once, however many ask, and a failure is nobody else’s', async () => {
  const { turns, done, open, work } = recorded();
  const failing = turns.ask('x', async () => {
    throw new Error('no');
  });
  const asked = [turns.ask('a', work('a')), turns.ask('a', work('a'))];
  open();
  await Promise.all([failing, ...asked]);
  expect(done).toEqual(['a']);
});

test('beyond the limit the oldest is dropped, and nobody waits for it', async () => {
  const { turns, done, open, work } = recorded();
  const first = turns.ask('first', work('first'));
  const dropped = turns.ask('a', work('a'));
  const kept = [turns.ask('b', work('b')), turns.ask('c', work('c'))];
  await dropped;
  open();
  await Promise.all([first, ...kept]);
  expect(done).toEqual(['first', 'c', 'b']);
});
