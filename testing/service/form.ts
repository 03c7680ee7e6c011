import type http from 'node:http';
import { send } from './transfer';

export type RawPart = { headers: string[]; body: Buffer | string };

export const boundary = '----SlipwayTestForm';
export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export const filePart = (
  filename: string | null,
  body: Buffer | string,
  type?: string,
  name = 'file',
): RawPart => ({
  headers: [
    `Content-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ],
  body,
});

export const metaPart = (meta: unknown, name = 'meta'): RawPart =>
  filePart(null, typeof meta === 'string' ? meta : JSON.stringify(meta), undefined, name);

export function formOf(...parts: RawPart[]): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

export function formClient(port: number, auth: Record<string, string>, access: 'sec' | 'alias' = 'sec') {
  const post = (path: string, body: Buffer, headers: http.OutgoingHttpHeaders = {}) =>
    send(port, 'POST', path, { headers: { ...auth, ...formType, ...headers }, body });
  const base = `/api/v2/${access}/upload`;
  return {
    base,
    post,
    make: (...parts: RawPart[]) => post(base, formOf(...parts)),
    add: (shareId: string, ...parts: RawPart[]) => post(`${base}/${shareId}/files/add`, formOf(...parts)),
    made: async (...parts: RawPart[]): Promise<string> => {
      const reply = await post(base, formOf(...parts));
      const { id } = JSON.parse(reply.body.toString()) as { id?: string };
      if (!id) throw new Error(`no share was made: ${reply.status} ${reply.body}`);
      return id;
    },
  };
}
