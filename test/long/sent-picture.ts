import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';

type Picture = { shareId: string; name: string; bytes: Buffer };

/** Answers with its ID. */
export async function sentPicture(
  { url }: { url: string },
  headers: Record<string, string>,
  { shareId, name, bytes }: Picture,
): Promise<string> {
  const type = `image/${name.split('.').at(-1)?.replace('jpg', 'jpeg')}`;
  const metadata = Object.entries({ filename: name, filetype: type });
  const answer = await fetch(url + fillPath(allBytePaths.uploads, { id: shareId }), {
    method: 'POST',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': metadata
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  if (answer.status !== 201) throw new Error(`${name}: ${answer.status}`);
  return new URL(answer.headers.get('location') ?? '', 'http://any').pathname.split('/').at(-1) ?? '';
}
