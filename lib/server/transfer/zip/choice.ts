import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Ident, Text } from '@/lib/contract/fields';
import type { SelectionRequest } from '@/lib/server/services/file/selection';
import type { TransferRequest } from '../messages';

/** Enough for 50,000 file ids. */
const maxFormBytes = 2 * 1024 * 1024;

/** Parses the query, or the form of a POST. @throws request.tooLarge */
export async function parseSelection({ url, body, method }: TransferRequest): Promise<SelectionRequest> {
  const { searchParams } = new URL(url, 'http://localhost');
  const fields = method === 'POST' && body ? new URLSearchParams(await textOf(body)) : searchParams;
  return {
    fileIds: idsIn(fields, 'file'),
    folders: pathsIn(fields, 'folder'),
    exceptIds: idsIn(fields, 'exceptFile'),
    exceptFolders: pathsIn(fields, 'exceptFolder'),
  };
}

const idsIn = (fields: URLSearchParams, name: string) =>
  fields.getAll(name).filter((id) => Ident.safeParse(id).success);

const pathsIn = (fields: URLSearchParams, name: string) =>
  fields.getAll(name).filter((path) => Text.safeParse(path).success);

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) throw new AppError('request.tooLarge', { max: '2M' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
