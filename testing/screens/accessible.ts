import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { isLong } from '@/testing/is-long';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everything = [...wcag, 'best-practice'];
const colors = ['color-contrast', 'link-in-text-block'];
const narrowRules = [
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'label',
  'aria-hidden-focus',
  'aria-valid-attr-value',
];
/** An open popup hides the rest of the page from assistive technology. */
const popup = '[role=menu], [role=listbox]';
/** 1280 px at a zoom of 400 %: WCAG 1.4.10 wants one column without horizontal scrolling. */
const narrow = { width: 320, height: 640 };

/** `undefined` as result, because Playwright would send all of axe back. */
const source = `${fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}\nundefined;`;

/** Disables transitions, so that colours of a new theme apply at once. */
const still = '*, *::before, *::after { transition: none !important; }';

/** Sticky elements would cover rows and falsify their sizes. */
const unstuck = '.sticky { position: static !important; }';

/** The text spacing that readers may set (WCAG 1.4.12). */
const spaced =
  '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }';

const themes = ['light', 'dark'] as const;
let looks = 0;

/**
 * Checks a page in normal and narrow windows. States alternate between the themes; screens, and states with
 * `SLIPWAY_LONG=1`, are checked for the colours of both.
 */
export async function expectAccessible(page: Page, name: string, isScreen = isLong): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(source);
  await page.addStyleTag({ content: still });
  const [first, second] = looks++ % 2 ? themes : themes.toReversed();
  await wear(page, first);
  await expectNoViolations(page, { name: `${name}, ${first}`, only: { type: 'tag', values: everything } });
  if (isScreen) {
    await wear(page, second);
    await expectNoViolations(page, { name: `${name}, ${second}`, only: { type: 'rule', values: colors } });
  }
  await page.setViewportSize(narrow);
  await page.addStyleTag({ content: unstuck });
  await expectNoViolations(page, {
    name: `${name}, 320 px wide`,
    only: { type: 'rule', values: narrowRules },
  });
  if (await page.locator(popup).count()) return; // it was placed for the wider window
  expect.soft(await wideParts(page), `${name}: what is wider than 320 px`).toEqual([]);
  await page.addStyleTag({ content: spaced });
  expect.soft(await wideParts(page), `${name}: what is wider with a reader's own spacing`).toEqual([]);
}

type RuleCheck = { name: string; only: Exclude<RunOptions['runOnly'], string | string[] | undefined> };

/** Frames are checked by the WCAG rules alone, since they are no pages of their own. */
async function expectNoViolations(page: Page, { name, only }: RuleCheck): Promise<void> {
  const inFrames = only.type === 'tag' ? { type: 'tag' as const, values: wcag } : only;
  const found: string[] = [];
  for (const frame of page.frames())
    found.push(...(await violationsIn(frame, frame === page.mainFrame() ? only : inFrames)));
  expect.soft(found, name).toEqual([]);
}

async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((next) => {
    document.documentElement.dataset.theme = next;
  }, theme);
}

function violationsIn(frame: Frame, runOnly: RuleCheck['only']): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false };
  return frame.evaluate(
    async (args) => {
      const { run } = (window as typeof window & { axe: typeof axe }).axe;
      const { violations } = await run(document.querySelector(args.popup) ?? document, args.options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      );
    },
    { options, popup },
  );
}

function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 160));
  });
}
