// The four requests that `npm run house` measures.
import { auth } from '@/lib/contract/auth';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';

/** Makes what a request needs, and returns the request itself. */
export type MeasuredRequest = () => Promise<() => Promise<unknown>>;
type ApiClient = Awaited<ReturnType<typeof apiClient>>;

const kibibytes = (count: number) => new Uint8Array(count * 1024);
const tusHeaders = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

export async function apiClient(base: string, credentials: { account: string; password: string }) {
  const json = { 'content-type': 'application/json' };
  const { token } = await answerOf(await post(base + auth.login.path, json, JSON.stringify(credentials)));
  const headers = { [headerNames.auth]: token ?? '' };
  return {
    createShare: async () => {
      const answer = await post(
        base + share.create.path,
        { ...headers, ...json },
        '{"validity":3600000,"maxViews":9}',
      );
      return (await answerOf(answer)).id ?? '';
    },
    publish: async (id: string) => {
      const answer = await post(base + share.publish.path.replace('{id}', id), { ...headers, ...json }, '{}');
      return (await answerOf(answer)).id ?? '';
    },
    startUpload: async (shareId: string, size: number, bytes?: BodyInit) => {
      const path = fillPath(allBytePaths.uploads, { id: shareId });
      const length = { 'upload-length': String(size), 'upload-metadata': `filename ${btoa('measured.bin')}` };
      const answer = await post(base + path, { ...headers, ...tusHeaders, ...length }, bytes);
      return new URL(answer.headers.get('location') ?? '', base).href;
    },
    patch: (url: string, bytes: BodyInit) =>
      request(url, {
        method: 'PATCH',
        headers: { ...headers, ...tusHeaders, 'upload-offset': '0' },
        body: bytes,
      }),
    download: (linkId: string, fileId: string) =>
      request(base + fillPath(allBytePaths.openFile, { id: linkId, fileId }), {}),
  };
}

export const measuredRequests = (client: ApiClient): Record<string, MeasuredRequest> => ({
  'PATCH of 1 MB': async () => {
    const bytes = kibibytes(1024);
    const url = await client.startUpload(await client.createShare(), bytes.length);
    return () => client.patch(url, bytes);
  },
  'POST of 10 KB': async () => {
    const bytes = kibibytes(10);
    const shareId = await client.createShare();
    return () => client.startUpload(shareId, bytes.length, bytes);
  },
  'download by a link': async () => {
    const bytes = kibibytes(10);
    const shareId = await client.createShare();
    const upload = await client.startUpload(shareId, bytes.length, bytes);
    const linkId = await client.publish(shareId);
    return () => client.download(linkId, upload.split('/').at(-1) ?? '');
  },
  publication: async () => {
    const shareId = await client.createShare();
    return () => client.publish(shareId);
  },
});

const post = (url: string, headers: Record<string, string>, body?: BodyInit) =>
  request(url, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  });

async function request(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${await answer.text()}`);
  return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
}

const answerOf = async (answer: Response) => (await answer.json()) as { token?: string | null; id?: string };
