import { parseArgs } from 'node:util';
import { formatBytes } from '@/lib/domain/units';
import { systemContext } from '@/lib/server/container';
import { removeBytes } from '@/lib/server/jobs/remove-bytes';
import { checkStorage, type Finding } from '@/lib/server/services/storage/check';
import { looksUnmounted, repair } from '@/lib/server/services/storage/repair';
import { say } from './say';

const options = { verify: { type: 'boolean' }, repair: { type: 'boolean' } } as const;

/** Names everything that is wrong; false when something is and stays so. */
export async function check(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const ctx = systemContext();
  const findings: Finding[] = [];
  for await (const finding of checkStorage(ctx, values.verify === true)) {
    findings.push(finding);
    say(lineOf(finding));
  }
  if (findings.length === 0) say('Rows and files agree.');
  if (!values.repair || findings.length === 0) return findings.length === 0;

  if (await looksUnmounted(ctx, findings)) {
    say(
      'More than half of all files are missing. That looks like a folder that is not mounted, or like another',
    );
    say('bucket. Nothing was changed.');
    return false;
  }
  let repaired = 0;
  for (const finding of findings) if (await repair(ctx, finding)) repaired++;
  await removeBytes(ctx);
  say(`${repaired} of ${findings.length} repaired.`);
  return repaired === findings.length;
}

function lineOf(finding: Finding): string {
  if (finding.kind === 'leftover') return `leftover  ${finding.name}`;
  if (finding.kind === 'orphan') return `orphan    ${finding.fileId}  ${formatBytes(finding.sizeBytes)}`;
  const { id, shareId, path, name } = finding.file;
  const where = `${id}  ${path ? `${path}/` : ''}${name}  in share ${shareId}`;
  return finding.kind === 'missing' ? `missing   ${where}` : `damaged   ${where}: ${finding.reason}`;
}
