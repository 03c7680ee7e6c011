import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { idempotencyHeader } from '@/lib/contract/http/idempotency';
import { readBareId, readLink } from '@/lib/domain/pasted/link';
import { askPassword } from '../ask-password';
import { exchange, Refusal } from '../call';
import { Failure } from '../failure';
import type { Output } from '../output';
import { places, readJson, writeSecret } from '../places';
import { serverFor, serverUrl } from '../servers';

export type Link = { server: string; id: string };
/** `detail` is what a server says that nobody knows. */
export type Visit = { detail: unknown; headers: Record<string, string> };

const triesForPassword = 3;

/** A link as it was pasted, or an ID on the server that one uses. */
export function linkOf(text: string): Link {
  const link = readLink(text);
  if (link?.page === 'open') return { server: serverUrl(link.server), id: link.id };
  const id = readBareId(text);
  if (id === null)
    throw new Failure(`${text} is not a share link. Those end with /app/open/ and an ID.`, 'usage');
  return { server: serverFor(undefined).url, id };
}

/**
 * One visit, which uses one view. A command that goes on with a download goes on with its visit, too; one that ended
 * before the answer came asks again by the same key.
 */
export async function visit(output: Output, link: Link): Promise<Visit> {
  const { cookie = '', key = randomBytes(24).toString('base64url') } = readJson<Kept>(fileOf(link)) ?? {};
  writeSecret(fileOf(link), { cookie, key });
  const before = cookie !== '' && (await enter(link, key, { cookie }).catch(() => null));
  return before || enterAsking(output, link, key);
}

type Kept = { cookie?: string; key?: string };

async function enterAsking(output: Output, link: Link, key: string, tries = 0, headers = {}): Promise<Visit> {
  try {
    return await enter(link, key, headers);
  } catch (error) {
    const isAsking = error instanceof Refusal && /^open\.password/.test(error.code);
    if (!isAsking || tries === triesForPassword) throw error;
    if (tries > 0) output.note(error.message);
    const password = encodeURIComponent(await passwordFor(tries, error));
    return enterAsking(output, link, key, tries + 1, { 'Sharry-Password': password });
  }
}

/** What is set for scripts is tried once. */
function passwordFor(tries: number, error: Refusal): Promise<string> {
  // biome-ignore lint/style/noProcessEnv: what users set for scripts
  if (tries > 0 && process.env.SLIPWAY_PASSWORD) throw error;
  return askPassword('Password of the share:');
}

async function enter(link: Link, key: string, shown: Record<string, string>): Promise<Visit> {
  const headers = { ...shown, [idempotencyHeader]: key };
  const { answer, response } = await exchange(`${link.server}/api/v2/open/share/${link.id}`, { headers });
  const set = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const cookie = set.length > 0 ? set.join('; ') : (shown.cookie ?? '');
  writeSecret(fileOf(link), { cookie, key });
  return { detail: answer, headers: { cookie } };
}

export const endVisit = (link: Link) => fs.rmSync(fileOf(link), { force: true });

function fileOf({ server, id }: Link): string {
  const name = createHash('sha256').update(`${server} ${id}`).digest('hex').slice(0, 32);
  return path.join(places.state, 'visits', `${name}.json`);
}
