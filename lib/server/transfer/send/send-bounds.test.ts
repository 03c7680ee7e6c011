import { beforeAll, expect, test } from 'vitest';
import { countOf, curlSender, leftover, newest, report } from '@/testing/network/curl-sender';
import { open, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

test.each([
  ['..%2f..%2fetc%2fpasswd', 'etc/passwd'],
  ['%2e%2e%2f', 'file-1'],
  ['a%00b.txt', 'ab.txt'],
  ['Z%C3%BCrich%20%F0%9F%8E%81.txt', 'Zürich 🎁.txt'],
  ['C%3A%5Cdocs%5Cplan.txt', 'C:/docs/plan.txt'],
  ['%ff.txt', '%ff.txt'],
  ['100%.txt', '100%.txt'],
  [`${'n'.repeat(296)}.pdf`, `${'n'.repeat(251)}.pdf`],
  ['', 'file-1'],
])('a file sent as %j is called what is left of it', async (name, expected) => {
  const { ctx, base, curl } = await curlSender(port);
  const { out } = await curl([
    '--path-as-is',
    '-X',
    'PUT',
    '--data-binary',
    '@notes.txt',
    '-H',
    'Content-Type:',
    `${base}/${name}`,
  ]);
  expect(out).toMatch(/^http/);
  const [file] = (await newest(ctx)).files;
  expect(file?.path ? `${file.path}/${file.filename}` : file?.filename).toBe(expected);
});

test('a body that breaks off leaves nothing', async () => {
  const { ctx, token } = await curlSender(port);
  const headers = { authorization: `Bearer ${token}`, 'content-length': 1000 };
  const before = await ctx.db.removal.count();
  const { request, reply } = open(port, 'PUT', '/u/half.bin', headers);
  await new Promise((resolve) => request.write(Buffer.alloc(500), resolve));
  await expect.poll(() => ctx.db.removal.count()).toBeGreaterThan(before);
  request.destroy();
  await reply.catch(() => undefined);
  await expect.poll(() => leftover(ctx)).toBe(0);
  expect(await countOf(ctx)).toBe(0);
});

test('an upload larger than the quota is refused with 413 and leaves nothing', async () => {
  const { ctx, base, curl } = await curlSender(port);
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 1000 } });
  for (const args of [
    ['-T', 'report.pdf'],
    ['-T', '-'],
    ['-F', 'a=@notes.txt', '-F', 'b=@report.pdf'],
  ]) {
    const { out } = await curl(['-w', '%{http_code}', ...args, `${base}/`], report);
    expect(out).toMatch(/^This account has .*\n413$/);
  }
  expect([await countOf(ctx), await leftover(ctx)]).toEqual([0, 0]);
});

test('a part of a file is refused: curl -C - -T would overwrite nothing here', async () => {
  const { ctx, base, curl } = await curlSender(port);
  const { out } = await curl(['-H', 'Content-Range: bytes 0-11/100', '-T', 'notes.txt', `${base}/`]);
  expect(out).toMatch(/^Content-Range: /);
  expect(await countOf(ctx)).toBe(0);
});
