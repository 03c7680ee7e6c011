import type { info } from '@/lib/contract/info';
import type { share } from '@/lib/contract/share/share';
import { readLink } from '@/lib/domain/pasted/link';
import { askPassword } from './ask-password';
import { call, Refusal } from './call';
import { exitCodes, Failure } from './failure';
import type { Output } from './output';
import { type Progress, progressOf } from './progress';
import { serverUrl } from './servers';
import { filesOf, keyOf, type LocalFile } from './upload/files';
import { Unfinished } from './upload/unfinished';
import { uploadFiles } from './upload/upload-files';

/** An inbox by its page, `https://…/app/share/ID`, as it was pasted. */
export function inboxOf(text: string): { server: string; alias: string } {
  const link = readLink(text);
  if (link?.page !== 'share')
    throw new Failure(`${text} is not an inbox address. Those end with /app/share/ and an ID.`, 'usage');
  return { server: serverUrl(link.server), alias: link.id };
}

/** Delivers files to an inbox. The address is all it takes. */
export async function deliver(output: Output, address: string, names: string[]): Promise<void> {
  const { server, alias } = inboxOf(address);
  const headers: Record<string, string> = { 'Sharry-Alias': alias };
  const files = filesOf(names, output.note);
  if (files.length === 0) throw new Failure('There are no files to send.', 'usage');
  const unfinished = new Unfinished(['inbox', server, alias, process.cwd(), ...names]);
  const before = unfinished.share();
  const shareId = before ?? (await unlocked(headers, () => newDelivery(server, headers)));
  unfinished.begin(server, shareId);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  try {
    await sendAll({ server, shareId, headers }, { files, unfinished, progress });
  } catch (error) {
    // What was begun may be over there: the next run begins anew.
    if (before && error instanceof Failure && error.exitCode !== exitCodes.unreachable) unfinished.end();
    throw error;
  } finally {
    progress.end();
  }
  await tellOwner(server, shareId, headers);
  unfinished.end();
  output.result('Delivered.', { delivered: true, id: shareId, files: files.length, bytes });
}

/** Asks for the password of an inbox that has one, and sends it along from then on. */
async function unlocked<T>(headers: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'alias.passwordRequired') throw error;
    headers['Sharry-Password'] = encodeURIComponent(await askPassword('Password of the inbox:'));
    return work();
  }
}

type Delivery = { server: string; shareId: string; headers: Record<string, string> };
type Sent = { files: LocalFile[]; unfinished: Unfinished; progress: Progress };

async function sendAll({ server, shareId, headers }: Delivery, { files, unfinished, progress }: Sent) {
  const config = await call<typeof info.appConfig>(server, '/api/v2/open/info/appconfig');
  const access = {
    endpoint: `${server}/api/v2/alias/upload/${shareId}/files/tus`,
    headers,
    chunkBytes: config.chunkSize,
    retryDelays: config.retryDelays,
    sendsAtOnce: false, // nobody may look which files have arrived
    noteUrl: (file: LocalFile, url: string) => unfinished.noteUrl(stampOf(file), url),
  };
  await uploadFiles(access, tasksOf(files, unfinished.urls()), progress);
}

const tasksOf = (files: LocalFile[], urls: Map<string, string>) =>
  files.map((file) => ({ file, url: urls.get(stampOf(file)) ?? null }));

/** A file that has changed since is another one. */
const stampOf = (file: LocalFile) => `${file.sizeBytes} ${file.modifiedMs} ${keyOf(file)}`;

async function newDelivery(server: string, headers: Record<string, string>): Promise<string> {
  const body = { maxViews: 30, validity: null };
  const request = { method: 'POST', headers, body };
  return (await call<typeof share.createThroughAlias>(server, '/api/v2/alias/upload/new', request)).id;
}

/** Whether somebody can be told changes nothing for the sender. */
async function tellOwner(server: string, shareId: string, headers: Record<string, string>): Promise<void> {
  const request = { method: 'POST', headers };
  await call(server, `/api/v2/alias/mail/notify/${shareId}`, request).catch(() => undefined);
}
