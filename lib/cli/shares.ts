import type { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { readBareId, readLink } from '@/lib/domain/pasted/link';
import { formatBytes } from '@/lib/domain/units';
import { call } from './call';
import { Failure } from './failure';
import type { Output } from './output';
import { type SignedInServer, signedInServer } from './servers';
import { parseDurationOption } from './upload/share-options';

const headersOf = ({ token }: SignedInServer) => ({ 'Sharry-Auth': token });
const pageSize = 100;

export async function list(output: Output, options: { server?: string; search?: string }): Promise<void> {
  const server = signedInServer(options.server);
  const items: ShareListItem[] = [];
  for await (const item of sharesOf(server, options.search ?? '')) items.push(item);
  if (output.isJson)
    return output.result(
      '',
      items.map((item) => withUrl(server, item)),
    );
  for (const item of items) output.result(cellsOf(server, item), null);
}

const withUrl = ({ url }: SignedInServer, item: ShareListItem) => ({
  ...item,
  url: item.linkId && `${url}/app/open/${item.linkId}`,
});

function cellsOf(
  { url }: SignedInServer,
  { id, name, title, firstFile, files, size, linkId, endsAt }: ShareListItem,
): string[] {
  const end = linkId && endsAt ? new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ') : '-';
  const link = linkId ? `${url}/app/open/${linkId}` : '-';
  return [id, `${files}`, formatBytes(size), end, link, name ?? title ?? firstFile ?? ''];
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

export async function remove(output: Output, which: string[], options: { server?: string }): Promise<void> {
  for (const one of which) {
    const server = signedInServer(options.server, serverIn(one));
    const id = await findShareId(server, one);
    await call(server.url, `/api/v2/sec/share/${id}`, { method: 'DELETE', headers: headersOf(server) });
    output.result(`Deleted ${id}`, { removed: id });
  }
}

/** Counts from the link's end, or from now if that has passed. */
export async function extend(output: Output, which: string, by: string, options: { server?: string }) {
  const ms = parseDurationOption(by);
  const server = signedInServer(options.server, serverIn(which));
  const headers = headersOf(server);
  const id = await findShareId(server, which);
  const { publishInfo, validity } = await call<typeof share.get>(
    server.url,
    `/api/v2/sec/share/${id}?filesUpTo=0`,
    {
      headers,
    },
  );
  const over = publishInfo ? Math.max(0, Date.now() - publishInfo.publishUntil) : 0;
  const value = validity + over + ms;
  await call(server.url, `/api/v2/sec/share/${id}/validity`, { method: 'POST', headers, body: { value } });
  const until = publishInfo ? new Date(publishInfo.publishDate + value).toISOString() : null;
  output.result(until ? `Open until ${until}` : 'Extended. Not published yet.', { id, until });
}

const serverIn = (which: string) => readLink(which)?.server || undefined;

async function findShareId(server: SignedInServer, which: string): Promise<string> {
  const { page, id } = readLink(which) ?? { page: 'upload', id: readBareId(which) };
  if (page === 'upload' && id !== null) return id;
  if (page !== 'open') throw new Failure(`${which} is neither the ID nor the address of a share.`, 'usage');
  for await (const item of sharesOf(server, '')) if (item.linkId === id) return item.id;
  throw new Failure(`None of your shares has the link ${which}.`, 'notFound');
}
