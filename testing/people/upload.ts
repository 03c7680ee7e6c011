import path from 'node:path';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { raw } from '../network/raw';
import { running } from '../server/running';
import type { Api } from './account';

type NewFile = { name: string; content: string | Buffer; folder?: string; type?: string };

export async function upload(owner: Api, shareId: string, file: NewFile): Promise<string> {
  const bytes = Buffer.from(file.content);
  return begin(owner, shareId, { ...file, declared: bytes.length, bytes });
}

export async function uploadHalf(owner: Api, shareId: string, file: NewFile): Promise<string> {
  const bytes = Buffer.from(file.content);
  return begin(owner, shareId, { ...file, declared: bytes.length * 2, bytes });
}

type UploadStart = Omit<NewFile, 'content'> & { declared: number; bytes: Buffer };

export async function begin(owner: Api, shareId: string, file: UploadStart): Promise<string> {
  const { name, folder, type, declared, bytes } = file;
  const metadata = { filename: name, filetype: type, relativePath: folder && `${folder}/${name}` };
  const { status, headers, json } = await raw('POST', fillPath(bytePaths.uploads, { id: shareId }), {
    headers: {
      ...owner.headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(declared),
      'Upload-Metadata': metadataOf(metadata),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  if (status !== 201) throw new Error(`The upload was refused: ${status} ${JSON.stringify(json)}`);
  return path.posix.basename(new URL(headers.get('location') ?? '', 'http://any').pathname);
}

const metadataOf = (values: Record<string, string | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Buffer.from(value ?? '').toString('base64')}`)
    .join(',');

export const storedAt = (fileId: string): string =>
  path.join(running().dataDir, 'files', fileId.slice(-2).toLowerCase(), fileId);
