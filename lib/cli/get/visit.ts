import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { askPassword } from '@/lib/cli/ask-password';
import { CallRefusal, exchange } from '@/lib/cli/call';
import { Failure } from '@/lib/cli/failure';
import type { Output } from '@/lib/cli/output';
import { reachableServer } from '@/lib/cli/server-config';
import { serverFor } from '@/lib/cli/servers';
import { ignoreSystemErrors, readJson, userFolders, writeSecret } from '@/lib/cli/user-folders';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { readBareId, readLink } from '@/lib/domain/pasted/link';

export type ShareLink = { server: string; id: string };
type Headers = Record<string, string>;
/** `detail` is the server's unchecked answer. */
export type Visit<Words = unknown> = { detail: unknown; headers: Headers; words: Words };
/** Made before a view is spent, with what proves the password. */
type Preparation<Words> = (headers: Headers) => Promise<Words>;

const triesForPassword = 3;

export async function parseShareLink(text: string): Promise<ShareLink> {
  const link = readLink(text);
  if (link?.page === 'open') return { server: await reachableServer(link.server), id: link.id };
  const id = readBareId(text);
  if (id === null)
    throw new Failure(`“${text}” is not a share link. Those end with /app/open/ and an ID.`, 'usage');
  return { server: serverFor(undefined).url, id };
}

/**
 * Uses one view, after the preparation. Resumes an earlier run's visit, or repeats its request with the same idempotency key if no
 * answer had arrived.
 */
export async function openVisit<Words>(
  output: Output,
  link: ShareLink,
  prepare: Preparation<Words>,
): Promise<Visit<Words>> {
  const { cookie = '', key = randomBytes(24).toString('base64url') } =
    readJson<StoredVisit>(visitFile(link)) ?? {};
  ignoreSystemErrors(() => writeSecret(visitFile(link), { cookie, key }));
  const entry = { link, key, prepare };
  const resumed = cookie !== '' && (await enter(entry, { cookie }).catch(() => null));
  return resumed || enterWithPassword(output, entry);
}

type StoredVisit = { cookie?: string; key?: string };

type Entry<Words> = { link: ShareLink; key: string; prepare: Preparation<Words> };

async function enterWithPassword<Words>(
  output: Output,
  entry: Entry<Words>,
  tries = 0,
  headers = {},
): Promise<Visit<Words>> {
  try {
    return await enter(entry, headers);
  } catch (error) {
    const isAsking = error instanceof CallRefusal && /^open\.password/.test(error.code);
    if (!isAsking || tries === triesForPassword) throw error;
    if (tries > 0) output.note(error.message);
    const password = encodeURIComponent(await passwordFor(tries, error));
    return enterWithPassword(output, entry, tries + 1, { 'Sharry-Password': password });
  }
}

function passwordFor(tries: number, error: CallRefusal): Promise<string> {
  // biome-ignore lint/style/noProcessEnv: set by users for scripts
  if (tries > 0 && process.env.SLIPWAY_PASSWORD) throw error;
  return askPassword('Password of the share:');
}

async function enter<Words>(
  { link, key, prepare }: Entry<Words>,
  credentials: Headers,
): Promise<Visit<Words>> {
  const words = await prepare(credentials);
  const headers = { ...credentials, [idempotencyHeader]: key };
  const { answer, response } = await exchange(`${link.server}/api/v2/open/share/${link.id}`, { headers });
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const cookie = set.length > 0 ? set.join('; ') : (credentials.cookie ?? '');
  ignoreSystemErrors(() => writeSecret(visitFile(link), { cookie, key }));
  return { detail: answer, headers: { cookie }, words };
}

export const endVisit = (link: ShareLink) =>
  ignoreSystemErrors(() => fs.rmSync(visitFile(link), { force: true }));

function visitFile({ server, id }: ShareLink): string {
  const name = createHash('sha256').update(`${server} ${id}`).digest('hex').slice(0, 32);
  return path.join(userFolders.state, 'visits', `${name}.json`);
}
