// Finds a Chromium for the browser tests.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

export const ownFolder = path.join(os.homedir(), '.cache/slipway/chromium');
export const ownChromium = path.join(ownFolder, 'start');
export const ownShell = path.join(ownFolder, 'start-shell');

const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Repeated from Playwright, because the last list wins. */
const switchedOffByPlaywright = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** For root, machines without a screen and unattended runs. */
export const chromiumFlags = [
  `--disable-features=${[...suggestions, ...switchedOffByPlaywright].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | null} CHROMIUM, else what is on the PATH, else our own copy */
export const findChromium = () => process.env.CHROMIUM || find(names, ownChromium);

/** @returns {string | null} CHROMIUM, else one without windows, else any */
export const findShell = () => process.env.CHROMIUM || find(shellNames, ownShell) || findChromium();

export const hasShell = () => findShell() !== findChromium() || Boolean(process.env.CHROMIUM);

function find(programs, own) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  const candidates = programs.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, own].find((file) => fs.existsSync(file)) ?? null;
}
