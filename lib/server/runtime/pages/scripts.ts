import 'server-only';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';
import mime from 'mime';
import { log } from '@/lib/server/log';
import { presentTime } from '@/lib/server/present-time';
import type { Handler } from '../front-door';
import { pathOf } from '../routes';
import { accepts } from './accepts';

/** Pages that an earlier version drew may be open for this long without a script of it missing. */
const keptMs = 30 * 24 * 3_600_000;

const prefix = '/_next/static/';
const scriptName = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * Answers with the Brotli copies of scripts, and with scripts of earlier versions, which DATA_DIR keeps, where this
 * version has none of that name. A name tells the content. The pages have the rest.
 */
export function withScripts(app: Handler, root: string, dataDir: string): Handler {
  const own = path.join(root, '.next/static');
  const kept = path.join(dataDir, 'scripts');
  const names = new Set(filesIn(own));
  try {
    keepScripts(own, kept);
  } catch (error) {
    log().warn({ err: error }, 'the scripts of this version could not be kept for the next one');
  }
  return async (req, res) => {
    const url = pathOf(req.url);
    const name = url.startsWith(prefix) ? url.slice(prefix.length) : '';
    if (!scriptName.test(name)) return app(req, res);
    const isOwn = names.has(name);
    const found =
      (accepts(req, 'br') && (await scriptAt(path.join(isOwn ? own : kept, name), 'br'))) ||
      (!isOwn && (await scriptAt(path.join(kept, name))));
    return found ? send(found, req, res) : app(req, res);
  };
}

type Script = { file: string; type: string; size: number; encoding: 'br' | null };

async function scriptAt(plain: string, encoding: Script['encoding'] = null): Promise<Script | null> {
  const file = encoding ? `${plain}.${encoding}` : plain;
  const found = await fs.promises.stat(file).catch(() => null);
  const type = mime.getType(plain) ?? 'application/octet-stream';
  return found?.isFile() ? { file, type, size: found.size, encoding } : null;
}

function send(
  { file, type, size, encoding }: Script,
  { method }: IncomingMessage,
  res: ServerResponse,
): void {
  res.writeHead(200, {
    'content-type': type,
    'content-length': size,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
  });
  if (method === 'HEAD') res.end();
  else pipeline(fs.createReadStream(file), res, () => undefined); // a client that is gone needs no answer
}

/** Adds this version's scripts and removes those that no start has had for a while. */
function keepScripts(own: string, kept: string): void {
  const now = presentTime();
  for (const name of filesIn(own)) {
    const file = path.join(kept, name);
    const draft = `${file}.${process.pid}`;
    if (!fs.existsSync(file)) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.copyFileSync(path.join(own, name), draft);
      fs.renameSync(draft, file);
    }
    fs.utimesSync(file, now, now);
  }
  for (const name of filesIn(kept)) {
    const file = path.join(kept, name);
    if (fs.statSync(file).mtimeMs < now.getTime() - keptMs) fs.rmSync(file, { force: true });
  }
}

function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
