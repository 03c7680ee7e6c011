import type { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { normalizeLinkWords } from '@/lib/domain/link-words';
import { readBareId, readLink } from '@/lib/domain/pasted/link';
import { formatBytes } from '@/lib/domain/units';
import { CallRefusal, call } from './call';
import { exitCodes, Failure } from './failure';
import type { Output } from './output';
import { reachableServer, readConfig } from './server-config';
import { type SignedInServer, signedInServer } from './servers';
import { parseExpires, timeText } from './times';

const headersOf = ({ token }: SignedInServer) => ({ 'Sharry-Auth': token });
const pageSize = 100;

type ShareWithUrl = ShareListItem & { url: string | null };

export async function list(output: Output, options: { server?: string; search?: string }): Promise<void> {
  const server = signedInServer(options.server);
  const { baseUrl } = await readConfig(server.url);
  const items: ShareWithUrl[] = [];
  for await (const item of sharesOf(server, options.search ?? ''))
    items.push({ ...item, url: item.linkId && `${baseUrl}/app/open/${item.linkId}` });
  const rows = items.map((item) => cellsOf(item, output.isForPeople));
  if (rows.length === 0 && output.isForPeople) output.note('No shares.');
  await output.table(['ID', 'FILES', 'SIZE', 'OPEN UNTIL', 'NAME'], rows, items);
}

/** For people the link's ID, which all commands take; a link as long as most doesn't fit into a line. */
function cellsOf(
  { id, name, title, e2ee, firstFile, files, size, linkId, endsAt, url }: ShareWithUrl,
  isForPeople: boolean,
): string[] {
  const end = linkId && endsAt ? timeText(endsAt) : '-';
  const facts = [`${files}`, formatBytes(size), end];
  const label = e2ee ? 'sealed' : (name ?? title ?? firstFile ?? '');
  return isForPeople ? [linkId ?? id, ...facts, label] : [id, ...facts, url ?? '-', label];
}

async function* sharesOf(server: SignedInServer, q: string): AsyncGenerator<ShareListItem> {
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ q, page: String(page), pageSize: String(pageSize) });
    const path = `/api/v2/sec/share/search?${search}`;
    const { items } = await call<typeof share.search>(server.url, path, { headers: headersOf(server) });
    yield* items;
    if (items.length < pageSize) return;
  }
}

/** One that can't be found doesn't keep the others. @throws Failure of the last such */
export async function remove(output: Output, which: string[], options: { server?: string }): Promise<void> {
  const failures: Failure[] = [];
  for (const one of which) {
    try {
      const id = await withShare(one, options.server, removeShare);
      await output.result(`Deleted ${id}`, { removed: id });
    } catch (error) {
      if (!(error instanceof Failure) || !isAboutOne(error)) throw error;
      failures.push(error);
    }
  }
  const last = failures.pop();
  for (const failure of failures) output.failure(failure);
  if (last) throw last;
}

const isAboutOne = ({ exitCode }: Failure) => exitCode === exitCodes.notFound || exitCode === exitCodes.usage;

async function removeShare(server: SignedInServer, id: string): Promise<string> {
  const request = { method: 'DELETE', headers: headersOf(server), isOnce: true };
  await call(server.url, `/api/v2/sec/share/${id}`, request);
  return id;
}

/** A duration counts from the link's end, or from now if that has passed. */
export async function extend(output: Output, which: string, by: string, options: { server?: string }) {
  const wanted = parseExpires(by);
  const { id, until } = await withShare(which, options.server, async (server, id) => {
    const { validity, publishInfo: link } = await getShare(server, id);
    const lastedMs = link?.enabled ? Math.max(Date.now(), link.publishUntil) - link.publishDate : validity;
    const [field, value] =
      'until' in wanted ? ['until', wanted.until] : ['validity', lastedMs + wanted.lastsMs];
    const request = { method: 'POST', headers: headersOf(server), body: { value } };
    await call(server.url, `/api/v2/sec/share/${id}/${field}`, request);
    const { publishInfo: changed } = await getShare(server, id);
    return { id, until: changed?.enabled ? changed.publishUntil : null };
  });
  await output.result(until ? `Open until ${timeText(until)}` : 'Extended. It has no link now.', {
    id,
    until,
  });
}

const getShare = (server: SignedInServer, id: string) =>
  call<typeof share.get>(server.url, `/api/v2/sec/share/${id}?filesUpTo=0`, { headers: headersOf(server) });

/** Runs `work` for the share that an ID, a link's ID or an address names. */
async function withShare<T>(
  which: string,
  given: string | undefined,
  work: (server: SignedInServer, id: string) => Promise<T>,
): Promise<T> {
  const link = readLink(which);
  const { page, id } = link ?? { page: null, id: readBareId(which) };
  if (id === null || (page !== null && page !== 'upload' && page !== 'open'))
    throw new Failure(`“${which}” is neither the ID nor the address of a share.`, 'usage');
  const server = signedInServer(given, link?.server ? await reachableServer(link.server, given) : undefined);
  try {
    if (page !== 'open') return await work(server, id);
  } catch (error) {
    if (page !== null || !(error instanceof CallRefusal) || error.status !== 404) throw error;
  }
  return work(server, await shareOfLink(server, id));
}

async function shareOfLink(server: SignedInServer, linkId: string): Promise<string> {
  const names = [linkId, normalizeLinkWords(linkId)];
  for await (const { id, linkId: open } of sharesOf(server, linkId)) {
    // A link that is over is listed without its ID.
    const found = open ?? (await getShare(server, id)).publishInfo?.id;
    if (found && names.includes(found)) return id;
  }
  throw new Failure(`None of your shares has the ID or link ${linkId}.`, 'notFound');
}
