import 'server-only';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import next from 'next';
import { innerHeaderBytes } from './boot/pages/header-bytes';
import type { FromPages, ToPages } from './boot/pages/messages';
import { config } from './config';
import { closeDb } from './db/client';
import { log } from './log';

/** The process of the pages and JSON calls. It is started and ended by lib/server/main.ts, and nobody else reaches it. */
async function pages(): Promise<void> {
  process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
  process.env.__NEXT_PROCESSED_ENV = 'true'; // start.mjs has read .env, and pages must not read another
  // A service manager signals to all processes at once; running requests are finished first, so the end is told apart.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('uncaughtException', (error) => {
    log().fatal({ err: error }, 'unexpected failure of the pages, starting them again');
    process.exit(1);
  });

  let socket: string | null = null;
  process.once('disconnect', () => {
    if (socket) fs.rmSync(path.dirname(socket), { recursive: true, force: true });
    process.exit(1); // the process in front was killed
  });
  const [order] = (await once(process, 'message')) as [ToPages];
  if (order === 'stop') process.exit(0);
  Object.assign(process.env, order.env);
  socket = order.socket;
  await serve(socket);
  process.send?.('listening' satisfies FromPages);

  await once(process, 'message'); // 'stop' is all that can come now
  await closeDb();
  process.exit(0);
}

async function serve(socket: string): Promise<void> {
  const { ROOT, HOST, PORT } = config();
  const app = next({ dev: false, dir: ROOT, hostname: HOST, port: PORT });
  const handle = app.getRequestHandler();
  await app.prepare();
  // Time-outs, and what a request must have, are the front door's business.
  const patience = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, requireHostHeader: false };
  const server = createServer({ ...patience, maxHeaderSize: innerHeaderBytes }, (req, res) => {
    handle(req, res).catch((error: unknown) => {
      log().error({ err: error }, 'request failed');
      res.destroy();
    });
  });
  fs.rmSync(socket, { force: true }); // of pages that died
  await once(server.listen(socket), 'listening');
}

await pages();
