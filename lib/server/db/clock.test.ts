import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issueToken, openToken } from '@/lib/server/auth/tokens';
import { config } from '@/lib/server/config';
import { presentTime, setClockOffset } from '@/lib/server/present-time';
import { followClock } from './clock';
import { withConnection } from './connection';

const minute = 60_000;

/** Turns this process into a node whose machine is `apartMs` ahead of the database's. */
async function becomeNode(apartMs: number): Promise<void> {
  vi.setSystemTime(truth + apartMs);
  await withConnection({ connectionString: config().DATABASE_URL }, followClock);
}

let truth = 0;
beforeEach(() => {
  truth = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: truth });
});
afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
});

test.each([-600_000, 300_000, 24 * 60 * minute])(
  'a node whose clock is %d ms ahead goes by the database’s clock',
  async (apartMs) => {
    await becomeNode(apartMs);
    expect(Math.abs(presentTime().getTime() - truth)).toBeLessThan(5_000);
    await becomeNode(0);
    expect(Math.abs(presentTime().getTime() - truth)).toBeLessThan(5_000);
  },
);

test('differences as small as the network’s change nothing, so that time runs evenly', async () => {
  await becomeNode(0);
  expect(presentTime().getTime()).toBe(Date.now());
});

test.each([
  [0, 10 * minute],
  [-10 * minute, 0],
  [10 * minute, -10 * minute],
])(
  'what a node %d ms ahead seals for eight minutes is open for as long on a node %d ms ahead',
  async (here, there) => {
    await becomeNode(here);
    const now = presentTime();
    const text = await issueToken('visit', { sid: 'x' }, new Date(now.getTime() + 8 * minute), now);
    await becomeNode(there);
    expect(await openToken('visit', text, presentTime())).toMatchObject({ sid: 'x' });
    expect(await openToken('visit', text, new Date(presentTime().getTime() + 9 * minute))).toBeNull();
  },
);
