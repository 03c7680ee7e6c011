import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { uploadFiles } from './upload-files';

/** Answers a creation, and a PATCH once all of its body is there. */
async function startServer(onCreation: (req: http.IncomingMessage) => number = () => 201): Promise<string> {
  const server = http.createServer((req, res) => {
    req.resume();
    const answer = () =>
      res
        .writeHead(req.method === 'POST' ? onCreation(req) : 204, { location: '/up/one', 'upload-offset': 3 })
        .end();
    req.once('end', answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/up`;
}

const creationKey = ({ name }: { name: string }) => `key of ${name}`;
const progress = { add: () => undefined, fileDone: () => undefined, end: () => undefined };

test('a creation that a proxy answers is tried again by the same key', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-key-')), 'a.log');
  onTestFinished(() => fs.rmSync(path.dirname(file), { recursive: true }));
  fs.writeFileSync(file, 'abc');
  const keys: unknown[] = [];
  const endpoint = await startServer(({ headers }) =>
    keys.push(headers['idempotency-key']) === 1 ? 504 : 201,
  );
  const place = { bytes: Buffer.from(file), display: 'a.log' };
  const local = { place, path: '', name: 'a.log', sizeBytes: 3, modifiedMs: null, stamp: '' };
  const setup = {
    endpoint,
    headers: {},
    chunkBytes: 5000,
    retryDelays: [0],
    sendsAtOnce: false,
    creationKey,
  };
  await uploadFiles(setup, [{ file: local, url: null }], progress);
  expect(keys).toEqual(['key of a.log', 'key of a.log']);
});

test('a file that is cut off while it is sent ends the send, which would wait for the rest', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-cut-')), 'a.log');
  onTestFinished(() => fs.rmSync(path.dirname(file), { recursive: true }));
  fs.writeFileSync(file, 'what is left');
  const place = { bytes: Buffer.from(file), display: 'a.log' };
  const local = { place, path: '', name: 'a.log', sizeBytes: 1000, modifiedMs: null, stamp: '' };
  const setup = {
    endpoint: await startServer(),
    headers: {},
    chunkBytes: 5000,
    retryDelays: [],
    sendsAtOnce: false,
    creationKey,
  };
  await expect(uploadFiles(setup, [{ file: local, url: null }], progress)).rejects.toThrow(
    'a.log: It became shorter while it was sent.',
  );
});
