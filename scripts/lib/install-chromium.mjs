// Installs Debian's Chromium for the browser tests: with apt where we may, else into the home directory.
import fs from 'node:fs';
import path from 'node:path';
import { findChromium, hasShell, ownChromium, ownFolder, ownShell } from './chromium.mjs';
import { installDebian, writeStarter } from './debian.mjs';
import { StepFailed } from './step.mjs';

const packages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk'];
const shellPackage = 'chromium-headless-shell';
const fontsFile = path.join(ownFolder, 'fonts.conf');

/** Journeys use the headless shell, or the slower full browser if it can't be installed. */
export async function ensureBrowsers() {
  await ensureChromium();
  if (hasShell()) return;
  try {
    const folder = path.join(ownFolder, 'shell');
    const tree = await installDebian('Chromium without windows', [shellPackage], folder, '');
    const env = fs.existsSync(fontsFile) ? { FONTCONFIG_FILE: fontsFile } : {};
    if (tree) writeStarter({ tree, program: `usr/lib/chromium/${shellPackage}`, start: ownShell, env });
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  }
}

export async function ensureChromium() {
  if (findChromium()) return;
  const otherwise = 'Install Chromium or Chrome, or set CHROMIUM to its path';
  const tree = await installDebian('Chromium', packages, ownFolder, otherwise);
  if (!tree) return;
  fs.writeFileSync(
    fontsFile,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${tree}/usr/share/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${ownFolder}/fonts</cachedir>
</fontconfig>\n`,
  );
  const program = 'usr/lib/chromium/chromium';
  writeStarter({ tree, program, start: ownChromium, env: { FONTCONFIG_FILE: fontsFile } });
}
