import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { crc32Of } from '@/lib/domain/file/crc32';
import { isBegunWith } from './begun-file';
import { findLocalFiles } from './local-files';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-begun-'));
/** Has the first bytes of a file, as its path says. */
const server = http.createServer((req, res) => {
  const arrived = Buffer.from(decodeURIComponent(req.url ?? '').slice(1));
  if (arrived.equals(Buffer.from('gone'))) return res.writeHead(410).end();
  const sum = crc32Of(arrived).toString(16).padStart(8, '0');
  return res.writeHead(200, { 'upload-offset': arrived.length, [arrivedCrcHeader]: sum }).end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

test.each([
  ['the beginning of the file', 'Moin', true],
  ['another beginning', 'Tach', false],
  ['nothing yet', '', true],
  ['all of it', 'MoinMoin', true],
  ['nothing any more', 'gone', true],
])('an upload of which the server has %s goes on only with the same bytes', async (_, arrived, goesOn) => {
  fs.writeFileSync(path.join(folder, 'a.txt'), 'MoinMoin');
  const [file] = findLocalFiles([path.join(folder, 'a.txt')], () => undefined);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${arrived}`;
  expect(file && (await isBegunWith(file, url, {}))).toBe(goesOn);
});
