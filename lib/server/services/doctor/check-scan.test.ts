import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startClamd } from '@/testing/service/clamd';
import { draftShare, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { checkScan } from './check-scan';

const clamd = await startClamd();
afterAll(() => clamd?.stop());

// Its files alone count.
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const examine = async (CLAMD: { host: string; port: number } | undefined) => {
  const { config, ...rest } = openContext({ db: own.db, now: new Date('2026-11-28T05:00:00Z') });
  const found = [await checkScan({ ...rest, config: { ...config, CLAMD } })].flat();
  return found.map(({ outcome, code }) => `${outcome} ${code}`);
};

test('the virus scanner isn’t checked without CLAMD, and one that doesn’t answer is a failure', async () => {
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

test.each([
  ['let through unchecked', 'notScanned', 'warning suspectsPassed'],
  ['held', 'pending', 'warning suspects'],
] as const)(
  'files at which clamd broke off are told, as %s, also while it is away',
  async (_, scan, found) => {
    const ctx = await userContext({ db: own.db });
    const { id: shareId } = await draftShare(ctx);
    onTestFinished(async () => void (await own.db.share.delete({ where: { id: shareId } })));
    const file = { name: 'a', mimeType: 'text/plain', sizeBytes: 1n, createdAt: ctx.now };
    await own.db.file.create({ data: { id: ctx.newId(), shareId, ...file, scan, scanNote: 'brokeOff' } });
    expect(await scannerThat(good)).toEqual([found]);
    expect(await examine({ host: '127.0.0.1', port: 1 })).toEqual(['failure away', found]);
  },
);
