import { beforeAll, expect, test } from 'vitest';
import { getShare } from '@/lib/server/services/share/detail';
import { boundary, filePart, formOf, metaPart } from '@/testing/service/form';
import { formSender } from '@/testing/service/form-sender';
import { sha256, someBytes, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const setUp = () => formSender(port);

const disposition = (text: string) => ({ headers: [`Content-Disposition: form-data; ${text}`], body: 'x' });

test.each([
  ['folders', filePart('a/b/c.txt', 'x'), 'a/b/c.txt'],
  ['ways out of the share', filePart('/../../a/./..//c.txt', 'x'), 'a/c.txt'],
  ['another system’s folders', filePart('C:\\b\\c.txt', 'x'), 'C:/b/c.txt'],
  ['a backslash', disposition(String.raw`name="f"; filename="AC\DC live.mp3"`), 'AC\\DC live.mp3'],
  ['quotes as HTTP escapes them', disposition(String.raw`name="f"; filename="a\"b.txt"`), 'a"b.txt'],
  ['UTF-8', filePart('Überraschung 🎁.txt', 'x'), 'Überraschung 🎁.txt'],
  ['quotes as browsers send them', filePart('say %22hi%22.txt', 'x'), 'say "hi".txt'],
  ['percent signs', filePart('100%25 sure%20.txt', 'x'), '100%25 sure%20.txt'],
  ['control characters', filePart('a%0D%0Ab.txt', 'x'), 'ab.txt'],
  [
    'an extended name',
    disposition(`name="f"; filename="x"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`),
    'résumé.pdf',
  ],
  ['an extended name first', disposition(`name="f"; filename*=UTF-8''%e2%82%ac.pdf; filename="x"`), '€.pdf'],
  ['no quotes', disposition('name=f; filename=plain.txt'), 'plain.txt'],
  ['no name', filePart(null, 'x'), 'file-1'],
  ['no name but a type', filePart(null, 'x', 'image/png'), 'file-1.png'],
  ['no field name', disposition('filename="a.txt"'), 'a.txt'],
  ['nothing but dots', filePart('..', 'x'), 'file-1'],
])('file names with %s are kept or made safe', async (_, part, name) => {
  const { client, names } = await setUp();
  expect(await names(await client.made(part))).toEqual([name]);
});

test('types are taken as said, and from the name where nothing is said', async () => {
  const { client, detail } = await setUp();
  const parts = [
    filePart('a', 'x', 'Image/PNG; q=1'),
    filePart('b.pdf', 'x'),
    filePart('thing', 'x', 'no type'),
  ];
  const { files } = await detail(await client.made(...parts));
  expect(files.map(({ mimetype }) => mimetype)).toEqual([
    'image/png',
    'application/pdf',
    'application/octet-stream',
  ]);
});

test('a form may come in pieces of any size, and text around it is nobody’s', async () => {
  const { client, ctx, auth } = await setUp();
  const bytes = someBytes(200_000);
  const form = Buffer.concat([
    Buffer.from('preamble\r\n'),
    formOf(filePart('a', bytes), filePart('b', `--${boundary}`.slice(1)), metaPart({ name: 'In pieces' })),
    Buffer.from('epilogue'),
  ]);
  for (const step of [1021, 65_536]) {
    const body = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < form.length; at += step) controller.enqueue(form.subarray(at, at + step));
        controller.close();
      },
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...auth, 'content-type': `multipart/form-data; boundary="${boundary}"` },
    };
    const answer = await fetch(`http://127.0.0.1:${port}${client.base}`, init as RequestInit);
    const { id } = (await answer.json()) as { id: string };
    const { name, files } = await getShare(ctx, { shareId: id });
    expect([name, files.map(({ checksum }) => checksum)]).toEqual([
      'In pieces',
      [sha256(bytes), sha256(Buffer.from(`--${boundary}`.slice(1)))],
    ]);
  }
});
