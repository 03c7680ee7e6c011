import 'server-only';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import next from 'next';
import { applyStored, config } from './config';
import { closeDb } from './db/client';
import { connectionCount, dropConnections } from './db/connection';
import { log } from './log';
import { countsOfProcess } from './metrics';
import { errorMessage } from './plain-error';
import { setClockOffset, setTimeFloor } from './present-time';
import {
  type FromPages,
  innerHeaderBytes,
  markOutages,
  type PagesStats,
  type ToPages,
} from './runtime/pages/messages';

const tellMs = 5_000;
const isDevelopment = process.env.NODE_ENV === 'development';

/** The process of pages and JSON calls. Started and stopped by main.ts, and not reachable from outside. */
async function pages(): Promise<void> {
  process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
  process.env.__NEXT_PROCESSED_ENV = 'true'; // start.mjs has read .env already
  // A service manager signals all processes, but this one finishes its requests until main tells it to stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('uncaughtException', (error) => {
    log().fatal({ err: error }, 'unexpected failure of the pages, starting them again');
    process.exit(1);
  });

  if (!isDevelopment) sayInJson();
  let socket: string | null = null;
  process.once('disconnect', () => {
    if (socket) fs.rmSync(path.dirname(socket), { recursive: true, force: true });
    process.exit(1); // the main process was killed
  });
  const [order] = (await once(process, 'message')) as [ToPages];
  if (typeof order === 'string' || !('env' in order)) process.exit(0); // stopped before it began
  Object.assign(process.env, order.env);
  socket = order.socket;
  applyStored(order.stored);
  await serve(socket);
  process.send?.('listening' satisfies FromPages);

  const telling = setInterval(() => process.send?.(statsNow() satisfies FromPages), tellMs);
  await untilStop();
  clearInterval(telling);
  await closeDb();
  process.exit(0);
}

function sayInJson(): void {
  const lineAt =
    (level: 'error' | 'warn' | 'debug') =>
    (...said: unknown[]): void => {
      const err = said.find((part) => part instanceof Error);
      const text = err ? 'a package reports an error' : said.map(errorMessage).join(' ').slice(0, 500);
      log()[level]({ event: 'console', ...(err !== undefined && { err }) }, text);
    };
  Object.assign(globalThis.console, {
    error: lineAt('error'),
    warn: lineAt('warn'),
    log: lineAt('debug'),
    info: lineAt('debug'),
  });
}

const untilStop = () =>
  new Promise<void>((resolve) => {
    process.on('message', (order: ToPages) => (order === 'stop' ? resolve() : follow(order)));
  });

function follow(order: ToPages): void {
  if (order === 'drop') dropConnections();
  if (typeof order !== 'object') return;
  if ('timeFloor' in order) setTimeFloor(order.timeFloor);
  if ('clockOffset' in order) setClockOffset(order.clockOffset);
  if ('stored' in order) applyStored(order.stored);
}

function statsNow(): PagesStats {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed, connections: connectionCount(), counts: [...countsOfProcess()] };
}

async function serve(socket: string): Promise<void> {
  const { ROOT, HOST, PORT } = config();
  const app = next({ dev: isDevelopment, dir: ROOT, hostname: HOST, port: PORT });
  const handle = app.getRequestHandler();
  await app.prepare();
  // The front door checks time-outs and required headers.
  const patience = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, requireHostHeader: false };
  const server = createServer({ ...patience, maxHeaderSize: innerHeaderBytes }, (req, res) => {
    markOutages(req, res);
    handle(req, res).catch((error: unknown) => {
      log().error({ err: error }, 'request failed');
      res.destroy();
    });
  });
  if (isDevelopment) server.on('upgrade', app.getUpgradeHandler()); // hot reload
  // A socket that is bound but not listening looks like that of a dead process.
  const unopened = `${socket}.new`;
  await once(server.listen(unopened), 'listening');
  fs.renameSync(unopened, socket);
}

await pages();
