import type { info } from '@/lib/contract/info';
import type { share } from '@/lib/contract/share/share';
import { formatBytes } from '@/lib/domain/units';
import { call, Refusal } from './call';
import { Failure } from './failure';
import type { Output } from './output';
import { type Progress, progressOf } from './progress';
import { signedIn } from './servers';
import { lackingIn } from './upload/arrived';
import { filesOf, type LocalFile } from './upload/files';
import { propertiesOf, type TermWords } from './upload/terms';
import { Unfinished } from './upload/unfinished';
import { type Task, uploadFiles } from './upload/upload-files';

export type SendWords = TermWords & { server?: string; new?: boolean };
type Server = { url: string; token: string };

/** Makes a share of files, goes on with what was begun, and prints its link. */
export async function send(output: Output, names: string[], words: SendWords): Promise<void> {
  const server = signedIn(words.server);
  const files = filesOf(names, output.note);
  if (files.length === 0) throw new Failure('There are no files to send.', 'usage');
  const unfinished = new Unfinished(['send', server.url, process.cwd(), ...names, termsKey(words)]);
  if (words.new) unfinished.end();
  const { shareId, tasks, done } = await begin(output, { server, words, files, unfinished });

  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = progressOf(output, { bytes, files: tasks.length, already: done });
  await sendAll(server, { shareId, tasks, progress });
  const link = await publish(server, shareId);
  unfinished.end();
  const url = `${server.url}/app/open/${link}`;
  output.note(`${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(bytes)}`);
  output.result(url, { url, id: shareId, link, files: files.length, bytes });
}

const termsKey = ({ name, note, expires, views, password }: SendWords) =>
  JSON.stringify([name, note, expires, views, password]);

const headersOf = ({ token }: Server) => ({ 'Sharry-Auth': token });

type Begin = { server: Server; words: SendWords; files: LocalFile[]; unfinished: Unfinished };

async function begin(output: Output, { server, words, files, unfinished }: Begin) {
  const headers = headersOf(server);
  const before = unfinished.share();
  const rest = before && (await lackingIn({ server: server.url, shareId: before, headers }, files));
  if (before && rest) {
    unfinished.begin(server.url, before);
    output.note(`Resuming: ${rest.doneFiles} of ${files.length} files have arrived.`);
    return { shareId: before, tasks: rest.tasks, done: rest.doneBytes };
  }
  if (before) output.note('The earlier upload can’t be resumed, so this starts a new one.');
  const { defaultValidity } = await call<typeof info.appConfig>(server.url, '/api/v2/open/info/appconfig');
  const body = await propertiesOf(words, { validity: defaultValidity });
  const { id } = await call<typeof share.create>(server.url, '/api/v2/sec/upload/new', {
    method: 'POST',
    headers,
    body,
  });
  unfinished.begin(server.url, id);
  const tasks: Task[] = files.map((file) => ({ file, url: null }));
  return { shareId: id, tasks, done: 0 };
}

type Rest = { shareId: string; tasks: Task[]; progress: Progress };

async function sendAll(server: Server, { shareId, tasks, progress }: Rest): Promise<void> {
  const { chunkSize, retryDelays } = await call<typeof info.appConfig>(
    server.url,
    '/api/v2/open/info/appconfig',
  );
  const access = {
    endpoint: `${server.url}/api/v2/sec/upload/${shareId}/files/tus`,
    headers: headersOf(server),
    chunkBytes: chunkSize,
    retryDelays,
    sendsAtOnce: true,
  };
  try {
    await uploadFiles(access, tasks, progress);
  } finally {
    progress.end();
  }
}

async function publish({ url, token }: Server, shareId: string): Promise<string> {
  try {
    const request = { method: 'POST', headers: { 'Sharry-Auth': token }, body: { reuseId: true } };
    const { id } = await call<typeof share.publish>(url, `/api/v2/sec/share/${shareId}/publish`, request);
    return id;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    throw new Failure(
      `${error.message} The files have arrived. Publish them at ${url}/app/upload/${shareId}`,
      'notAllowed',
    );
  }
}
