import { createHash } from 'node:crypto';
import type { AnswerOf } from '@/lib/cli/call';
import { unreachable } from '@/lib/cli/call';
import { Failure } from '@/lib/cli/failure';
import type { Output } from '@/lib/cli/output';
import { serverUrl } from '@/lib/cli/servers';
import { versionPath } from '@/lib/contract/http/names';
import type { info } from '@/lib/contract/info';
import { isOurPolicy } from './page-policy';
import { pageScripts } from './page-scripts';
import { parseServedList, readServedList, type ServedList } from './served-list';

export type VerifyOptions = { release?: string };
type Difference = { what: 'changed' | 'missing' | 'not of the release' | 'version'; where: string };

const atOnce = 8;
const longestMs = 60_000;
/** Not by our own name: a server could show its good side to whoever checks. */
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Compares what a server serves with the list of a release, or else with its own. */
export async function verify(output: Output, address: string, { release }: VerifyOptions): Promise<void> {
  const server = serverUrl(address);
  const own = release === undefined;
  const list = own ? await ownList(server) : await readServedList(release);
  const pages = [...new Set(['/app/login', pageIn(address)])];
  const differences = [
    ...(await versionDifference(server, list)),
    ...(await fileDifferences(server, list)),
    ...(await Promise.all(pages.map((page) => pageDifferences(server, page, list)))).flat(),
  ];
  const { version, commit, sha256 } = list;
  const rows = differences.map(({ what, where }) => [what, where]);
  const said = { server, version, commit, list: sha256, files: list.sums.size, differences };
  await output.table(['What', 'Where'], rows, said);
  if (differences.length > 0)
    throw new Failure(
      `${server} doesn’t serve what slipway ${version} (${commit}) has.`,
      'failed',
      'differs',
    );
  output.note(
    `All ${list.sums.size} files, and what pages load, are those of slipway ${version} (${commit}).`,
  );
  if (own)
    output.note(
      `The list is the server’s own. It is a release’s if that one’s SHA256SUMS has ${sha256}. Or name it: --release FILE`,
    );
}

/** The page of a link, which spends no view, and without the key behind it. */
function pageIn(address: string): string {
  const { pathname } = new URL(/^https?:/i.test(address) ? address : `https://${address}`);
  return pathname.startsWith('/app/') ? pathname : '/app/login';
}

async function ownList(server: string): Promise<ServedList> {
  const answer = await get(`${server}/served.sha256`);
  const { host } = new URL(server);
  if (answer.status !== 200) throw new Failure(`${host} has no list of what it serves.`, 'notFound');
  return parseServedList(await answer.text());
}

async function versionDifference(server: string, { version, commit }: ServedList): Promise<Difference[]> {
  const answer = await get(server + versionPath);
  const said = (await answer.json().catch(() => ({}))) as Partial<AnswerOf<typeof info.version>>;
  const isSame = said.version === version && said.gitCommit === commit;
  return isSame ? [] : [{ what: 'version', where: `${said.version} (${said.gitCommit})` }];
}

async function fileDifferences(server: string, { sums }: ServedList): Promise<Difference[]> {
  const left = [...sums];
  const found: Difference[] = [];
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) found.push(...(await fileDifference(server, ...one)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.sort((a, b) => (a.where < b.where ? -1 : 1));
}

async function fileDifference(server: string, path: string, sum: string): Promise<Difference[]> {
  // Packed and as it is, because these are two files on the server.
  for (const encoding of ['br, gzip', 'identity']) {
    const found = await sumOf(server, path, encoding);
    if (found !== sum) return [{ what: found === null ? 'missing' : 'changed', where: `/${path}` }];
  }
  return [];
}

/** Null for what isn't there. */
async function sumOf(server: string, path: string, encoding: string): Promise<string | null> {
  const url = server + path.split('/').map(encodeURIComponent).join('/').replace(/^/, '/');
  const answer = await get(url, { 'accept-encoding': encoding });
  if (answer.status !== 200) return null;
  const hash = createHash('sha256');
  try {
    for await (const bytes of answer.body ?? []) hash.update(bytes);
  } catch (error) {
    throw unreachable(new URL(url).host, error);
  }
  return hash.digest('hex');
}

async function pageDifferences(server: string, page: string, { sums }: ServedList): Promise<Difference[]> {
  const answer = await get(server + page, { accept: 'text/html' });
  const html = await answer.text();
  if (answer.status >= 400) throw new Failure(`${server}${page} answers with ${answer.status}.`, 'notFound');
  const early = [...sums].filter(([path]) => /^early[\w-]*\.js$/.test(path)).map(([, sum]) => sum);
  const { loads, odd } = pageScripts(html, new Set(early));
  const foreign = loads.filter((url) => !sums.has(pathIn(url, server)));
  const policy = isOurPolicy(answer.headers.get('content-security-policy')) ? [] : ['its content policy'];
  return [...foreign, ...odd, ...policy].map((one) => ({
    what: 'not of the release',
    where: `${page}: ${one}`,
  }));
}

/** Empty for an address of another server. */
function pathIn(url: string, server: string): string {
  const { origin, pathname } = new URL(url, `${server}/`);
  return origin === new URL(server).origin ? decodeURIComponent(pathname).replace(/^\/+/, '') : '';
}

/** A server that is too busy or away serves nothing else than it should: that isn't known. */
async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await ask(url, headers);
  const { status, statusText } = answer;
  if (status < 500 && status !== 429) return answer;
  await answer.body?.cancel();
  const said = `${status} ${statusText}`.trim();
  throw new Failure(`${new URL(url).host} answers with ${said}. Try again later.`, 'unreachable');
}

async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  const signal = AbortSignal.timeout(longestMs);
  try {
    return await fetch(url, { headers: { 'user-agent': browser, ...headers }, signal, redirect: 'manual' });
  } catch (error) {
    throw unreachable(new URL(url).host, error);
  }
}
