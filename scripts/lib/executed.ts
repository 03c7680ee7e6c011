// Measures which of our files and functions a request executes, from the front door to the row, by V8's coverage.
import fs from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createFrontDoor } from '@/lib/server/runtime/front-door';
import { prepare } from '@/lib/server/runtime/prepare';
import { apiClient, type MeasuredRequest, measuredRequests } from './measured-requests';

export type ExecutedFile = { file: string; functions: string[] };
type RouteHandler = (request: Request, args: { params: Promise<unknown> }) => Promise<Response>;

/** The JSON calls among the measured requests; Next itself, which would find their files, is not measured. */
const routes: [RegExp, () => Promise<{ POST: RouteHandler }>][] = [
  [/^\/api\/v2\/open\/auth\/login$/, () => import('@/app/api/v2/open/auth/login/route')],
  [/^\/api\/v2\/sec\/upload\/new$/, () => import('@/app/api/v2/sec/upload/new/route')],
  [
    /^\/api\/v2\/sec\/share\/(?<id>[^/]+)\/publish$/,
    () => import('@/app/api/v2/sec/share/[id]/publish/route'),
  ],
];

const root = path.resolve(import.meta.dirname, '../..');

/** Starts the sources on a database of their own and measures each request, after one like it that warms up. */
export async function executedByRequests(): Promise<Record<string, ExecutedFile[]>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-house-'));
  const admin = { account: 'measure', password: 'a password for measuring' };
  process.env.DATA_DIR = folder;
  process.env.ADMIN_LOGIN = admin.account;
  process.env.ADMIN_PASSWORD = admin.password;
  process.env.LOG_LEVEL = 'warn';
  const prepared = await prepare(() => undefined);
  const server = createFrontDoor(answerCall);
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const client = await apiClient(await listen(server), admin);
    const measured: Record<string, ExecutedFile[]> = {};
    for (const [name, begin] of Object.entries(measuredRequests(client)))
      measured[name] = await measure(session, begin);
    return measured;
  } finally {
    session.disconnect();
    server.close();
    server.closeAllConnections();
    await prepared.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Functions that also run while nothing is asked, such as a watch's, are left out. */
async function measure(session: Session, begin: MeasuredRequest): Promise<ExecutedFile[]> {
  await (await begin())();
  const send = await begin();
  await takeCounts(session);
  await pause();
  const idle = await takeCounts(session);
  await send();
  await pause();
  const counts = await takeCounts(session);
  const files = new Map<string, string[]>();
  for (const [key, { file, name }] of counts) {
    if (!idle.has(key)) files.set(file, [...(files.get(file) ?? []), name]);
  }
  return [...files]
    .map(([file, functions]) => ({ file, functions }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Long enough for what a request does after its answer. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1500));

type ExecutedFunction = { file: string; name: string };

/** Reads and resets V8's counts. `__name` is the compiler's own. */
async function takeCounts(session: Session): Promise<Map<string, ExecutedFunction>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = new Map<string, ExecutedFunction>();
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? path.relative(root, fileURLToPath(url)) : '';
    if (!/^(app|lib)\//.test(file) || file.includes('/generated/')) continue;
    const executed = functions.filter(
      ({ functionName, ranges }) => functionName !== '__name' && ranges[0]?.count,
    );
    for (const { functionName, ranges } of executed)
      counts.set(`${file}:${ranges[0]?.startOffset}`, { file, name: functionName || '(anonymous)' });
  }
  return counts;
}

async function answerCall(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  for (const [pattern, load] of routes) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const { POST } = await load();
    const request = new Request(`http://localhost${req.url}`, {
      method: 'POST',
      headers: Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: await buffer(req),
    });
    const answer = await POST(request, { params: Promise.resolve({ ...found.groups }) });
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    return;
  }
  res.writeHead(404).end();
}
