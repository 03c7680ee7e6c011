import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { receiveFile, scanning, scanOf, shareFor } from '@/testing/service/scanned';
import { nextSuspectTry } from './suspect';

// The scan looks at all files.
let own: Awaited<ReturnType<typeof ownDatabase>>;
let clamd: Awaited<ReturnType<typeof startMortal>>;
beforeAll(async () => {
  own = await ownDatabase();
  clamd = await startMortal();
});
beforeEach(async () => {
  await own.db.file.deleteMany();
  await clamd.start();
  clamd.deaths = 0;
  vi.resetModules(); // a process looks once at what was there before
});
afterAll(async () => {
  await clamd.stop();
  await own.remove();
});

const deadly = 'what clamd dies of';

/**
 * Dies of one content, with all that it is looking into, and stays dead until somebody starts it. Before the first
 * death it answers when four wait.
 */
async function startMortal() {
  const sockets = new Set<Socket>();
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    waiting.clear();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const waiting = new Map<Socket, string>();
  const answerAll = () => {
    const isDeath = [...waiting.values()].some((got) => got.includes(deadly));
    if (isDeath) fake.deaths++;
    for (const socket of waiting.keys()) if (!isDeath) socket.end('stream: OK\0');
    waiting.clear();
    if (isDeath) void stop();
  };
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    let got = '';
    socket.on('data', (data) => {
      got += data.toString('latin1');
      if (got === 'zPING\0') return void socket.end('PONG\0');
      if (!got.endsWith('\0\0\0\0')) return;
      waiting.set(socket, got);
      if (fake.deaths > 0 || waiting.size === 4) answerAll();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const start = async () => {
    if (!server.listening) await once(server.listen(address.port, '127.0.0.1'), 'listening');
  };
  const fake = { deaths: 0, address, start, stop };
  return fake;
}

/** The deadly file comes first in the scan's order, with eight harmless ones behind it. */
async function arrived(settings: object, way: 'inbox' | 'own' = 'inbox') {
  const plain = await userContext({ db: own.db });
  const ctx = scanning(plain, { address: clamd.address, ...settings });
  const { shareId } = await shareFor(plain, way);
  const ids = Array.from({ length: 9 }, () => plain.newId()).sort();
  for (const [at, id] of ids.entries()) {
    const by = { ...(way === 'inbox' ? ctx : plain), newId: () => id };
    await receiveFile(by, { shareId, content: at === 0 ? deadly : `harmless ${at}` });
  }
  const [bad = '', ...others] = ids;
  const later = (seconds: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + seconds * 1_000) });
  const { scanFiles } = await import('./scan-files');
  const runAt = async (seconds: number) => {
    await clamd.start();
    return scanFiles(later(seconds));
  };
  const states = async () => {
    const all = await Promise.all(others.map(async (id) => (await scanOf(own, id))[0]));
    return { bad: await scanOf(own, bad), others: [...new Set(all)] };
  };
  return { runAt, states, later };
}

test.each([
  ['hold', 'inbox', 'inboxes', 'pending'],
  ['allow', 'inbox', 'inboxes', 'notScanned'],
  ['hold', 'own', 'all', 'notScanned'],
] as const)(
  'with SCAN_DOWN=%s a file in a share of %s (SCAN=%s) of which clamd dies holds up no other',
  async (SCAN_DOWN, way, SCAN, kept) => {
    const { runAt, states } = await arrived({ SCAN_DOWN, SCAN }, way);
    expect(await runAt(0)).toMatchObject({ isAgainSoon: true });
    expect(clamd.deaths).toBe(1);
    await runAt(15);
    expect(clamd.deaths).toBe(2);
    await runAt(30);
    expect(await states()).toEqual({ bad: [kept, 'brokeOff'], others: ['clean'] });
  },
);

test('it rests between its tries as long as it has waited, and is never clean', async () => {
  const { runAt, states, later } = await arrived({});
  await runAt(0);
  await runAt(20);
  for (const [seconds, deaths] of [
    [35, 2],
    [45, 3],
    [80, 3],
    [95, 4],
    [10_000, 5],
    [13_500, 5],
    [13_700, 6],
  ] as const) {
    await runAt(seconds);
    expect([seconds, clamd.deaths]).toEqual([seconds, deaths]);
  }
  expect(await states()).toEqual({ bad: ['pending', 'brokeOff'], others: ['clean'] });
  expect(await nextSuspectTry(later(0))).toEqual(later(13_700 + 3_600).now);
});
