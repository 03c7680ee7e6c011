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
/** `detail` is the server's unchecked answer. */
export type Visit = { detail: unknown; headers: Record<string, string> };

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
 * Uses one view. Resumes an earlier run's visit, or repeats its request with the same idempotency key if no
 * answer had arrived.
 */
export async function openVisit(output: Output, link: ShareLink): Promise<Visit> {
  const { cookie = '', key = randomBytes(24).toString('base64url') } =
    readJson<StoredVisit>(visitFile(link)) ?? {};
  ignoreSystemErrors(() => writeSecret(visitFile(link), { cookie, key }));
  const resumed = cookie !== '' && (await enter(link, key, { cookie }).catch(() => null));
  return resumed || enterWithPassword(output, link, key);
}

type StoredVisit = { cookie?: string; key?: string };

async function enterWithPassword(
  output: Output,
  link: ShareLink,
  key: string,
  tries = 0,
  headers = {},
): Promise<Visit> {
  try {
    return await enter(link, key, headers);
  } catch (error) {
    const isAsking = error instanceof CallRefusal && /^open\.password/.test(error.code);
    if (!isAsking || tries === triesForPassword) throw error;
    if (tries > 0) output.note(error.message);
    const password = encodeURIComponent(await passwordFor(tries, error));
    return enterWithPassword(output, link, key, tries + 1, { 'Sharry-Password': password });
  }
}

function passwordFor(tries: number, error: CallRefusal): Promise<string> {
  // biome-ignore lint/style/noProcessEnv: set by users for scripts
  if (tries > 0 && process.env.SLIPWAY_PASSWORD) throw error;
  return askPassword('Password of the share:');
}

async function enter(link: ShareLink, key: string, credentials: Record<string, string>): Promise<Visit> {
  const headers = { ...credentials, [idempotencyHeader]: key };
  const { answer, response } = await exchange(`${link.server}/api/v2/open/share/${link.id}`, { headers });
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const cookie = set.length > 0 ? set.join('; ') : (credentials.cookie ?? '');
  ignoreSystemErrors(() => writeSecret(visitFile(link), { cookie, key }));
  return { detail: answer, headers: { cookie } };
}

export const endVisit = (link: ShareLink) =>
  ignoreSystemErrors(() => fs.rmSync(visitFile(link), { force: true }));

function visitFile({ server, id }: ShareLink): string {
  const name = createHash('sha256').update(`${server} ${id}`).digest('hex').slice(0, 32);
  return path.join(userFolders.state, 'visits', `${name}.json`);
}
