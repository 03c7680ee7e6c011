import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { TestServer } from '@/e2e/test-server';
import { call } from '@/lib/client/call/call';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share';
import { paths } from '@/lib/paths';
import fs from 'node:fs';
import { chromiumFlags, findChromium } from '@/scripts/lib/chromium.mjs';
import { signedIn } from './sparse-share';
const server = await (await TestServer.make({ env: { RATE_LIMITS: 'off' } })).start();
const headers = await signedIn(server);
const base = { base: server.url, headers };
const day = 86_400_000;
async function scene(n: number, w = 3000, h = 2000) {
  const hue = (n * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue},60%,70%)"/><stop offset=".6" stop-color="hsl(${hue + 40},50%,85%)"/><stop offset=".6" stop-color="hsl(${hue + 120},30%,35%)"/><stop offset="1" stop-color="hsl(${hue + 140},40%,20%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${(n * 331) % w}" cy="${h / 3}" r="180" fill="hsl(${hue + 20},90%,90%)"/><path d="M0 ${h * 0.62} L${w * 0.3} ${h * 0.3} L${w * 0.5} ${h * 0.55} L${w * 0.75} ${h * 0.25} L${w} ${h * 0.6} V${h} H0z" fill="hsl(${hue + 200},25%,${25 + (n % 4) * 8}%)"/></svg>`;
  const noise = await sharp({ create: { width: w, height: h, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 18 } } }).png({ compressionLevel: 1 }).toBuffer();
  return sharp(Buffer.from(svg)).composite([{ input: noise, blend: 'soft-light' }]).jpeg({ quality: 90 }).toBuffer();
}
async function send(id: string, name: string, bytes: Buffer, type: string, mtime: number) {
  const meta = { filename: name, filetype: type, mtime: String(mtime) };
  const answer = await fetch(server.url + fillPath(bytePaths.uploads, { id }), { method: 'POST', headers: { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes.length), 'Upload-Metadata': Object.entries(meta).map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`).join(), 'Content-Type': 'application/offset+octet-stream' }, body: new Uint8Array(bytes) });
  if (answer.status !== 201) throw new Error(await answer.text());
  return new URL(answer.headers.get('location') ?? '').pathname.split('/').at(-1) ?? '';
}
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
try {
  const make = async (name: string) => (await call(share.create, { body: { name, validity: 86_400_000 * 7, maxViews: 100 } }, base)).id;
  const scenes = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => scene(n, n % 3 === 2 ? 2000 : 3000, n % 3 === 2 ? 3000 : 2000)));
  const few = await make('Weekend in the mountains');
  for (let n = 0; n < 14; n++) await send(few, `IMG_${2040 + n}.jpg`, scenes[n % 8] as Buffer, 'image/jpeg', Date.now() - n * 3600_000);
  await send(few, 'route.mp4', fs.readFileSync('test/browsers/film.webm'), 'video/webm', Date.now());
  await send(few, 'broken.jpg', Buffer.from('no picture at all'), 'image/jpeg', Date.now());
  await send(few, 'Packing list.pdf', Buffer.from('%PDF-1.4'), 'application/pdf', Date.now());
  const many = await make('Wedding of Ada and Ben');
  for (let n = 0; n < 70; n++) await send(many, `DSC_${n + 100}.jpg`, scenes[n % 8] as Buffer, 'image/jpeg', Date.now() - (n % 3) * day);
  const links: Record<string, string> = {};
  for (const id of [few, many]) links[id] = (await call(share.publish, { params: { id }, body: {} }, base)).id;
  const look = async (name: string, path: string, o: { w: number; h: number; dark?: boolean; own?: boolean; act?: (page: import('@playwright/test').Page) => Promise<unknown> }) => {
    const context = await browser.newContext({ viewport: { width: o.w, height: o.h }, deviceScaleFactor: 1.5, hasTouch: o.w < 500, baseURL: server.url });
    await context.addCookies([{ name: cookieNames.theme, value: o.dark ? 'dark' : 'light', url: server.url }]);
    if (o.own) await context.addCookies([{ name: cookieNames.auth, value: headers[headerNames.auth] ?? '', url: server.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(name, 'ERROR', error.message));
    page.on('console', (message) => message.type() === 'error' && console.log(name, message.text()));
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => [...document.querySelectorAll('section img')].filter((i) => { const r = i.getBoundingClientRect(); return r.top < innerHeight && r.width > 0; }).every((i) => (i as HTMLImageElement).complete), null, { timeout: 60_000 }).catch(() => console.log(name, 'not all drawn'));
    await o.act?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/ph/look-${name}.png` });
    await context.close();
  };
  const f = links[few] ?? ''; const m = links[many] ?? '';
  await look('warm', paths.open(m), { w: 1280, h: 900 });
  await new Promise((r) => setTimeout(r, 15_000));
  await look('phone-grid', paths.open(f), { w: 390, h: 844 });
  const select = async (page: import('@playwright/test').Page) => { await page.getByRole('button', { name: 'Select', exact: true }).click(); await page.getByRole('checkbox', { name: 'IMG_2041.jpg' }).check(); await page.getByRole('checkbox', { name: 'IMG_2044.jpg' }).check(); };
  await look('phone-select-dark', paths.open(f), { w: 390, h: 844, dark: true, act: select });
  await look('desk-select', paths.open(f), { w: 1280, h: 900, act: select });
  await look('desk-days', paths.open(m), { w: 1280, h: 900 });
  await look('list', `${paths.open(f)}?view=1`, { w: 1280, h: 900 });
  await look('phone-list', `${paths.open(f)}?view=1`, { w: 390, h: 844 });
  await look('own', paths.share(few), { w: 1280, h: 1100, own: true });
  await look('phone-viewer', paths.open(f), { w: 390, h: 844, dark: true, act: (page) => page.getByRole('button', { name: 'IMG_2041.jpg' }).click() });
  await look('desk-viewer', paths.open(f), { w: 1280, h: 900, act: async (page) => { await page.getByRole('button', { name: 'IMG_2042.jpg' }).click(); await page.waitForTimeout(1500); } });
} finally {
  await browser.close();
  await server.remove();
}
