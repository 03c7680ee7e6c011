import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Ident, Text } from '@/lib/contract/fields';
import type { SelectionRequest } from '@/lib/server/services/file/selection';
import type { TransferRequest } from '../messages';

/** Fifty thousand files by their ids. */
const maxFormBytes = 2 * 1024 * 1024;

/** What a request wants packed, by its address or by the form that it brings. @throws request.tooLarge */
export async function choiceOf({ url, body, method }: TransferRequest): Promise<SelectionRequest> {
  const { searchParams } = new URL(url, 'http://localhost');
  const fields = method === 'POST' && body ? new URLSearchParams(await textOf(body)) : searchParams;
  return {
    fileIds: idsIn(fields, 'file'),
    folders: pathsIn(fields, 'folder'),
    exceptIds: idsIn(fields, 'exceptFile'),
    exceptFolders: pathsIn(fields, 'exceptFolder'),
  };
}

/** What no id looks like is not a wish. */
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
