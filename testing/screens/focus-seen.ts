import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';

type Stop = { name: string; box: Box; isCovered: boolean };
type Box = { left: number; top: number; right: number; bottom: number };
type Picture = { data: Buffer; width: number; channels: number };
type Watching = Window & { seenStops: Set<Element> };

const mostStops = 400;
/** What a mark has room for around its element. */
const reach = 10;
/** WCAG 1.4.11: what shows a state stands out by as much from what was there before. */
const leastContrast = 3;
/** A line of two pixels along the shorter side of a small button. */
const leastPixels = 30;

const still =
  '*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important; }';

/** Goes through the page by Tab, and names the stops at which the picture shows no mark, or something covers them. */
export async function unseenStops(page: Page): Promise<{ stops: number; unseen: string[] }> {
  await page.addStyleTag({ content: still });
  const session = await page.context().newCDPSession(page);
  const unseen: string[] = [];
  let stops = 0;
  await page.evaluate(() => {
    (window as unknown as Watching).seenStops = new Set();
    document.body.focus();
  });
  for (; stops < mostStops; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focused);
    if (!stop) break;
    const marked = await picture(session);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const mark = markIn(marked, await picture(session), stop.box);
    if (stop.isCovered) unseen.push(`${stop.name} is covered`);
    else if (mark < leastPixels) unseen.push(`${stop.name} shows no mark: ${mark} pixels`);
  }
  await session.detach();
  return { stops, unseen };
}

/** Runs in the page. Null when Tab has left it or has come round. */
function focused(): Stop | null {
  const element = document.activeElement;
  const { seenStops } = window as unknown as Watching;
  if (!element || element === document.body || seenStops.has(element)) return null;
  seenStops.add(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // A row stands for its link; what covers its place by `::after` is marked there.
  const isSpread =
    element instanceof HTMLElement && getComputedStyle(element, '::after').position === 'absolute';
  const marked = (isSpread ? (element.closest('tr') ?? element.offsetParent) : null) ?? element;
  const box = marked.getBoundingClientRect();
  const label =
    element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isHere = (x: number, y: number) => {
    const upper = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
    const isItsLabel = upper instanceof HTMLLabelElement && upper.control === element;
    return upper !== null && (element.contains(upper) || upper.contains(element) || isItsLabel);
  };
  return {
    name: `<${element.tagName.toLowerCase()}> “${label.replace(/\s+/g, ' ').trim().slice(0, 50)}”`,
    box: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
    isCovered: !steps.some((x) => steps.some((y) => isHere(x, y))),
  };
}

async function picture(session: CDPSession): Promise<Picture> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  const raw = await sharp(Buffer.from(data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: raw.data, width: raw.info.width, channels: raw.info.channels };
}

/** @returns how many pixels at the box changed enough to be seen */
function markIn(one: Picture, other: Picture, box: Box): number {
  const height = one.data.length / one.width / one.channels;
  let seen = 0;
  for (let y = Math.max(0, Math.floor(box.top - reach)); y < Math.min(height, box.bottom + reach); y++)
    for (let x = Math.max(0, Math.floor(box.left - reach)); x < Math.min(one.width, box.right + reach); x++) {
      const at = (y * one.width + x) * one.channels;
      if (contrast(luminance(one.data, at), luminance(other.data, at)) >= leastContrast) seen++;
    }
  return seen;
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

function luminance(data: Buffer, at: number): number {
  const [red, green, blue] = [0, 1, 2].map((index) => linear((data[at + index] ?? 0) / 255));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
