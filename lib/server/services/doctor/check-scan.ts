import 'server-only';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Context } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { askScanner, type ScannerAddress, ScannerAway, scanBytes } from '@/lib/server/services/scan/clamd';
import { finding } from './finding';

/** EICAR's test file, in two parts, so that no scanner takes this file for it. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** An archive of one file that is marked as encrypted. */
const encryptedZip = Buffer.from(
  'UEsDBBQAAQAAAAAAIVqDFtyMDQAAAAEAAAABAAAAYQABAgMEBQYHCAkKC3hQSwECFAAUAAEAAAAAACFagxbcjA0AAAABAAAAAQAAAAAAAAAAAAAAAAAAAAAAYVBLBQYAAAAAAQABAC8AAAAsAAAAAAA=',
  'base64',
);

const staleDays = 7;

export async function checkScan(ctx: Context): Promise<Finding | Finding[]> {
  const { CLAMD } = ctx.config;
  if (!CLAMD) return finding('scan', 'skipped', 'off');
  const suspects = await findSuspects(ctx);
  try {
    const found = await examineScanner(ctx, CLAMD);
    return suspects.length > 0 ? [...found.filter(({ outcome }) => outcome !== 'fine'), ...suspects] : found;
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    return [finding('scan', 'failure', 'away', { reason: failureReason(error) }), ...suspects];
  }
}

/** One finding for those that wait, one for those that SCAN_DOWN let through. */
async function findSuspects({ db }: Context): Promise<Finding[]> {
  const [waiting, passed] = await Promise.all(
    (['pending', 'notScanned'] as const).map((scan) =>
      db.file.count({ where: { scan, scanNote: 'brokeOff' } }),
    ),
  );
  return [
    ...(passed ? [finding('scan', 'warning', 'suspectsPassed', { count: passed })] : []),
    ...(waiting ? [finding('scan', 'warning', 'suspects', { count: waiting })] : []),
  ];
}

async function examineScanner({ db, now }: Context, address: ScannerAddress): Promise<Finding[]> {
  const verdictOn = (bytes: Buffer) => scanBytes(address, () => chunks(bytes));
  const [answer, ofVirus, ofArchive, waiting] = await Promise.all([
    askScanner(address, 'VERSION'),
    verdictOn(Buffer.from(eicar)),
    verdictOn(encryptedZip),
    db.file.count({ where: { scan: 'pending' } }),
  ]);
  // "ClamAV 1.4.3/27500/Thu Jan 15 08:25:30 2026"
  const [version = '', , made = ''] = answer.split('/');
  const days = Math.floor((now.getTime() - Date.parse(`${made} UTC`)) / 86_400_000);
  const found: Finding[] = [];
  if (ofVirus.scan !== 'infected') found.push(finding('scan', 'failure', 'blind'));
  else if (Number.isNaN(days)) found.push(finding('scan', 'warning', 'noAge'));
  else if (days > staleDays) found.push(finding('scan', 'warning', 'stale', { days }));
  if (ofArchive.scan === 'clean') found.push(finding('scan', 'warning', 'encryptedPass'));
  return found.length > 0
    ? found
    : [finding('scan', 'fine', 'fine', { version, days: Math.max(0, days), waiting })];
}

async function* chunks(bytes: Buffer) {
  yield bytes;
}
