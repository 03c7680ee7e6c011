import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { eicar, maxStreamBytes, ourVirus, startClamd } from '@/testing/service/clamd';
import { zipOf } from '@/testing/service/zip';
import { askScanner, type ScannerAddress, ScannerAway, ScannerBrokeOff, scanBytes } from './clamd';

const clamd = await startClamd();
afterAll(() => clamd?.stop());

/** Gives each piece in the same buffer, as a storage does. */
async function* pieces(bytes: Buffer, size = 65_536) {
  const reused = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size)
    yield reused.subarray(0, bytes.copy(reused, 0, at, at + size));
}

describe.skipIf(!clamd)('the real clamd', () => {
  const tcp: ScannerAddress = clamd?.tcp ?? { path: '' };
  const scan = (content: string | Buffer, address = tcp) =>
    scanBytes(address, () => pieces(Buffer.from(content)));

  test('says which version it is, on both ways', async () => {
    for (const address of [tcp, clamd?.unix ?? tcp])
      expect(await askScanner(address, 'VERSION')).toMatch(/^ClamAV \d/);
  });

  test('finds what its signatures have, also between two pieces and in an archive in an archive', async () => {
    expect(await scan('harmless')).toEqual({ scan: 'clean' });
    expect(await scan(eicar, clamd?.unix)).toEqual({ scan: 'infected', name: 'Eicar-Test.UNOFFICIAL' });
    const long = Buffer.concat([Buffer.alloc(65_530, 'x'), Buffer.from(ourVirus), Buffer.alloc(9_000, 'y')]);
    expect(await scan(long)).toMatchObject({ scan: 'infected' });
    const nested = await zipOf('outer.zip', await zipOf('inner.zip', await zipOf('a.com', eicar)));
    expect(await scan(nested)).toMatchObject({ scan: 'infected' });
  });

  test('has no verdict on what is larger than its limit or encrypted', async () => {
    const large = Buffer.alloc(maxStreamBytes + 1_000_000, 'x');
    expect(await scan(large)).toEqual({ scan: 'unscannable', reason: 'tooLarge' });
    const zip = await zipOf('a', 'secret');
    zip[6] = (zip[6] ?? 0) | 1;
    const directory = zip.indexOf(Buffer.from('PK\x01\x02'));
    zip[directory + 8] = (zip[directory + 8] ?? 0) | 1;
    expect(await scan(zip)).toEqual({ scan: 'unscannable', reason: 'encrypted' });
  });

  test('reads no more than it sends', async () => {
    let read = 0;
    async function* endless() {
      read = 0;
      for (const piece = Buffer.alloc(65_536); ; read += piece.length) yield piece;
    }
    expect(await scanBytes(tcp, endless)).toEqual({ scan: 'unscannable', reason: 'tooLarge' });
    expect(read).toBeLessThan(maxStreamBytes * 10);
  });

  test('that breaks off has no verdict, and the error of a file is its own', async () => {
    async function* broken() {
      yield Buffer.from('x');
      throw new Error('the disk is gone');
    }
    await expect(scanBytes(tcp, broken)).rejects.toThrow('the disk is gone');
  });
});

/** Answers each connection as a test says. */
async function served(answer: (socket: Socket) => void, use: (address: ScannerAddress) => Promise<unknown>) {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    answer(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await use({ host: '127.0.0.1', port });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['hangs up', (socket) => socket.destroy(), /./],
  ['hangs up in the middle of an answer', (socket) => socket.end('stream: O'), /hung up|EPIPE|RESET/],
  ['answers with an error', (socket) => socket.end('Can’t allocate memory ERROR\0'), /memory/],
  ['talks of something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0'), /HTTP/],
  ['talks without end', (socket) => socket.write(Buffer.alloc(20_000, 'x')), /./],
])('a scanner that %s is away', async (_, answer, text) => {
  await served(answer, async (address) => {
    const verdict = scanBytes(address, () => pieces(Buffer.alloc(300_000)));
    await expect(verdict).rejects.toBeInstanceOf(ScannerAway);
    await expect(verdict).rejects.toThrow(text);
  });
});

test('a scanner that is silent is away after a while, without another try, and so is one that nobody is', async () => {
  let asked = 0;
  await served(
    (socket) => {
      asked++;
      socket.resume();
    },
    async (address) => {
      await expect(scanBytes(address, () => pieces(Buffer.from('x')), 50)).rejects.toBeInstanceOf(
        ScannerAway,
      );
    },
  );
  expect(asked).toBe(1);
  await expect(askScanner({ path: '/nowhere' }, 'PING')).rejects.toBeInstanceOf(ScannerAway);
});

test('an answer in the middle of the bytes counts, whatever becomes of the rest', async () => {
  await served(
    (socket) => socket.once('data', () => socket.pause().end('INSTREAM size limit exceeded. ERROR\0')),
    async (address) => {
      async function* endless() {
        for (;;) yield Buffer.alloc(65_536);
      }
      expect(await scanBytes(address, endless)).toEqual({ scan: 'unscannable', reason: 'tooLarge' });
    },
  );
});

test.each<[string, (socket: Socket) => void, boolean]>([
  ['hangs up', (socket) => socket.destroy(), true],
  ['dies in the middle', (socket) => socket.once('data', () => socket.resetAndDestroy()), true],
  ['answers with an error', (socket) => socket.resume().end('Can’t allocate memory ERROR\0'), false],
])('of one that %s it is known whether it broke off', async (_, answer, isBrokenOff) => {
  await served(answer, async (address) => {
    const error = await scanBytes(address, () => pieces(Buffer.alloc(300_000))).catch((caught) => caught);
    expect(error).toBeInstanceOf(ScannerAway);
    expect(error instanceof ScannerBrokeOff).toBe(isBrokenOff);
    expect(error).toMatchObject({ name: 'OutsideFailure', place: 'request' });
  });
  const unreached = await scanBytes({ path: '/nowhere' }, () => pieces(Buffer.from('x'))).catch(
    (caught) => caught,
  );
  expect(unreached).not.toBeInstanceOf(ScannerBrokeOff);
  expect(unreached).toMatchObject({
    place: 'connection',
    code: 'ENOENT',
    line: expect.stringMatching(/ENOENT.*nowhere/),
  });
});
