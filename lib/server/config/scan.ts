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
    .describe('Where ClamAV’s `clamd` looks for viruses in files, see [virus scan](scan.md). Unset: nowhere.')
    .meta({ example: '', kind: 'address' }),
  SCAN: choice(['inboxes', 'all'], 'inboxes').describe(
    'What it looks at: files that come through inboxes, or all, those that are there already included.',
  ),
  SCAN_UNSCANNABLE: choice(['allow', 'hold'], 'allow').describe(
    'Files that it can’t look into, such as encrypted archives: let them through, marked, or quarantine them.',
  ),
  SCAN_DOWN: choice(['allow', 'hold'], 'hold').describe(
    'While it doesn’t answer: let files through, marked, until it does, or hold them.',
  ),
};
