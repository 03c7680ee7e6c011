import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
export const isDataCall = (_method: string, _path: string): boolean => false;
export async function serveData(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.end();
}
