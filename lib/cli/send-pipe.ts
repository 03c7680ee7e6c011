import { Readable } from 'node:stream';
import { safeFileName } from '@/lib/domain/file/file-name';
import { askPassword, knownPassword } from './ask-password';
import { ask, causeOf, readAnswer } from './call';
import { Failure } from './failure';
import type { Output } from './output';
import { serverFor, signedIn } from './servers';
import { durationOf, type TermWords } from './upload/terms';

/** Standard input becomes one file, in one request that keeps all of it or nothing. */
export async function sendPipe(output: Output, words: TermWords & { server?: string }): Promise<void> {
  const { url, token } = signedIn(words.server);
  const headers: Record<string, string> = { 'Sharry-Auth': token };
  if (words.expires !== undefined) headers['Slipway-Validity'] = `${durationOf(words.expires)}ms`;
  if (words.views !== undefined) headers['Slipway-Views'] = words.views;
  if (words.password)
    headers['Sharry-Password'] = encodeURIComponent(await askPassword('Password for the share:'));
  const answer = await put(`${url}/u/${nameOf(words)}`, headers);
  const { url: link, id, link: linkId } = answer as { url: string; id: string; link: string };
  output.result(link, { url: link, id, link: linkId, files: 1 });
}

/** The same into an inbox, where nobody has to be signed in. */
export async function deliverPipe(
  output: Output,
  inbox: { server: string; alias: string },
  words: TermWords,
) {
  const url = `${serverFor(inbox.server).url}/u/alias/${inbox.alias}/${nameOf(words)}`;
  // Nobody can be asked where the pipe comes in.
  const password = knownPassword();
  const headers = password ? { 'Sharry-Password': encodeURIComponent(password) } : {};
  const { id } = (await put(url, headers)) as { id: string };
  output.result('Delivered.', { delivered: true, id, files: 1 });
}

const nameOf = ({ name }: TermWords) => encodeURIComponent(safeFileName(name ?? '') || 'stdin');

async function put(url: string, headers: Record<string, string>): Promise<unknown> {
  if (process.stdin.isTTY) throw new Failure('“-” sends standard input, but nothing is piped in.', 'usage');
  let broken: Error | null = null;
  process.stdin.once('error', (error) => {
    broken = error;
  });
  const body = Readable.toWeb(process.stdin) as unknown as ReadableStream;
  const init = { method: 'PUT', headers: { accept: 'application/json', ...headers }, body, duplex: 'half' };
  try {
    return await readAnswer(await ask(url, init as RequestInit));
  } catch (error) {
    if (broken) throw new Failure(`The pipe broke, so nothing was saved: ${causeOf(broken)}`);
    throw error;
  }
}
