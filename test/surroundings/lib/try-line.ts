import fs from 'node:fs';
import { bring, endOf, visit } from './journey';
import type { Aids, Line } from './line';
import { Started } from './started';
import { until } from './until';

/** An error's words on one line. */
export const oneLine = (error: unknown): string =>
  String((error as Error).message ?? error).replaceAll(/\s*\n\s*/g, ' | ');

/** Starts the product as the line says and walks the path. @returns what was seen. @throws what failed */
export async function tryLine(
  { refused, before, between, after, later, isNew, ...around }: Line,
  { mails, template }: Aids,
): Promise<string> {
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'slipway@example.org' };
  const server = new Started(around, env);
  try {
    if (!isNew && !around.databaseUrl && !refused) server.copy(await template());
    await before?.(server);
    if (refused) return await refusalOf(server, refused);
    await server.start();
    const published = await bring(server, mails);
    await visit(server, published);
    await server.stop();
    await between?.(server);
    await server.start(later);
    await visit(server, published);
    await endOf(server, published);
    return 'the whole path, twice started, the same instants';
  } finally {
    await server.stop();
    await after?.(server);
    await server.remove();
  }
}

/** One sentence for the operator and no trace of ours. */
async function refusalOf(server: Started, words: string): Promise<string> {
  const said = await server.start().then(() => null, oneLine);
  if (said === null) throw new Error('It started.');
  if (!said.includes(words) || /\| at /.test(said)) throw new Error(said);
  return `refused: ${said}`;
}

/** A DATA_DIR as a first start leaves it. @returns the server that has it, to be removed at the end */
export async function makeTemplate(): Promise<Started> {
  const server = new Started({}, {});
  await server.start();
  await server.stop();
  // On a busy machine the database may end after the product, which doesn't wait for ever.
  const isRunning = () => fs.existsSync(`${server.dataDir}/postgres/data/postmaster.pid`);
  await until(() => !isRunning(), 'The database of the first start does not end.');
  return server;
}
