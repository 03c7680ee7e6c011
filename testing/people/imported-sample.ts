import fs from 'node:fs';
import path from 'node:path';
import { ServerProcess } from '../server/server-process';
import { onDatabase } from './account';

const root = path.resolve(import.meta.dirname, '../..');

const options: Record<string, { product: string; of: (folder: string) => string[] }> = {
  picoshare: { product: 'picoshare', of: (folder) => ['--from', `${folder}/data/store.db`] },
  psitransfer: {
    product: 'psitransfer',
    of: (folder) => ['--from', `${folder}/data`, '--config', `${folder}/psitransfer.env`],
  },
  plik: {
    product: 'plik',
    of: (folder) => ['--from', `${folder}/plik.db`, '--files', `${folder}/files`],
  },
  pingvin: { product: 'pingvin', of: (folder) => ['--from', `${folder}/data`] },
  'sharry-pg-db': { product: 'sharry', of: (folder) => ['--config', `${folder}/sharry.conf`] },
  'sharry-pg-fs': {
    product: 'sharry',
    of: (folder) => [
      '--config',
      `${folder}/sharry.conf`,
      '--files',
      `${folder}/store`,
      '--zone',
      'Europe/Berlin',
    ],
  },
};

export const sampleNames = Object.keys(options);

const folderOf = (name: string) => path.join(root, 'test/fixtures/import', name);

export const expectedOf = <Expected>(name: string): Expected =>
  JSON.parse(fs.readFileSync(path.join(folderOf(name), 'expect.json'), 'utf8'));

type ImportTarget = {
  dataDir: string;
  databaseUrl: string;
  /** Storage settings, where files are outside the sample's folder. */
  storage?: Record<string, string>;
};

/** Imports a sample while the server runs, as an operator does. Returns the command's output. */
export async function importSample(server: ImportTarget, name: string, owner: string): Promise<string> {
  const { product, of } = options[name] ?? { product: '', of: () => [] };
  const from = product === 'sharry' ? ['--from', await loadSharry(server, name)] : [];
  const run = new ServerProcess({
    command: [
      path.join(root, 'scripts/import.mjs'),
      product,
      ...of(folderOf(name)),
      ...from,
      ...['--owner', owner],
    ],
    cwd: path.dirname(server.dataDir),
    env: { ...server.storage, DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
  });
  const { code } = await run.exit;
  // Some of each sample can't come.
  if (code !== 1 || !run.output.includes(`Imported from ${product}`))
    throw new Error(`The import of ${name} ended with ${code}:\n${run.output}`);
  return run.output;
}

async function loadSharry(server: ImportTarget, name: string): Promise<string> {
  const database = name.replaceAll('-', '_');
  await onDatabase((client) => client.query(`CREATE DATABASE ${database}`), server.databaseUrl);
  const url = server.databaseUrl.replace('/slipway?', `/${database}?`);
  const sql = fs.readFileSync(path.join(folderOf(name), 'sharry.sql'), 'utf8');
  await onDatabase((client) => client.query(sql), url);
  return url;
}
