import { Readable } from 'node:stream';
import { safeFileName } from '@/lib/domain/file/file-name';
import { askPassword, knownPassword } from './ask-password';
import { call, causeOf, readAnswer, sendRequest } from './call';
import { checkScope } from './check-scope';
import { Failure } from './failure';
import { noteHeldFiles } from './held-files';
import type { Output } from './output';
import { serverFor, signedInServer } from './servers';
import { parseExpires } from './times';
import type { ShareOptions } from './upload/share-options';

/** Sends standard input as one file, in one request that stores all of it or nothing. */
export async function sendPipe(
  output: Output,
  options: ShareOptions & { server?: string; seal?: boolean },
): Promise<void> {
  if (options.seal)
    throw new Failure('“-” can’t be sealed, because its size isn’t known. Save it as a file first.', 'usage');
  const server = signedInServer(options.server);
  await checkScope(server, 'upload');
  if (options.note) await checkScope(server, 'manage');
  const { url, token } = server;
  const headers: Record<string, string> = { 'Sharry-Auth': token };
  if (options.expires !== undefined) {
    const end = parseExpires(options.expires);
    headers['Slipway-Validity'] = `${'until' in end ? end.until - Date.now() : end.lastsMs}ms`;
  }
  if (options.views !== undefined) headers['Slipway-Views'] = options.views;
  if (options.password)
    headers['Sharry-Password'] = encodeURIComponent(await askPassword('Password for the share:'));
  const answer = await put(`${url}/u/${nameOf(options)}`, headers);
  const { url: link, id, link: linkId } = answer as { url: string; id: string; link: string };
  await output.result(link, { url: link, id, link: linkId, files: 1 });
  if (!options.note) return;
  const request = { method: 'POST', headers: { 'Sharry-Auth': token }, body: { value: options.note } };
  await call(url, `/api/v2/sec/share/${id}/description`, request);
}

export async function deliverPipe(
  output: Output,
  inbox: { server: string; alias: string; fingerprint: string | null },
  options: ShareOptions,
) {
  if (inbox.fingerprint !== null)
    throw new Failure(
      '“-” can’t be encrypted, because its size isn’t known. Save it as a file first.',
      'usage',
    );
  const url = `${serverFor(inbox.server).url}/u/alias/${inbox.alias}/${nameOf(options)}`;
  // Standard input is the file, so it can't be asked for a password.
  const password = knownPassword();
  const headers = password ? { 'Sharry-Password': encodeURIComponent(password) } : {};
  const { id, receipt } = (await put(url, headers)) as { id: string; receipt?: string };
  const [, token] = receipt?.split('#') ?? [];
  const held = token ? await noteHeldFiles(output, inbox.server, token) : [];
  await output.result('Delivered.', { delivered: true, id, files: 1, ...(held.length > 0 && { held }) });
}

const nameOf = ({ name }: ShareOptions) => encodeURIComponent(safeFileName(name ?? '') || 'stdin');

/** @throws Failure for an empty one: what should have filled it has most likely failed */
async function openPipe(): Promise<Readable> {
  const chunks: AsyncIterator<Buffer> = process.stdin[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) throw new Failure('Nothing came through the pipe, so nothing was sent.');
  return Readable.from(
    (async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })(),
  );
}

async function put(url: string, headers: Record<string, string>): Promise<unknown> {
  if (process.stdin.isTTY) throw new Failure('“-” sends standard input, but nothing is piped in.', 'usage');
  let broken: Error | null = null;
  process.stdin.once('error', (error) => {
    broken = error;
  });
  const body = Readable.toWeb(await openPipe()) as unknown as ReadableStream;
  const init = { method: 'PUT', headers: { accept: 'application/json', ...headers }, body, duplex: 'half' };
  try {
    return await readAnswer(await sendRequest(url, init as RequestInit));
  } catch (error) {
    if (broken) throw new Failure(`The pipe broke, so nothing was saved: ${causeOf(broken)}`);
    throw error;
  }
}
