// Finds or installs Debian's Firefox and WebKit with its driver for `npm run test:browsers`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installDebian } from './debian.mjs';
import { StepFailed } from './step.mjs';

// What plays sound and film in WebKit is beside it.
const packages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'xauth',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-libav',
  'fonts-liberation',
  'fonts-noto-cjk',
];

const places = {
  firefox: ['/usr/bin/firefox-esr'],
  driver: ['/usr/bin/WebKitWebDriver'],
  // The folder below lib is the machine's kind, which differs.
  browser: fs
    .readdirSync('/usr/lib')
    .map((machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`)
    .concat('/usr/libexec/webkit2gtk-4.1/MiniBrowser'),
  xvfb: ['/usr/bin/xvfb-run'],
};

function findAll() {
  const found = Object.entries(places).map(([name, files]) => [
    name,
    files.find((file) => fs.existsSync(file)),
  ]);
  return found.every(([, file]) => file) ? Object.fromEntries(found) : null;
}

/**
 * @returns {Promise<{ firefox: string, webkit: { driver: string, browser: string, xvfb: string } }>}
 */
export async function browserPrograms() {
  const otherwise = `Install ${packages.join(', ')} as Debian has them`;
  if (!findAll()) {
    const folder = path.join(os.homedir(), '.cache/slipway/browsers');
    const tree = await installDebian('Firefox and WebKit', packages, folder, otherwise);
    // WebKit starts its own processes by absolute paths, so an unpacked copy is of no use.
    if (tree) throw new StepFailed(otherwise, 'WebKit can only be installed by root.');
  }
  const found = findAll();
  if (!found) throw new StepFailed(otherwise, 'Firefox or WebKit was not found.');
  const { firefox, ...webkit } = found;
  return { firefox, webkit };
}
