import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import type { UserContext } from '@/lib/server/context';
import { announcementNow } from '@/lib/server/services/info/announcement';
import { noon, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { listSettings } from './list';
import { changeLogo, readLogo } from './logo';

let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: UserContext;

beforeAll(async () => {
  own = await ownDatabase();
  ctx = await userContext({ db: own.db, admin: true });
});
afterAll(() => own.remove());

const wide = () => sharp({ create: { width: 4000, height: 40, channels: 3, background: '#0b6e4f' } });
const logoNow = async () => (await listSettings(ctx)).items.find(({ name }) => name === 'LOGO_URL');
const hashOf = (url: string | null | undefined) => url?.replace('/brand/', '') ?? '';

test('a logo is kept as a small picture without what its program wrote, under an address of its own', async () => {
  const exif = { IFD0: { Copyright: 'Ada at 52.5200, 13.4050' } };
  const picture = (await wide().withExif(exif).png().toBuffer()).toString('base64');
  await changeLogo(ctx, { picture, version: 0 });
  const first = await logoNow();
  const kept = Buffer.from((await readLogo(ctx, hashOf(first?.value))) ?? []);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 16 });
  expect(kept.includes('Ada')).toBe(false);
  const other = (await wide().negate().png().toBuffer()).toString('base64');
  await expect(changeLogo(ctx, { picture: other, version: 0 })).rejects.toMatchObject({
    code: 'setting.changed',
  });
  await changeLogo(ctx, { picture: other, version: 1 });
  expect((await logoNow())?.value).not.toBe(first?.value);
  expect(await readLogo(ctx, hashOf(first?.value))).toBeNull();
  await changeLogo(ctx, { picture: null, version: 2 });
  expect(await logoNow()).toMatchObject({ isSet: false });
  expect(await own.db.setting.count({ where: { key: 'logo' } })).toBe(0);
});

test('the logo of dark pages and the icon have pictures of their own', async () => {
  const picture = (await wide().png().toBuffer()).toString('base64');
  const other = (await wide().negate().png().toBuffer()).toString('base64');
  await changeLogo(ctx, { picture, version: 0, name: 'LOGO_URL_DARK' });
  await changeLogo(ctx, { picture: other, version: 0, name: 'ICON_URL' });
  const { items } = await listSettings(ctx);
  const urls = ['LOGO_URL_DARK', 'ICON_URL'].map((name) => items.find((item) => item.name === name)?.value);
  for (const url of urls) expect(await readLogo(ctx, hashOf(url))).not.toBeNull();
  await changeLogo(ctx, { picture: null, version: 1, name: 'ICON_URL' });
  expect(await Promise.all(urls.map((url) => readLogo(ctx, hashOf(url))))).toEqual([expect.anything(), null]);
});

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const bomb = sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } });

test.each([
  ['an SVG with a script', async () => Buffer.from(script)],
  ['a picture of 144 million points', () => bomb.png({ compressionLevel: 9 }).toBuffer()],
  ['a text', async () => Buffer.from('no picture')],
])('%s is refused, and what was there stays', async (_, make) => {
  const before = await logoNow();
  const picture = (await make()).toString('base64');
  await expect(changeLogo(ctx, { picture, version: before?.version ?? 0 })).rejects.toMatchObject({
    code: 'request.invalid',
    values: { field: 'LOGO_URL', reason: 'notAPicture' },
  });
  expect(await logoNow()).toEqual(before);
});

test('an announcement is there from its beginning to its end', () => {
  const at = (env: Record<string, string>) =>
    announcementNow({ now: noon, config: parseConfig({ ANNOUNCEMENT: 'Closed', ...env }) });
  const [before, after] = ['2026-03-01T11:59Z', '2026-03-01T12:01Z'];
  expect(at({})).toEqual({ text: 'Closed', kind: 'info' });
  expect(at({ ANNOUNCEMENT_FROM: before, ANNOUNCEMENT_UNTIL: after })).not.toBeNull();
  expect(at({ ANNOUNCEMENT_FROM: after })).toBeNull();
  expect(at({ ANNOUNCEMENT_UNTIL: before })).toBeNull();
  expect(at({ ANNOUNCEMENT_UNTIL: '2026-03-01T12:00Z' })).toBeNull();
  expect(at({ ANNOUNCEMENT: '' })).toBeNull();
});
