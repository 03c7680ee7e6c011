// An upload at 50 KB/s for six minutes succeeds, and a stalled one is closed within a minute and can be resumed. Run:
// npm run test:long. Takes over six minutes, mostly waiting.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { admin, TestServer } from '@/testing/server/test-server';

const say = (line: string) => process.stdout.write(`${line}\n`);
const second = Buffer.alloc(50_000, 'slow');
const seconds = 360;

const server = await (await TestServer.make()).start();
try {
  const uploads = await newShare();
  await Promise.all([checkSlowUpload(uploads), checkStalledUpload(uploads)]);
} finally {
  await server.remove();
}

async function newShare() {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base: server.url });
  const headers = { [headerNames.auth]: token ?? '', 'tus-resumable': '1.0.0' };
  const { id } = await call(
    share.create,
    { body: { validity: 3_600_000, maxViews: 1 } },
    { base: server.url, headers },
  );
  return { headers, address: `${server.url}/api/v2/sec/upload/${id}/files/tus` };
}

type Uploads = Awaited<ReturnType<typeof newShare>>;

async function begin({ headers, address }: Uploads, length: number): Promise<string> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(length) },
  });
  return answer.headers.get('location') ?? '';
}

function patch({ headers }: Uploads, url: string, length: number) {
  const type = {
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
    'upload-offset': 0,
  };
  const request = http.request(url, { method: 'PATCH', headers: { ...headers, ...type } });
  const over = new Promise<number | string>((resolve) => {
    request.once('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    request.once('error', ({ message }) => resolve(message));
  });
  return { request, over };
}

async function checkSlowUpload(uploads: Uploads): Promise<void> {
  const length = second.length * seconds;
  const { request, over } = patch(uploads, await begin(uploads, length), length);
  const began = Date.now();
  for (let n = 0; n < seconds; n++) {
    request.write(second);
    await sleep(1000);
  }
  request.end();
  const status = await over;
  say(`a PATCH of ${Math.round((Date.now() - began) / 1000)} s: ${status}`);
  if (status !== 204) throw new Error('A slow upload was cut.');
}

async function checkStalledUpload(uploads: Uploads): Promise<void> {
  const url = await begin(uploads, 2 * second.length);
  const { request, over } = patch(uploads, url, 2 * second.length);
  request.write(second);
  const began = Date.now();
  const end = await over;
  const waited = Math.round((Date.now() - began) / 1000);
  const { headers } = await fetch(url, { method: 'HEAD', headers: uploads.headers });
  const offset = Number(headers.get('upload-offset'));
  say(`a PATCH that stalls: let go after ${waited} s (${end}), offset ${offset}`);
  if (waited > 75 || offset !== second.length)
    throw new Error('A stalled upload was not let go, or lost bytes.');
}
