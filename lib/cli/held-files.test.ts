import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { noteHeldFiles } from './held-files';

/** Answers with one receipt after the other. */
async function serverWith(receipts: (object[] | null)[]) {
  const server = http.createServer((req, res) => {
    const files = receipts.shift();
    req.resume();
    res.writeHead(files ? 200 : 404, { 'content-type': 'application/json' });
    const refusal = { success: false, message: 'This receipt doesn’t exist.', code: 'receipt.notFound' };
    res.end(JSON.stringify(files ? { files } : refusal));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const notes: string[] = [];
  const output = { note: (text: string) => void notes.push(text) } as Parameters<typeof noteHeldFiles>[0];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { notes, held: await noteHeldFiles(output, url, 'token') };
}

const clean = { path: '', name: 'letter.txt', size: 1, sha256: 'ab' };
const infected = { path: 'papers', name: 'Lebenslauf.pdf', size: 1, sha256: null };

test('a command that delivers waits for the virus scan, and names what it holds back', async () => {
  const { notes, held } = await serverWith([
    [clean, { ...infected, scan: 'checking' }],
    [clean, { ...infected, scan: 'held' }],
  ]);
  expect(held).toEqual(['papers/Lebenslauf.pdf']);
  expect(notes).toEqual(['papers/Lebenslauf.pdf is held by the virus scan. Ask the recipient.']);
});

test.each([[[[clean]]], [[null]]])(
  'of a delivery that is clean or was taken back it says nothing',
  async (receipts) => {
    expect(await serverWith(receipts)).toEqual({ notes: [], held: [] });
  },
);
