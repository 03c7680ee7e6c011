import { idempotencyHeader } from '@/lib/contract/http/names';
import type { share } from '@/lib/contract/share/share';
import { keyFragment } from '@/lib/domain/sealed/share-key';
import { formatBytes } from '@/lib/domain/units';
import { call } from './call';
import { checkScope } from './check-scope';
import { Failure } from './failure';
import type { Output } from './output';
import { type ProgressBar, progressOf } from './progress';
import { saveManifest } from './sealed/save-manifest';
import { type SealedSend, sealFiles } from './sealed/seal-files';
import { readConfig, type ServerConfig } from './server-config';
import { type SignedInServer, signedInServer } from './servers';
import { fileStamp, findLocalFiles, type LocalFile } from './upload/local-files';
import { findMissingFiles } from './upload/missing-files';
import { type ShareOptions, shareProperties } from './upload/share-options';
import { UnfinishedSend } from './upload/unfinished';
import { uploadFiles } from './upload/upload-files';
import type { UploadSetup, UploadTask } from './upload/upload-setup';

export type SendOptions = ShareOptions & { server?: string; new?: boolean; seal?: boolean };

export async function send(output: Output, names: string[], options: SendOptions): Promise<void> {
  const server = signedInServer(options.server);
  const files = findLocalFiles(names, output.note);
  if (files.length === 0) throw new Failure('There are no files to send.', 'usage');
  const unfinished = new UnfinishedSend(['send', server.url, process.cwd(), ...names, termsKey(options)]);
  if (options.new) unfinished.end();
  await checkScope(server, 'manage');
  const config = await readConfig(server.url);
  const start = { server, options, files, unfinished, config };
  const { shareId, tasks, done, seal } = await startShare(output, start);

  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = progressOf(output, { bytes, files: tasks.length, already: done });
  const creationKey = (file: LocalFile) => unfinished.creationKey(fileStamp(file));
  await sendAll(server, { shareId, tasks, progress, config, creationKey });
  const request = { method: 'POST', headers: headersOf(server), body: { reuseId: true } };
  const path = `/api/v2/sec/share/${shareId}/publish`;
  const { id: link } = await call<typeof share.publish>(server.url, path, request);
  const url = `${config.baseUrl}/app/open/${link}${seal ? keyFragment(seal.key) : ''}`;
  output.note(`${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatBytes(bytes)}`);
  await output.result(url, { url, id: shareId, link, files: files.length, bytes });
  // The link is printed first: a send that is killed in between says it again.
  unfinished.end();
}

const termsKey = ({ name, note, expires, views, password, seal }: SendOptions) =>
  JSON.stringify([name, note, expires, views, password, ...(seal ? ['seal'] : [])]);

const headersOf = ({ token }: SignedInServer) => ({ 'Sharry-Auth': token });

type ShareStart = {
  server: SignedInServer;
  options: SendOptions;
  files: LocalFile[];
  unfinished: UnfinishedSend;
  config: ServerConfig;
};

type StartedShare = { shareId: string; tasks: UploadTask[]; done: number; seal: SealedSend | null };

async function startShare(output: Output, start: ShareStart): Promise<StartedShare> {
  const { server, options, files, unfinished, config } = start;
  const resumedId = unfinished.share();
  const resumed = resumedId && (await resumeShare(output, start, resumedId));
  if (resumed) return resumed;
  if (resumedId) {
    output.note('The earlier upload can’t be resumed, so this starts a new one.');
    unfinished.startOver();
  }
  const { salts } = unfinished;
  const seal = options.seal ? await sealFiles({ storedKey: null, salts }, wordsOf(start)) : null;
  const properties = await shareProperties(options, {
    validity: config.defaultValidity,
    views: config.defaultViews,
  });
  const headers = headersOf(server);
  const body = seal ? { ...properties, name: null, description: null, e2ee: 'v1' } : properties;
  const shareKey = seal ? keyFragment(seal.key) : undefined;
  unfinished.begin(server.url, null);
  const { id } = await call<typeof share.create>(server.url, '/api/v2/sec/upload/new', {
    method: 'POST',
    headers: { ...headers, [idempotencyHeader]: unfinished.creationKey(JSON.stringify([body, shareKey])) },
    body,
  });
  unfinished.begin(server.url, id, shareKey);
  if (seal) await saveManifest({ server: server.url, shareId: id, headers }, seal, []);
  const tasks: UploadTask[] = (seal?.files ?? files).map((file) => ({ file, url: null }));
  return { shareId: id, tasks, done: 0, seal };
}

async function resumeShare(output: Output, start: ShareStart, shareId: string): Promise<StartedShare | null> {
  const { server, options, files, unfinished } = start;
  const key = unfinished.key();
  if (options.seal && key === null) return null;
  const { salts } = unfinished;
  const seal = options.seal ? await sealFiles({ storedKey: key, salts }, wordsOf(start)) : null;
  const access = { server: server.url, shareId, headers: headersOf(server) };
  const rest = await findMissingFiles(access, seal?.files ?? files);
  if (!rest) return null;
  unfinished.begin(server.url, shareId, key ?? undefined);
  if (seal) await saveManifest(access, seal, rest.others);
  output.note(`Resuming: ${rest.doneFiles} of ${files.length} files have arrived.`);
  return { shareId, tasks: rest.tasks, done: rest.doneBytes, seal };
}

const wordsOf = ({ files, options: { name, note } }: ShareStart) => ({ files, title: name, note });

type PendingUploads = {
  shareId: string;
  tasks: UploadTask[];
  progress: ProgressBar;
  config: ServerConfig;
  creationKey: UploadSetup['creationKey'];
};

async function sendAll(
  server: SignedInServer,
  { shareId, tasks, progress, config, creationKey }: PendingUploads,
): Promise<void> {
  const { chunkSize, retryDelays } = config;
  const access = {
    endpoint: `${server.url}/api/v2/sec/upload/${shareId}/files/tus`,
    headers: headersOf(server),
    chunkBytes: chunkSize,
    retryDelays,
    sendsAtOnce: true,
    creationKey,
  };
  try {
    await uploadFiles(access, tasks, progress);
  } finally {
    progress.end();
  }
}
