// Draws public/icon-*.png out of public/icon.svg, for systems that take no SVG. Run it when the icon changes.
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './lib/chromium.mjs';
import { root } from './lib/step.mjs';

const file = (name) => path.join(root, 'public', name);
const icon = fs.readFileSync(file('icon.svg'), 'utf8');

const browser = await chromium.launch({
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** @param {{ size: number, margin: number, paper: string }} look */
const draw = async (name, { size, margin, paper }) => {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' });
  await page.setContent(
    `<style>body { margin: ${margin}px; background: ${paper} } svg { display: block }</style>${icon}`,
  );
  await page.screenshot({ path: file(name), omitBackground: true });
};
await draw('icon-32.png', { size: 32, margin: 0, paper: 'transparent' });
// Home screens round the corners themselves and want no transparency.
await draw('icon-180.png', { size: 180, margin: 30, paper: '#fbfaf8' });
// An installed app's. What systems cut to a circle has its picture in the inner 80 % (W3C Manifest, "Icon masks").
for (const size of [192, 512]) {
  await draw(`icon-${size}.png`, { size, margin: 0, paper: 'transparent' });
  await draw(`icon-maskable-${size}.png`, { size, margin: Math.round(size * 0.2), paper: '#fbfaf8' });
}
await browser.close();
