import * as z from 'zod';
import { choice, refuse } from './kinds';

/** Returns an address for `net.connect`, or null. */
function scannerAddress(text: string): { host: string; port: number } | { path: string } | null {
  const [, path] = /^unix:(?:\/\/)?(\/.+)$/.exec(text) ?? [];
  if (path !== undefined) return { path };
  const [, bracketed, plain, port] =
    /^tcp:\/\/(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})\/?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = Number(port);
  return host !== undefined && number >= 1 && number <= 65_535 ? { host, port: number } : null;
}

export const scanVariables = {
  CLAMD: z
    .string()
    .transform(
      (text, check) =>
        scannerAddress(text) ?? refuse(check, 'an address such as tcp://clamav:3310 or unix:/run/clamd.sock'),
    )
    .optional()
    .describe(
      'Address of ClamAV’s `clamd`, which scans files for viruses: see [virus scan](scan.md). If you don’t set it, nothing is scanned.',
    )
    .meta({ example: '', kind: 'address' }),
  SCAN: choice(['inboxes', 'all'], 'inboxes').describe(
    'What is scanned: files that come through inboxes, or all files, including those that are there already.',
  ),
  SCAN_UNSCANNABLE: choice(['allow', 'hold'], 'allow').describe(
    'Files that can’t be looked into, such as encrypted archives: let them through with a mark, or quarantine them.',
  ),
  SCAN_DOWN: choice(['hold', 'allow'], 'hold').describe(
    'While `clamd` is unavailable: let files through with a mark, or hold them.',
  ),
};
