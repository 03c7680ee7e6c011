import type { unlock } from '@/lib/contract/alias/unlock';
import { idempotencyHeader } from '@/lib/contract/http/names';
import type { share } from '@/lib/contract/share/share';
import { readLink } from '@/lib/domain/pasted/link';
import { checkInboxKey, readFingerprint } from '@/lib/domain/sealed/fingerprint';
import { sealShareKey } from '@/lib/domain/sealed/inbox-key';
import { allowsSending } from '@/lib/domain/sealed/key-check';
import { keyFragment } from '@/lib/domain/sealed/share-key';
import { askPassword } from './ask-password';
import { CallRefusal, call } from './call';
import { exitCodes, Failure } from './failure';
import { noteHeldFiles } from './held-files';
import type { Output } from './output';
import { type ProgressBar, progressOf } from './progress';
import { saveDeliveryManifest } from './sealed/save-manifest';
import { type SealedSend, sealFiles } from './sealed/seal-files';
import { reachableServer, readConfig } from './server-config';
import { isBegunWith, removeUpload } from './upload/begun-file';
import { fileStamp, findLocalFiles, type LocalFile } from './upload/local-files';
import type { ShareAccess } from './upload/missing-files';
import { UnfinishedSend } from './upload/unfinished';
import { uploadFiles } from './upload/upload-files';
import type { UploadTask } from './upload/upload-setup';

type InboxAddress = {
  server: string;
  alias: string;
  /** Of the key for which the link promises encryption; null for a link without. */
  fingerprint: string | null;
};

export async function parseInboxAddress(text: string): Promise<InboxAddress> {
  const link = readLink(text);
  if (link?.page !== 'share')
    throw new Failure(`“${text}” is not an inbox address. Those end with /app/share/ and an ID.`, 'usage');
  const fingerprint = readFingerprint(text);
  if (fingerprint === '')
    throw new Failure('This link is incomplete. Copy all of it, including the part after “#pk=”.', 'usage');
  return { server: await reachableServer(link.server), alias: link.id, fingerprint };
}

export async function deliver(output: Output, address: string, names: string[]): Promise<void> {
  const { server, alias, fingerprint } = await parseInboxAddress(address);
  const headers: Record<string, string> = { 'Sharry-Alias': alias };
  const files = findLocalFiles(names, output.note);
  if (files.length === 0) throw new Failure('There are no files to send.', 'usage');
  const unfinished = new UnfinishedSend(['inbox', server, alias, process.cwd(), ...names]);
  const resumed = await startDelivery({ server, headers, fingerprint, files, unfinished });
  const { shareId, seal } = resumed;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = progressOf(output, { bytes, files: files.length, already: 0 });
  try {
    const tasks = await tasksOf(seal?.files ?? files, unfinished.urls(), headers);
    if (seal) await saveDeliveryManifest({ server, shareId, headers }, seal);
    await sendAll({ server, shareId, headers }, { tasks, unfinished, progress });
  } catch (error) {
    // The delivery is gone, so the next run starts over.
    if (resumed.isResumed && error instanceof Failure && error.exitCode === exitCodes.notFound)
      unfinished.end();
    throw error;
  } finally {
    progress.end();
  }
  await notifyOwner(server, shareId, headers);
  const receipt = unfinished.receipt();
  const held = receipt === null ? [] : await noteHeldFiles(output, server, receipt);
  const facts = { delivered: true, id: shareId, files: files.length, bytes };
  await output.result('Delivered.', { ...facts, ...(held.length > 0 && { held }) });
  unfinished.end();
}

/**
 * Adds the password to `headers` if the inbox has one, also for a delivery that goes on.
 * @returns the public key of a sealed inbox
 */
async function enterInbox(server: string, headers: Record<string, string>): Promise<string | null> {
  const tryHeaders = async () => {
    const request = { method: 'POST', headers };
    return (await call<typeof unlock>(server, '/api/v2/alias/password', request)).publicKey ?? null;
  };
  try {
    return await tryHeaders();
  } catch (error) {
    if (!(error instanceof CallRefusal) || error.code !== 'alias.passwordRequired') throw error;
    headers['Sharry-Password'] = encodeURIComponent(await askPassword('Password of the inbox:'));
    return tryHeaders();
  }
}

