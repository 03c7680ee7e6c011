import fs from 'node:fs';
import { finishJourney, uploadAndPublish, visit } from './journey';
import type { Line, LineTools } from './line';
import { StartedServer } from './started';
import { until } from './until';

export const oneLine = (error: unknown): string =>
  String((error as Error).message ?? error).replaceAll(/\s*\n\s*/g, ' | ');

/**
 * Starts the product and runs the journey.
 * @returns what was seen
 * @throws the failure
 */
export async function tryLine(
  { refused, before, between, after, later, isNew, ...around }: Line,
  { mails, template }: LineTools,
): Promise<string> {
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'slipway@example.org' };
  const server = new StartedServer(around, env);
  try {
    if (!isNew && !around.databaseUrl && !refused) server.copy(await template());
    await before?.(server);
    if (refused) return await refusalOf(server, refused);
    await server.start();
    const published = await uploadAndPublish(server, mails);
    await visit(server, published);
    await server.stop();
    await between?.(server);
    await server.start(later);
    await visit(server, published);
    await finishJourney(server, published);
    return 'the whole path, twice started, the same instants';
  } finally {
    await server.stop();
    await after?.(server);
    await server.remove();
  }
}

async function refusalOf(server: StartedServer, words: string): Promise<string> {
  const said = await server.start().then(() => null, oneLine);
  if (said === null) throw new Error('It started.');
  if (!said.includes(words) || /\| at /.test(said)) throw new Error(said);
  return `refused: ${said}`;
}

/**
 * Creates the DATA_DIR of a first start.
 * @returns its server, to be removed at the end
 */
export async function makeTemplate(): Promise<StartedServer> {
  const server = new StartedServer({}, {});
  await server.start();
  await server.stop();
  // On a busy machine the database may outlive the product.
  const isRunning = () => fs.existsSync(`${server.dataDir}/postgres/data/postmaster.pid`);
  await until(() => !isRunning(), 'The database of the first start does not end.');
  return server;
}
