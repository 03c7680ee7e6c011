import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumFlags, findShell } from '@/scripts/lib/chromium.mjs';
import { ensureChromium } from '@/scripts/lib/install-chromium.mjs';
import { makeSite } from '../scripts/docs-site/make-site';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-site-'));
const checker = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
beforeAll(async () => {
  await makeSite(folder);
  await ensureChromium();
  const executablePath = findShell() ?? '/usr/bin/chromium';
  browser = await chromium.launch({ executablePath, args: chromiumFlags });
}, 300_000);
afterAll(async () => {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
});

const pages = ['index', 'use/share', 'operate/configure', 'use/errors', 'search'];
const looks = pages.flatMap((page) => [
  [page, 'light', 1280] as const,
  [page, 'dark', 1280] as const,
  [page, 'light', 320] as const,
]);

test.each(looks)(
  '%s.html of the site, %s, %i px wide, breaks no rule of WCAG 2.2 AA',
  async (name, theme, width) => {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`file://${folder}/${name}.html`);
    await page.evaluate(`${checker}\nundefined;`);
    const found = await page.evaluate(async (values) => {
      const { run } = (window as typeof window & { axe: typeof axe }).axe;
      const { violations } = await run(document, { runOnly: { type: 'tag', values } });
      const { scrollWidth, clientWidth } = document.documentElement;
      const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
      return [...wide, ...violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)];
    }, wcag);
    await context.close();
    expect(found).toEqual([]);
  },
);
