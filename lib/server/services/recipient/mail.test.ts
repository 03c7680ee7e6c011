import http from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import type { Share } from '@/lib/server/db/generated/client';
import { newFileId } from '@/lib/server/ids';
import { saveProfile } from '@/lib/server/services/profile/profile';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { storeThumbnails } from '@/lib/server/services/thumbnail/make';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { addRecipients } from './add';
import { composeRecipientMail } from './mail';
import { setOnlyRecipients } from './recipients';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const now = new Date('2026-11-27T12:00:00Z');
const day = 24 * 3_600_000;
let serial = 0;

type World = {
  files?: [name: string, sizeBytes: number, hasThumbnail: boolean][];
  share?: Partial<Pick<Share, 'name' | 'description' | 'aliasId' | 'e2ee'>>;
  env?: Record<string, string>;
  message?: string | null;
  login?: string;
  language?: string;
};

/** A published share for one recipient, and the mail as it arrives. */
async function world({
  files = [],
  share = {},
  env = {},
  message = null,
  login,
  language = 'en',
}: World = {}) {
  const name = `${login ?? 'ada'}${serial++}`;
  const owner: UserContext = await userContext({ db: database.db, now, login: name, ...post.over(env) });
  await database.db.account.update({
    where: { id: owner.viewer.id },
    data: { email: 'ada@example.org', language },
  });
  const { id: shareId } = await draftShare(owner, {
    name: 'Bergmann shoot',
    maxViews: 9,
    validityMs: 7 * day,
  });
  await database.db.share.update({ where: { id: shareId }, data: share });
  for (const file of files) await addFile(owner, shareId, file);
  await publishShare(owner, { shareId, reuseId: true });
  const address = `reader${serial}@example.com`;
  await addRecipients(owner, { shareId, to: [address], message, languages: [] });
  const row = await database.db.recipient.findFirstOrThrow({ where: { shareId } });
  const job: Context = { ...owner, viewer: null as never, client: { address: null, userAgent: null } };
  const url = `https://files.example.org/app/open/${row.linkId}`;
  const arrive = async (over: Partial<Context> = {}) => {
    const notice = { id: owner.newId(), recipientId: row.id, kind: 'recipient', createdAt: now };
    const mail = await composeRecipientMail({ ...job, ...over }, notice);
    if (mail) await owner.mail?.send(mail);
    const caught = post.sink.for(address).at(-1);
    if (!mail || !caught) throw new Error('nothing was sent');
    return { ...caught.email, raw: caught.raw, text: caught.email.text ?? '', html: caught.email.html ?? '' };
  };
  return { owner, shareId, address, url, login: name, arrive };
}

const webp = (color: string, width = 1600) =>
  sharp({ create: { width, height: 1067, channels: 3, background: color } })
    .webp()
    .toBuffer();

async function addFile(
  ctx: UserContext,
  shareId: string,
  [name, sizeBytes, hasThumbnail]: [string, number, boolean],
) {
  const file = {
    id: newFileId(),
    shareId,
    name,
    sizeBytes,
    storedBytes: sizeBytes,
    mimeType: 'image/jpeg',
    state: 'complete',
  } as const;
  await ctx.db.file.create({ data: file });
  if (hasThumbnail)
    await storeThumbnails(ctx, file.id, { small: await webp('#c85028', 320), large: await webp('#c85028') });
}

const shoot: World['files'] = Array.from({ length: 63 }, (_, n) => [
  `IMG_${String(n).padStart(4, '0')}.jpg`,
  Math.floor((303 * 1024 ** 2) / 63),
  n % 2 === 1 && n < 12,
]);

const sources = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source);

test.each([
  ['en', 'You get the key from the sender, in another way'],
  ['de', 'Den Schlüssel erhalten Sie vom Absender'],
])('of a sealed share it says in %s that the key comes from the sender', async (language, words) => {
  const share = { name: null, e2ee: 'v1' };
  const { arrive } = await world({ files: shoot.slice(0, 2), share, language, message: 'Hello.' });
  const { text, html, subject, attachments } = await arrive();
  expect(text).toContain(words);
  expect(text).toContain('Hello.');
  expect(`${subject} ${text} ${html}`).not.toContain('IMG_');
  expect(attachments).toEqual([]);
});

