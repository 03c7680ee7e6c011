import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { systemName } from '@/lib/server/plain-error';

/**
 * Checks that DATA_DIR supports hard links and, for an embedded database, permissions.
 * @throws BadConfiguration on file systems such as exFAT and NTFS
 */
export function checkFileSystem(dir: string, { hasDatabase }: { hasDatabase: boolean }): void {
  const probe = fs.mkdtempSync(path.join(dir, '.probe-'));
  try {
    const lack = missingFeature(probe, hasDatabase);
    if (lack) throw new BadConfiguration(sentence(dir, lack, hasDatabase));
  } finally {
    fs.rmSync(probe, { recursive: true, force: true });
  }
}

function missingFeature(probe: string, hasDatabase: boolean): string | null {
  const [file, other] = [path.join(probe, 'a'), path.join(probe, 'b')];
  fs.writeFileSync(file, '');
  try {
    fs.linkSync(file, other);
  } catch (error) {
    return `has no links (${systemName(error)})`;
  }
  fs.chmodSync(probe, 0o700);
  return hasDatabase && (fs.statSync(probe).mode & 0o077) !== 0 ? 'keeps no permissions' : null;
}

const sentence = (dir: string, lack: string, hasDatabase: boolean) =>
  `DATA_DIR is "${dir}", on a file system that ${lack}, as exFAT and NTFS. Put it on ext4, XFS, Btrfs or ZFS${hasDatabase ? ', or set DATABASE_URL to a PostgreSQL elsewhere' : ''}.`;
