import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { callableAddresses, ForbiddenAddress, postChecked } from './outgoing';

const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses;
const hostOf = (url: string) => new URL(url).hostname;

test.each([
  'http://127.0.0.1',
  'http://[::ffff:127.0.0.1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://0x7f000001',
  'http://2130706433',
  'http://0177.0.0.1',
  'http://127.1',
  'http://0',
  'http://[::1]',
  'http://[::]',
  'http://10.1.2.3',
  'http://100.64.0.1',
  'http://169.254.169.254',
  'http://172.31.0.1',
  'http://192.168.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://[fe80::1]',
  'http://[fd00::1]',
  'http://[::ffff:0:7f00:1]',
  'http://[100:0:0:1::1]',
  'http://[2001:10::1]',
  'http://[2001:2::1]',
  'http://[3fff::1]',
  'http://[5f00::1]',
])('%s is private', async (url) => {
  await expect(callableAddresses(hostOf(url), [])).rejects.toThrow(ForbiddenAddress);
});

test.each(['http://8.8.8.8', 'http://[2606:4700::1111]'])('%s is public', async (url) => {
  expect(await callableAddresses(hostOf(url), [])).toEqual([hostOf(url).replace(/[[\]]/g, '')]);
});

test('a name without an address is refused as one in a private network is', async () => {
  const resolve = () =>
    Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
  await expect(callableAddresses('nowhere.lan', [], resolve)).rejects.toThrow(ForbiddenAddress);
});

test.each([
  [['8.8.8.8', '10.0.0.1'], []],
  [['::ffff:10.0.0.1'], []],
  [[], []],
  [['10.0.0.1', '192.168.0.1'], ['10.0.0.0/8']],
  [['10.0.0.1'], ['other.lan']],
])('a name with the addresses %j may not be called where %j is allowed', async (addresses, allowed) => {
  await expect(callableAddresses('hook.lan', allowed, resolving(...addresses))).rejects.toThrow(
    ForbiddenAddress,
  );
});

test.each([
  [['10.0.0.1'], ['hook.lan']],
  [['10.0.0.1', '8.8.8.8'], ['10.0.0.0/8']],
  [['fd00::1'], ['fd00::/8']],
])('a name with the addresses %j may be called where %j is allowed', async (addresses, allowed) => {
  expect(await callableAddresses('HOOK.lan.', allowed, resolving(...addresses))).toEqual(addresses);
});

async function receiver(answer: http.RequestListener) {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  return `http://hook.lan:${(server.address() as AddressInfo).port}/in?a=1`;
}

const local = { allowed: ['127.0.0.0/8'], timeoutMs: 5_000, resolve: resolving('127.0.0.1') };

test('it connects to the address that was checked, once looked up, and names the host', async () => {
  let asked = 0;
  const seen: (string | undefined)[] = [];
  const url = await receiver((request, answer) => {
    seen.push(request.headers.host, request.url);
    answer.writeHead(204).end();
  });
  const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
  expect(await postChecked({ url, headers: {}, body: 'x' }, { ...local, resolve })).toMatchObject({
    status: 204,
  });
  expect([asked, ...seen]).toEqual([1, new URL(url).host, '/in?a=1']);
});

test('where one address of a name doesn’t answer, the next one is called', async () => {
  const url = await receiver((_, answer) => void answer.writeHead(204).end());
  const resolve = resolving('127.0.0.2', '127.0.0.1');
  expect(await postChecked({ url, headers: {}, body: '' }, { ...local, resolve })).toMatchObject({
    status: 204,
  });
});

test('redirects are not followed', async () => {
  let requests = 0;
  const url = await receiver((_, answer) => {
    requests++;
    answer.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await postChecked({ url, headers: {}, body: '' }, local)).toMatchObject({ status: 307 });
  expect(requests).toBe(1);
});

test('an endless answer is cut off', async () => {
  let isCut: () => void = () => undefined;
  const cut = new Promise<void>((done) => {
    isCut = done;
  });
  const url = await receiver((_, answer) => {
    answer.writeHead(200);
    const more = () => void (answer.destroyed || answer.write('x'.repeat(65_536), () => setImmediate(more)));
    answer.on('close', isCut);
    more();
  });
  expect(await postChecked({ url, headers: {}, body: '' }, local)).toMatchObject({ status: 200 });
  await cut;
});

test('no answer in time is a failure', async () => {
  const url = await receiver(() => undefined);
  const posted = postChecked({ url, headers: {}, body: '' }, { ...local, timeoutMs: 50 });
  await expect(posted).rejects.toThrow();
});
