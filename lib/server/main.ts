import 'server-only';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { record } from '@/lib/server/journal/record';
import { BadConfiguration, config, operatorMessage, parseConfig } from './config';
import { systemContext } from './container';
import { watchDatabase } from './db/watch';
import { startJobs } from './jobs/schedule';
import { log } from './log';
import { runJobSoon } from './run-job-soon';
import { closeFrontDoor, createFrontDoor } from './runtime/front-door';
import { databaseListeners, frontDoorOptions, type NodeParts } from './runtime/node';
import { firstPages } from './runtime/pages/first-page';
import { type Pages, type StartingPages, startPages } from './runtime/pages/pages';
import { passOnTo } from './runtime/pages/pass-on';
import { withScripts } from './runtime/pages/scripts';
import { endPrograms } from './runtime/postgres/programs';
import { type PreparedNode, prepare } from './runtime/prepare';
import { checkSurroundings } from './runtime/surroundings';
import { markFirstAdminAnnounced } from './services/account/first-admin';
import { timeFloorOf } from './services/clock/clock';
import { followSettings } from './services/server-settings/stored';
import { enableMakingAhead, stopMaking } from './services/thumbnail/make';
import { finishDownloadRecords } from './transfer/download/record-download';

/** For requests after the signal, and then for the database: ten seconds in all. */
const graceMs = 6_000;
const databaseMs = 1_800;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type StartedNode = { prepared: PreparedNode; pages: Pages };

/**
 * Entry point of `npm start`. This process owns the port and transfers files; pages and JSON calls run in another, so
 * that neither slows the other.
 */
async function main(): Promise<void> {
  const stopping = onSignal();
  let starting: StartingPages | undefined;
  const endStart = () => Promise.race([Promise.all([starting?.end(), endPrograms()]), sleep(graceMs)]);
  try {
    checkSurroundings(process.env);
    let prepared: PreparedNode | undefined;
    const node: NodeParts = { isStopping: false, app: null, watch: null, pages: null };
    void stopping.then(() => {
      node.isStopping = true;
    });
    const server = createFrontDoor(
      async (req, res) => node.app?.(req, res),
      frontDoorOptions(node, () => prepared),
    );
    const start = async (): Promise<StartedNode> => {
      await listen(server);
      starting = startPages(parseConfig(process.env).ROOT, (how) =>
        say(`The process of the pages ended (${how}) and is started again.`),
      );
      prepared = await prepare(say);
      return { prepared, pages: await starting.open(process.env) };
    };
    const started = await Promise.race([start(), stopping]);
    if (started) await serve(server, node, started, stopping);
    else await endStart();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`\n${operatorMessage(error)}\n\n`);
    await endStart();
    process.exit(1);
  }
}

async function serve(
  server: Server,
  node: NodeParts,
  { prepared, pages }: StartedNode,
  stopping: Promise<void>,
): Promise<void> {
  node.watch = watchDatabase(config().DATABASE_URL ?? '', databaseListeners(node));
  node.pages = pages;
  node.app = withScripts(passOnTo(pages, firstPages(config().ROOT)), config().ROOT, config().DATA_DIR);
  followSettings(system, (stored) => {
    pages.setStored(stored);
    runJobSoon(system(), 'send notices'); // mails may wait for a mail server
  });
  const stopJobs = startJobs((reading) => pages.setTimeFloor(timeFloorOf(reading)));
  enableMakingAhead();
  await record(system(), { event: 'system.start', details: { version: config().VERSION } });
  await printReady(prepared);

  await stopping;
  say('Stopping …');
  if (config().STOP_DELAY > 0) await sleep(Math.min(config().STOP_DELAY, 2 ** 31 - 1));
  const jobsOver = stopJobs();
  await closeFrontDoor(server, graceMs);
  await pages.stop();
  const noted = record(system(), { event: 'system.stop' });
  const work = Promise.all([noted, jobsOver, stopMaking(), finishDownloadRecords()]);
  await Promise.race([work, sleep(databaseMs)]); // an interrupted job runs again
  node.watch.stop();
  await Promise.race([prepared.stop(), sleep(databaseMs)]);
}

const system = () => systemContext();

/** Opens the port first, so that a taken one is found early and callers are told to wait. */
async function listen(server: Server): Promise<void> {
  const { HOST, PORT } = parseConfig(process.env);
  try {
    server.listen(PORT, HOST);
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new BadConfiguration(`Port ${PORT} is taken. Set PORT to another.`);
    if (code === 'EACCES') {
      throw new BadConfiguration(`PORT is "${PORT}" but this account may only use ports from 1024 on.`);
    }
    throw new BadConfiguration(`HOST is "${HOST}" but must be an address of this machine (${message}).`);
  }
}

function onSignal(): Promise<void> {
  process.on('uncaughtException', (error) => {
    log().fatal({ err: error }, 'unexpected failure, stopping');
    process.exit(1); // the next start recovers, but an unknown state would not
  });
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const before = process.listeners(signal); // those of start.mjs, which go once there is another
      process.on(signal, stop);
      for (const listener of before) process.removeListener(signal, listener);
    }
  });
}

async function printReady({ admin }: PreparedNode): Promise<void> {
  const { APP_NAME, BASE_URL, ADMIN_PASSWORD } = config();
  const ready = `\n  ${APP_NAME} is ready: ${BASE_URL}\n`;
  if (!admin) return say(ready);
  const isGiven = ADMIN_PASSWORD !== undefined;
  say(`${ready}
  Login     ${admin.login}
  Password  ${isGiven ? '(as ADMIN_PASSWORD says)' : admin.password}
${isGiven ? '' : '\n  This password is shown once. Keep it, or change it in the settings.\n'}`);
  await markFirstAdminAnnounced(system());
}

await main();
