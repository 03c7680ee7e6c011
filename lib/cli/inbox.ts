import type { info } from '@/lib/contract/info';
import type { share } from '@/lib/contract/share/share';
import { readLink } from '@/lib/domain/pasted/link';
import { askPassword } from './ask-password';
import { CallRefusal, call } from './call';
import { exitCodes, Failure } from './failure';
import type { Output } from './output';
import { type ProgressBar, progressOf } from './progress';
import { serverUrl } from './servers';
import { fileKey, findLocalFiles, type LocalFile } from './upload/local-files';
import type { ShareAccess } from './upload/missing-files';
import { UnfinishedSend } from './upload/unfinished';
import { uploadFiles } from './upload/upload-files';

export function parseInboxAddress(text: string): { server: string; alias: string } {
  const link = readLink(text);
  if (link?.page !== 'share')
    throw new Failure(`${text} is not an inbox address. Those end with /app/share/ and an ID.`, 'usage');
  return { server: serverUrl(link.server), alias: link.id };
}

export async function deliver(output: Output, address: string, names: string[]): Promise<void> {
  const { server, alias } = parseInboxAddress(address);
  const headers: Record<string, string> = { 'Sharry-Alias': alias };
  const files = findLocalFiles(names, output.note);
  if (files.length === 0) throw new Failure('There are no files to send.', 'usage');
  const unfinished = new UnfinishedSend(['inbox', server, alias, process.cwd(), ...names]);
  const resumedId = unfinished.share();
  const shareId = resumedId ?? (await retryWithPassword(headers, () => createDelivery(server, headers)));
  unfinished.begin(server, shareId);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  try {
    await sendAll({ server, shareId, headers }, { files, unfinished, progress });
  } catch (error) {
    // The server may have lost the delivery, so the next run starts over.
    if (resumedId && error instanceof Failure && error.exitCode !== exitCodes.unreachable) unfinished.end();
    throw error;
  } finally {
    progress.end();
  }
  await notifyOwner(server, shareId, headers);
  output.result('Delivered.', { delivered: true, id: shareId, files: files.length, bytes });
  unfinished.end();
}

async function retryWithPassword<T>(headers: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallRefusal) || error.code !== 'alias.passwordRequired') throw error;
    headers['Sharry-Password'] = encodeURIComponent(await askPassword('Password of the inbox:'));
    return work();
  }
}

type DeliveryUploads = { files: LocalFile[]; unfinished: UnfinishedSend; progress: ProgressBar };

async function sendAll(
  { server, shareId, headers }: ShareAccess,
  { files, unfinished, progress }: DeliveryUploads,
) {
  const config = await call<typeof info.appConfig>(server, '/api/v2/open/info/appconfig');
  const access = {
    endpoint: `${server}/api/v2/alias/upload/${shareId}/files/tus`,
    headers,
    chunkBytes: config.chunkSize,
    retryDelays: config.retryDelays,
    sendsAtOnce: false, // senders can't list the files that have arrived
    noteUrl: (file: LocalFile, url: string) => unfinished.noteUrl(fileStamp(file), url),
  };
  await uploadFiles(access, tasksOf(files, unfinished.urls()), progress);
}

const tasksOf = (files: LocalFile[], urls: Map<string, string>) =>
  files.map((file) => ({ file, url: urls.get(fileStamp(file)) ?? null }));

/** A file with another size or time counts as another file. */
const fileStamp = (file: LocalFile) => `${file.sizeBytes} ${file.modifiedMs} ${fileKey(file)}`;

async function createDelivery(server: string, headers: Record<string, string>): Promise<string> {
  const body = { maxViews: 30, validity: null };
  const request = { method: 'POST', headers, body };
  return (await call<typeof share.createThroughAlias>(server, '/api/v2/alias/upload/new', request)).id;
}

async function notifyOwner(server: string, shareId: string, headers: Record<string, string>): Promise<void> {
  const request = { method: 'POST', headers };
  await call(server, `/api/v2/alias/mail/notify/${shareId}`, request).catch(() => undefined);
}