test('it is the sender’s: subject, message, one button, three pictures, and what awaits', async () => {
  const { arrive, url, login } = await world({
    files: shoot,
    message: 'Dear Mrs Bergmann,\n\nhere they are.',
  });
  const { subject, text, html, attachments, raw } = await arrive();
  expect(subject).toBe(`${login}: Bergmann shoot (63 photos)`);
  expect(text.trimEnd().split('\n')).toEqual([
    'Dear Mrs Bergmann,',
    '',
    'here they are.',
    '',
    'Bergmann shoot',
    '',
    'View files:',
    url,
    '',
    '63 photos, 303 MB · until Friday, 4 December',
    '',
    `This link is just for you. ${login} can see when you open it.`,
  ]);
  expect(html.match(/<a [^>]*href="[^"]*"[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(`href="${url}"[^>]*>View files$`),
  ]);
  expect(html).toContain(`word-break:break-all">${url}</p>`);
  // The message, the button, its pictures, the facts.
  const order = ['here they are.', 'View files</a>', 'src="cid:', '63 photos, 303 MB'].map((part) =>
    html.indexOf(part),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));

  expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(raw).toMatch(/^Content-Type: multipart\/related/m);
  expect(attachments.map(({ mimeType, disposition, related }) => [mimeType, disposition, related])).toEqual(
    Array(3).fill(['image/jpeg', 'inline', true]),
  );
  expect(sources(html)).toEqual(attachments.map(({ contentId }) => `cid:${contentId?.slice(1, -1)}`));
  expect([...html.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual(
    [1, 3, 5].map((n) => `IMG_000${n}.jpg`),
  );
  for (const { content } of attachments)
    expect(await sharp(content as ArrayBuffer).metadata()).toMatchObject({
      format: 'jpeg',
      width: 540,
      height: 360,
    });
});

describe('where the link asks for something, the mail says nothing of what is behind it', () => {
  const secret = {
    files: shoot?.slice(0, 4) ?? [],
    share: { name: 'Secret', description: '# Hidden\n\nNote' },
  };
  test.each([
    ['a password', (owner: UserContext, id: string) => setShareField(owner, id, { password: 'regatta' })],
    ['a code', (owner: UserContext, shareId: string) => setOnlyRecipients(owner, { shareId, only: true })],
  ])('%s', async (what, lock) => {
    const { owner, shareId, arrive, login, url } = await world({ ...secret, message: 'See you.' });
    expect((await arrive()).subject).toBe(`${login}: Hidden (4 photos)`);
    await lock(owner, shareId);
    const { subject, text, html, attachments } = await arrive();
    expect(subject).toBe(`${login} has shared files with you`);
    expect(`${text}${html}`.replaceAll(url, '')).not.toMatch(/Hidden|Secret|Note|4 photos|KB|MB|IMG_/);
    expect(text).toContain('The link works until Friday, 4 December.');
    expect([attachments, sources(html)]).toEqual([[], []]);
    expect(text).toContain('See you.');
    expect(text).toContain(url);
    expect(text.includes('protected by a password')).toBe(what === 'a password');
  });
});

test('a mail without a message quotes the note without heading and markup, cut after 2,000 letters', async () => {
  const description = `# The harbour\n\n## Friday\n\n**All** of \`it\`.\n\n${'word '.repeat(13_000)}`;
  const { arrive, login } = await world({ share: { description } });
  const { subject, text } = await arrive();
  expect(subject).toBe(`${login}: The harbour`);
  expect(text).toMatch(/^Friday\n\nAll of it\.\n\nword /);
  expect(text).toContain('word…');
  expect(text.length).toBeLessThan(2_400);
});

test('a note that is a template, or that somebody else wrote, is not the sender’s message', async () => {
  const template = await world({ share: { description: 'Get {{file.0.url}}' } });
  expect((await template.arrive()).text).toContain(`${template.login} has shared files with you.\n`);
  const owner = await userContext({ db: database.db });
  const { id: aliasId } = await ownAlias(owner, { name: 'Private inbox' });
  const delivery = await world({ share: { description: 'I wrote this', name: null, aliasId } });
  const { text, subject } = await delivery.arrive();
  expect(`${subject}${text}`).not.toMatch(/I wrote this|Private inbox/);
});

test('a mail about an untitled share is called after its first file, and shows only finished pictures', async () => {
  const files: World['files'] = [
    ['a.jpg', 51_098, false],
    ['b.jpg', 1, false],
  ];
  const { arrive, owner, login } = await world({ files, share: { name: null } });
  const { subject, attachments, text } = await arrive();
  expect(subject).toBe(`${login}: a.jpg (2 photos)`);
  expect(text).toContain('2 photos, 49.9 KB · until');
  expect(attachments).toEqual([]);
  expect(await owner.db.thumbnail.count({ where: { file: { name: 'a.jpg' } } })).toBe(0);
});

