import { parseArgs } from 'node:util';
import { formatBytes } from '@/lib/domain/units';
import { systemContext } from '@/lib/server/container';
import { removeBytes } from '@/lib/server/jobs/bytes';
import {
  compareStorage,
  type Discrepancy,
  looksUnmounted,
  repair,
} from '@/lib/server/services/storage/compare';
import { say } from '../tools/say';

const options = { verify: { type: 'boolean' }, repair: { type: 'boolean' } } as const;

export async function check(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const ctx = systemContext();
  const discrepancies: Discrepancy[] = [];
  for await (const discrepancy of compareStorage(ctx, values.verify === true)) {
    discrepancies.push(discrepancy);
    say(lineOf(discrepancy));
  }
  if (discrepancies.length === 0) say('Rows and files agree.');
  if (!values.repair || discrepancies.length === 0) return discrepancies.length === 0;

  if (await looksUnmounted(ctx, discrepancies)) {
    say(
      'More than half of all files are missing. That looks like a folder that is not mounted, or like another',
    );
    say('bucket. Nothing was changed.');
    return false;
  }
  let repaired = 0;
  for (const discrepancy of discrepancies) if (await repair(ctx, discrepancy)) repaired++;
  await removeBytes(ctx);
  say(`${repaired} of ${discrepancies.length} repaired.`);
  return repaired === discrepancies.length;
}

function lineOf(discrepancy: Discrepancy): string {
  if (discrepancy.kind === 'leftover') return `leftover  ${discrepancy.name}`;
  if (discrepancy.kind === 'orphan')
    return `orphan    ${discrepancy.fileId}  ${formatBytes(discrepancy.sizeBytes)}`;
  const { id, shareId, path, name } = discrepancy.file;
  const where = `${id}  ${path ? `${path}/` : ''}${name}  in share ${shareId}`;
  return discrepancy.kind === 'missing' ? `missing   ${where}` : `damaged   ${where}: ${discrepancy.reason}`;
}
