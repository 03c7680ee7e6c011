import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** @param size as mount takes it; needs root */
export function mountSmallDisk(folder: string, size: string): void {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`A small disk needs root: ${mounted.stderr}`);
}

export const unmount = (folder: string): void => void spawnSync('umount', [folder]);

/** Fills the disk on which `file` lies. */
export function fillFile(file: string): void {
  const block = Buffer.alloc(1024 * 1024, 1);
  const descriptor = fs.openSync(file, 'w');
  try {
    for (;;) fs.writeSync(descriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}