test('pictures of another storage, lost ones and switched off ones are left out', async () => {
  const { arrive, owner, shareId } = await world({
    files: [
      ['a.jpg', 1, true],
      ['b.jpg', 1, true],
      ['c.jpg', 1, true],
    ],
  });
  const [a, b] = await owner.db.thumbnail.findMany({
    where: { file: { shareId } },
    orderBy: { file: { name: 'asc' } },
  });
  await owner.db.thumbnail.update({ where: { fileId: a?.fileId ?? '' }, data: { keptIn: 'elsewhere' } });
  await owner.storage.remove(b?.largeId ?? '');
  expect((await arrive()).html.match(/alt="[^"]*"/g)).toEqual(['alt="c.jpg"']);
  expect((await arrive({ config: { ...owner.config, THUMBNAILS: false } })).attachments).toEqual([]);
});

test('hostile and huge names stay text of their place', async () => {
  const evil = '</td><script>x</script>\r\nBcc: eve@example.com\u202egpj.<img src=http://evil.example/>';
  const long = 'x'.repeat(255);
  const { arrive } = await world({
    files: [[`${evil.replace('\r\n', '')}.jpg`, 1, true]],
    share: { name: evil },
    message: `${evil}\n\nView files:\nhttps://evil.example/`,
  });
  const mail = await arrive();
  expect(mail.bcc).toBeUndefined();
  expect(mail.subject).toMatch(/^ada\d+: <\/td><script>x<\/script>Bcc: eve@example\.comgpj\..*\(1 photo\)$/);
  expect(mail.html).not.toMatch(/<script|<img(?! class="picture)|href="https:\/\/evil|\u202e/);
  expect(mail.text).not.toContain('\u202e');
  const huge = await world({ login: long.slice(0, 90), share: { name: long }, files: [[long, 1, false]] });
  const { subject } = await huge.arrive();
  expect(subject?.length).toBeLessThanOrEqual(200);
  expect(subject).toMatch(/^x{59}…: x{119}… \(1 photo\)$/);
});

test('it speaks the language of the sender, or of its reader where the address is proven to be theirs', async () => {
  const { arrive, address, owner, login } = await world({
    files: [['a.zip', 51_098, false]],
    language: 'de',
  });
  expect(await arrive()).toMatchObject({
    subject: `${login}: Bergmann shoot (1 Datei)`,
    text: expect.stringContaining('1 Datei, 49,9 KB · bis Freitag, 4. Dezember'),
    html: expect.stringContaining('<html lang="de">'),
  });
  const reader = await userContext({ db: database.db });
  const data = { email: address, language: 'ja', timezone: 'Asia/Tokyo' };
  await owner.db.account.update({ where: { id: reader.viewer.id }, data });
  expect((await arrive()).subject).toContain('1 Datei');
  await owner.db.account.update({ where: { id: reader.viewer.id }, data: { provenEmail: address } });
  expect((await arrive()).text).toContain('ファイル 1 件、49.9 KB · 12月4日金曜日まで');
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { showName: false } });
  expect((await arrive()).subject).toBe('Bergmann shoot（ファイル 1 件）');
});

describe('the operator’s logo', () => {
  const noise = {
    width: 900,
    height: 900,
    channels: 3 as const,
    background: 'white',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  };
  async function logoServer(picture: Buffer) {
    let requests = 0;
    const server = http.createServer((_, response) => {
      requests++;
      response.end(picture);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo`,
      requests: () => requests,
    };
  }
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><rect width="120" height="30"/></svg>';

  test('is attached once it was fetched by the server, and its readers load nothing', async () => {
    const { url, requests } = await logoServer(Buffer.from(svg));
    const { arrive } = await world({ env: { LOGO_URL: url, APP_NAME: 'Studio "A"' } });
    for (let n = 0; n < 2; n++) {
      const { html, attachments } = await arrive();
      expect(attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([
        ['image/png', '<logo@files.example.org>'],
      ]);
      expect(html).toContain(
        'src="cid:logo@files.example.org" alt="Studio &quot;A&quot;" width="144" height="36"',
      );
      expect(html).not.toContain(url);
    }
    expect(requests()).toBe(1);
  });

  const blank = { create: { width: 4000, height: 40, channels: 3, background: '#000' } } as const;
  test.each([
    ['a hairline', () => sharp(blank).png().toBuffer()],
    ['of more than a megabyte', () => sharp({ create: noise }).png().toBuffer()],
    ['no picture', () => Promise.resolve(Buffer.from('<h1>Hello</h1>'))],
    ['gone', 'http://127.0.0.1:1/logo'],
    ['at no address', 'http://'],
  ])('that is %s gives way to the name', async (_, picture) => {
    const url = typeof picture === 'string' ? picture : (await logoServer(await picture())).url;
    const { html, attachments } = await (await world({ env: { LOGO_URL: url } })).arrive();
    expect(attachments).toEqual([]);
    expect(html).toMatch(/>Slipway<\/span>/);
  });
});

test('a named sender’s face, name and colour stand on top, and the server’s address says whom it comes by', async () => {
  const { owner, arrive, login } = await world({
    files: [['a.jpg', 51_098, false]],
    env: { MAIL_FROM: 'Files <files@example.org>' },
  });
  const picture = (await webp('#c85028', 300)).toString('base64');
  await saveProfile(owner, { name: 'Ada <b>Lovelace', line: 'Studio & Harbour', color: '#ffe08a', picture });
  const { subject, from, html, attachments, text } = await arrive();
  expect(subject).toBe('Ada <b>Lovelace: Bergmann shoot (1 photo)');
  expect(from).toMatchObject({ name: 'Ada <b>Lovelace via files.example.org', address: 'files@example.org' });
  expect(attachments.map(({ contentId }) => contentId)).toEqual(['<sender@files.example.org>']);
  expect(html).toContain('Ada &lt;b&gt;Lovelace</span>');
  expect(html).toContain('Studio &amp; Harbour');
  expect(html).not.toContain('#ffe08a'); // too pale for a button
  expect(`${subject}${html}${text}`).not.toContain(login);
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { showName: false } });
  expect((await arrive()).html).not.toContain('Lovelace');
});
