import { expect, test } from 'vitest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { receiveMessage, serveSealed } from './serve-sealed';
import type { WorkerShare } from './worker-share';

/** A page that hands the share over again each time it is asked. */
async function pageWith(token: string) {
  const { bytes: key } = await newShareKey();
  const file = {
    id: 'f',
    salt: '0'.repeat(32),
    path: '',
    name: 'a.png',
    type: 'image/png',
    size: 1,
    modifiedMs: 0,
  };
  const files = [{ ...file, picture: btoa('small'), isWhole: true }];
  const share: WorkerShare = { token, title: 'T', key, files, download: '', preview: '' };
  const postMessage = () => {
    setTimeout(() => receiveMessage(clients, { data: { kind: 'opened', share }, ports: [] }), 50);
  };
  const clients = { claim: async () => undefined, matchAll: async () => [{ postMessage }] };
  return clients;
}

test('a worker that the browser has ended answers all who ask at once as soon as a page has told it', async () => {
  const clients = await pageWith('t');
  const started = performance.now();
  const get = () => serveSealed(clients, new Request('http://localhost/app/sealed/t/f?picture=1'));
  const answers = await Promise.all([get(), get(), get()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(performance.now() - started).toBeLessThan(2_000);
});
