import { beforeAll, expect, test } from 'vitest';
import { doctor, maxProbeBytes } from '@/lib/contract/admin/doctor';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

let admin: Api;
let member: Api;
beforeAll(async () => {
  admin = await api(await newAccount({ admin: true }));
  member = await api(await newAccount());
});

const { probe } = allBytePaths;
const send = (headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) =>
  fetch(running().url + probe, { method: 'POST', headers, body });

test('only admins are examined for, and only they may send probes', async () => {
  const forged = { 'slipway-probe': 'a ticket that nobody sealed' };
  for (const [method, path] of [
    ['GET', doctor.examine.path],
    ['GET', probe],
    ['POST', probe],
  ] as const) {
    const statusFor = async (headers: Record<string, string>) =>
      (await raw(method, path, { headers })).status;
    expect([path, await statusFor({})]).toEqual([path, 401]);
    expect([path, await statusFor(forged)]).toEqual([path, 401]);
    expect([path, await statusFor(holder('some-alias').headers)]).toEqual([path, 401]);
    expect([path, await statusFor(member.headers)]).toEqual([path, 403]);
    expect([path, await statusFor(admin.headers)]).toEqual([path, 200]);
  }
});

test('a session opens no probe as a ticket, and another site’s page sends none in an admin’s name', async () => {
  const asTicket = { 'slipway-probe': Object.values(admin.headers)[0] ?? '' };
  expect((await send(asTicket, new Uint8Array(10))).status).toBe(401);
  const cookie = `sharry_auth=${admin.token}`;
  const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await send(foreign, new Uint8Array(10))).status).toBe(403);
});

test('a probe is counted up to a bound, and kept nowhere', async () => {
  const counted = await send(admin.headers, new Uint8Array(3_000_000));
  expect(await counted.json()).toMatchObject({ receivedBytes: 3_000_000 });
  const tooLarge = await send(admin.headers, new Uint8Array(maxProbeBytes + 1)).catch(() => null);
  expect(tooLarge?.status ?? 413).toBe(413);
});

test('parts of a probe are what was asked for', async () => {
  const headers = { ...admin.headers, range: 'bytes=250-252' };
  const part = await fetch(running().url + probe, { headers });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 250-252/65536']);
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([250, 0, 1]);
});

test('the server is examined as it runs', async () => {
  const { findings, now, probeBytes } = await admin.call(doctor.examine, {});
  // Passkeys of other tests may add a second finding about the address.
  const fine = findings.filter(({ outcome }) => outcome === 'fine').map(({ check }) => check);
  const checks = ['baseUrl', 'upload', 'download', 'database', 'schema', 'clock', 'storage', 'secret'];
  expect(fine, JSON.stringify(findings)).toEqual(expect.arrayContaining(checks));
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  expect(probeBytes).toBeLessThanOrEqual(maxProbeBytes);
  expect(JSON.stringify(findings)).not.toContain('postgresql://');
});
