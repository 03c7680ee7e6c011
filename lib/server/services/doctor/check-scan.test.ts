import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startClamd } from '@/testing/service/clamd';
import { openContext } from '@/testing/service/context';
import { checkScan } from './check-scan';

const clamd = await startClamd();
afterAll(() => clamd?.stop());

const examine = async (CLAMD: { host: string; port: number } | undefined) => {
  const { config, ...rest } = openContext({ now: new Date('2026-11-28T05:00:00Z') });
  const found = [await checkScan({ ...rest, config: { ...config, CLAMD } })].flat();
  return found.map(({ outcome, code }) => `${outcome} ${code}`);
};

test('without CLAMD nothing is examined, and one that nobody answers at is a failure', async () => {
  expect(await examine(undefined)).toEqual(['skipped off']);
  expect(await examine({ host: '127.0.0.1', port: 1 })).toEqual(['failure away']);
});

test.skipIf(!clamd)('the real clamd with signatures of no age finds what it must', async () => {
  expect(await examine(clamd?.tcp)).toEqual(['warning noAge']);
});

/** Answers as a clamd would that has such a version and such verdicts. */
async function scannerThat({ version, virus, archive }: { version: string; virus: string; archive: string }) {
  const server = net.createServer((socket) => {
    let got = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      got += data.toString('latin1');
      if (got.startsWith('zVERSION\0')) socket.end(`${version}\0`);
      else if (got.endsWith('\0\0\0\0')) socket.end(`stream: ${got.includes('EICAR') ? virus : archive}\0`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const found = await examine({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.close(resolve));
  return found;
}

const good = {
  version: 'ClamAV 1.4.6/28000/Fri Nov 27 08:25:30 2026',
  virus: 'Win.Test.EICAR_HDB-1 FOUND',
  archive: 'Heuristics.Encrypted.Zip FOUND',
};

test.each([
  [{}, ['fine fine']],
  [{ virus: 'OK' }, ['failure blind']],
  [{ archive: 'OK' }, ['warning encryptedPass']],
  [
    { version: 'ClamAV 1.4.6/27000/Fri Nov 13 08:25:30 2026', archive: 'OK' },
    ['warning stale', 'warning encryptedPass'],
  ],
  [{ version: 'ClamAV 1.4.6' }, ['warning noAge']],
])('%o is %s', async (over, found) => {
  expect(await scannerThat({ ...good, ...over })).toEqual(found);
});
