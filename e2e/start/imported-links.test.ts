import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import { bucketEnv, endpoint, freshBucket } from '@/testing/network/bucket';
import { expectedOf, importSample, sampleNames } from '@/testing/people/imported-sample';
import { admin, type TestServer } from '@/testing/server/test-server';
import { fewAtOnce } from '../few-at-once';
import { newServer } from './servers';

type ImportedShare = {
  linkId: string | null;
  state: string;
  password: string | null;
  wrongPasswords: string[];
  maxViews: number;
  oldPages: string[];
  hashPage?: string;
  zipUrls: string[];
  newLinkId?: boolean;
  files: { sha256: string; oldUrls: string[] }[];
};
type ExpectedImport = {
  aliases: { id: string; enabled: boolean; ownerDisabled?: boolean; oldPages: string[] }[];
  shares: ImportedShare[];
  gone: { path: string }[];
};
type LinkAnswer = { status: number; location: string | null; type: string | null; sha256: string };

/** Both Sharry samples have inboxes of the same name. */
const alone = 'sharry-pg-fs';

const together = sampleNames.filter((name) => name !== alone);
const inFolder = async () => ({});
const inBucket = async () => bucketEnv(await freshBucket());

// Samples only: runtime/old-links.test.ts tests that each link passes the gate.
test
  .skipIf(!isLong)
  .each([
    ['every product, in a folder', together, inFolder],
    ['Sharry with a file store, in a folder', [alone], inFolder],
    ...(endpoint ? [['every product, in a bucket', together, inBucket] as const] : []),
  ] as const)(
  'links of %s answer over HTTP as they did, behind the same gate',
  async (_, names, storageOf) => {
    const storage = await storageOf();
    const server = await (await newServer({ env: storage })).start();
    const { dataDir, databaseUrl } = server;
    for (const name of names) await importSample({ dataDir, databaseUrl, storage }, name, admin.login);
    for (const name of names) await checkSample(server, name);
  },
);

async function checkSample(server: TestServer, name: string): Promise<void> {
  const { shares, aliases, gone } = expectedOf<ExpectedImport>(name);
  await fewAtOnce(shares, (share) => checkShare(server, share));
  await fewAtOnce(aliases, (alias) => checkAlias(server, alias));
  for (const { path: old } of gone) expect((await followed(server, old)).status, old).toBe(404);
}

async function ask(server: TestServer, old: string, password?: string): Promise<LinkAnswer> {
  const headers = password === undefined ? {} : { 'sharry-password': encodeURIComponent(password) };
  const answer = await fetch(server.url + old, { redirect: 'manual', headers });
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    type: answer.headers.get('content-type'),
    sha256: createHash('sha256').update(body).digest('hex'),
  };
}

/** The last answer after following redirects. */
async function followed(server: TestServer, old: string, most = 3): Promise<LinkAnswer> {
  const answer = await ask(server, old);
  if (!answer.location || most === 0) return answer;
  return followed(server, answer.location.replace(server.url, ''), most - 1);
}

async function checkShare(server: TestServer, share: ImportedShare): Promise<void> {
  for (const page of pagesOf(share)) expect((await followed(server, page)).status, page).toBe(200);
  for (const { sha256, oldUrls } of share.files)
    for (const old of oldUrls) await checkFile(server, share, { sha256, old });
  if (share.state === 'open' && share.files.length > 0)
    for (const zip of share.zipUrls) await checkZip(server, share, zip);
}

function pagesOf({ state, newLinkId, oldPages, hashPage }: ImportedShare): string[] {
  if (newLinkId || (state !== 'open' && state !== 'password')) return [];
  return hashPage ? [...oldPages, hashPage.replace('/#/?id=', '/plik/')] : oldPages;
}

async function checkZip(server: TestServer, { linkId }: ImportedShare, zip: string): Promise<void> {
  const { location, status, type } = await ask(server, zip);
  if (location) expect(location, zip).toBe(`/app/open/${linkId}`);
  else expect([status, type], zip).toEqual([200, 'application/zip']);
}

/** A file of a share with limited views redirects to its page, where views are counted. */
async function checkFile(
  server: TestServer,
  { state, password, wrongPasswords, linkId }: ImportedShare,
  { sha256, old }: { sha256: string; old: string },
): Promise<void> {
  const answer = await ask(server, old);
  if (answer.location) expect(answer.location, old).toBe(`/app/open/${linkId}`);
  else if (state === 'open') expect([answer.status, answer.sha256], old).toEqual([200, sha256]);
  else if (state === 'password') {
    expect(answer.status, old).toBe(401);
    for (const wrong of wrongPasswords.filter((one) => one !== ''))
      expect((await ask(server, old, wrong)).status, old).toBe(403);
    const right = await ask(server, old, password ?? '');
    expect([right.status, right.sha256], old).toEqual([200, sha256]);
  } else expect([403, 404], `${old} ${state}`).toContain(answer.status);
}

async function checkAlias(
  server: TestServer,
  { id, enabled, ownerDisabled, oldPages }: ExpectedImport['aliases'][number],
) {
  for (const old of oldPages) {
    const { status, location } = await ask(server, old);
    if (old !== `/app/share/${id}`) expect([status, location], old).toEqual([302, `/app/share/${id}`]);
    if (enabled && !ownerDisabled) expect((await followed(server, old)).status, old).toBe(200);
  }
}
