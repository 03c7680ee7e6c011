// Finds a Chromium for the browser tests.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Where an installation without root puts its own copy (install-chromium.mjs). */
export const ownFolder = path.join(os.homedir(), '.cache/slipway/chromium');
export const ownChromium = path.join(ownFolder, 'start');

/** It runs as root and on machines without a screen, and asks nobody for anything. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | null} CHROMIUM, else what is on the PATH, else our own copy */
export function findChromium() {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) return CHROMIUM;
  const folders = [...PATH.split(path.delimiter), '/usr/bin'];
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ownChromium].find((file) => fs.existsSync(file)) ?? null;
}