type DeliveryStart = {
  server: string;
  headers: Record<string, string>;
  fingerprint: string | null;
  files: LocalFile[];
  unfinished: UnfinishedSend;
};

async function startDelivery({ server, headers, fingerprint, files, unfinished }: DeliveryStart) {
  const begun = unfinished.share();
  const publicKey = await enterInbox(server, headers);
  await checkKey(publicKey, fingerprint);
  const key = begun && unfinished.key();
  const { salts } = unfinished;
  const seal = publicKey || key ? await sealFiles({ storedKey: key, salts }, { files }) : null;
  // One that began before the inbox was sealed can’t go on.
  const resumedId = key || !publicKey ? begun : null;
  const sealing = seal && publicKey ? await sealedProperties(seal, publicKey) : {};
  const shareId = resumedId ?? (await createDelivery({ server, headers, unfinished }, sealing));
  unfinished.begin(server, shareId, seal ? keyFragment(seal.key) : undefined);
  return { shareId, seal, isResumed: resumedId !== null };
}

/** @throws Failure for another key than that of the link, before anything is created or sent */
async function checkKey(publicKey: string | null, fingerprint: string | null): Promise<void> {
  const check = await checkInboxKey(publicKey, fingerprint);
  if (check === 'unsealed')
    throw new Failure(
      'Your link promises encryption, but this inbox doesn’t encrypt any more. Nothing was sent. Ask the recipient for a new link.',
      'notAllowed',
    );
  if (!allowsSending(check))
    throw new Failure(
      'The key of this inbox isn’t the one in your link. Nothing was sent. Ask the recipient for a new link, not through this server.',
      'notAllowed',
    );
}

async function sealedProperties({ key }: SealedSend, publicKey: string) {
  const sealedKey = await sealShareKey(key, new Uint8Array(Buffer.from(publicKey, 'base64')));
  return { e2ee: 'v1', sealedKey: Buffer.from(sealedKey).toString('base64') };
}

type DeliveryUploads = { tasks: UploadTask[]; unfinished: UnfinishedSend; progress: ProgressBar };

async function sendAll(
  { server, shareId, headers }: ShareAccess,
  { tasks, unfinished, progress }: DeliveryUploads,
) {
  const config = await readConfig(server);
  const access = {
    endpoint: `${server}/api/v2/alias/upload/${shareId}/files/tus`,
    headers,
    chunkBytes: config.chunkSize,
    retryDelays: config.retryDelays,
    sendsAtOnce: false, // senders can't list the files that have arrived
    creationKey: (file: LocalFile) => unfinished.creationKey(fileStamp(file)),
    noteUrl: (file: LocalFile, url: string) => unfinished.noteUrl(fileStamp(file), url),
  };
  await uploadFiles(access, tasks, progress);
}

async function tasksOf(
  files: LocalFile[],
  urls: Map<string, string>,
  headers: Record<string, string>,
): Promise<UploadTask[]> {
  const tasks: UploadTask[] = [];
  for (const file of files) {
    const url = urls.get(fileStamp(file)) ?? null;
    const goesOn = url !== null && (await isBegunWith(file, url, headers));
    if (url && !goesOn) {
      await removeUpload(url, headers);
      await file.sealAnew?.();
    }
    tasks.push({ file, url: goesOn ? url : null });
  }
  return tasks;
}

async function createDelivery(
  { server, headers, unfinished }: Pick<DeliveryStart, 'server' | 'headers' | 'unfinished'>,
  sealing: object,
): Promise<string> {
  const { defaultViews } = await readConfig(server);
  const body = { maxViews: defaultViews, validity: null, ...sealing };
  unfinished.begin(server, null);
  const key = unfinished.creationKey(JSON.stringify(body));
  const request = { method: 'POST', headers: { ...headers, [idempotencyHeader]: key }, body };
  const path = '/api/v2/alias/upload/new';
  const { id, receipt } = await call<typeof share.createThroughAlias>(server, path, request);
  unfinished.noteReceipt(receipt);
  return id;
}

async function notifyOwner(server: string, shareId: string, headers: Record<string, string>): Promise<void> {
  try {
    await call(server, `/api/v2/alias/mail/notify/${shareId}`, { method: 'POST', headers });
  } catch (error) {
    // A refusal concerns the owner's mail; an absent server is asked again by the next run.
    if (!(error instanceof CallRefusal)) throw error;
  }
}
