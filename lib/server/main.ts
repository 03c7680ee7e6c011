import 'server-only';
import type { Server } from 'node:http';
import next from 'next';
import { type Answer, closeFrontDoor, createFrontDoor } from './boot/front-door';
import { AlreadyRunning } from './boot/instance-lock';
import { type Prepared, prepare } from './boot/prepare';
import { BadConfiguration, config } from './config';
import { startJobs } from './jobs/schedule';
import { log } from './log';

/** Requests in flight get this long after the signal; the whole stop has to fit into ten seconds. */
const graceMs = 7_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm start` after installing and building: prepares everything, serves until a signal, stops in order. */
export async function main(): Promise<void> {
  process.env.NEXT_MANUAL_SIG_HANDLE = 'true'; // the signals are ours: requests first, the database last
  let prepared: Prepared | undefined;
  try {
    prepared = await prepare(say);
    const server = createFrontDoor(await startApp());
    await listen(server);
    const stopJobs = startJobs();
    stopOnSignal(async () => {
      stopJobs();
      await closeFrontDoor(server, graceMs);
      await prepared?.stop();
    });
    greet(prepared);
  } catch (error) {
    await prepared?.stop();
    complain(error);
    if (prepared) introduceAdmin(prepared); // it exists now, and its password is told only once
    process.exit(1);
  }
}

async function startApp(): Promise<Answer> {
  const { ROOT, HOST, PORT } = config();
  const app = next({ dev: false, dir: ROOT, hostname: HOST, port: PORT });
  const handle = app.getRequestHandler();
  await app.prepare();
  return (req, res) => handle(req, res);
}

function listen(server: Server): Promise<void> {
  const { HOST, PORT } = config();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new BadConfiguration(`Port ${PORT} is taken. Set PORT to another.`)
          : error,
      ),
    );
    server.listen(PORT, HOST, resolve);
  });
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = async () => {
    if (stopping) process.exit(1); // asked twice: at once
    stopping = true;
    say('Stopping …');
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  process.on('uncaughtException', (error) => {
    log().fatal({ err: error }, 'unexpected failure, stopping');
    process.exit(1); // the next start recovers; going on with unknown state could not
  });
}

function greet(prepared: Prepared): void {
  const { APP_NAME, BASE_URL } = config();
  say(`\n  ${APP_NAME} is ready: ${BASE_URL}\n`);
  introduceAdmin(prepared);
}

function introduceAdmin({ admin }: Prepared): void {
  if (!admin) return;
  say(`  Login     ${admin.login}`);
  say(`  Password  ${config().ADMIN_PASSWORD ? '(as ADMIN_PASSWORD says)' : admin.password}\n`);
  say('  This password is shown once. Keep it, or change it in the settings.\n');
}

/** What an operator can mend is one sentence; anything else comes with its trace. */
function complain(error: unknown): void {
  const known = error instanceof BadConfiguration || error instanceof AlreadyRunning;
  process.stderr.write(
    `\n${known || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n\n`,
  );
}

await main();
