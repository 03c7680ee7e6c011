// Installs Debian's Chromium for the browser tests: with apt where we may, else into the home directory.
import fs from 'node:fs';
import path from 'node:path';
import { findChromium, ownChromium, ownFolder } from './chromium.mjs';
import { installDebian, writeStarter } from './debian.mjs';

const packages = ['chromium', 'fonts-liberation', 'fonts-noto-cjk'];

export async function ensureChromium() {
  if (findChromium()) return;
  const otherwise = 'Install Chromium or Chrome, or set CHROMIUM to its path';
  const tree = await installDebian('Chromium', packages, ownFolder, otherwise);
  if (!tree) return;
  const fonts = path.join(ownFolder, 'fonts.conf');
  fs.writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${tree}/usr/share/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${ownFolder}/fonts</cachedir>
</fontconfig>\n`,
  );
  const program = 'usr/lib/chromium/chromium';
  writeStarter({ tree, program, start: ownChromium, env: { FONTCONFIG_FILE: fonts } });
}
