// Downloads 100,000 files and more than 4 GiB as a ZIP file, tested by unzip and Python. Interrupted twenty times and
// resumed with `curl -C -`, it has to be the same. Run: npm run test:long. Needs unzip, python3, curl and sparse
// files; takes a few minutes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brokenDownload } from '@/testing/people/broken-download';
import { TestServer } from '@/testing/server/test-server';
import { saveArchive, signedIn, sparseShare, zipPath } from './sparse-share';

const GiB = 1024 ** 3;
const count = 100_000;
const breaks = 20;

const say = (line: string) => process.stdout.write(`${line}\n`);
const output = { encoding: 'utf8', maxBuffer: GiB } as const;

const server = await (await TestServer.make({ env: { MAX_SIZE: '100G' } })).start();
try {
  await run();
} finally {
  await server.remove();
}

async function run(): Promise<void> {
  const headers = await signedIn(server);
  const sizes = Array.from({ length: count }, (_, n) => (n === 500 ? 4 * GiB + 9 : n % 1000));
  const id = await sparseShare(server, headers, sizes);
  const { file, sizeBytes, firstByteMs } = await saveArchive(server, headers, id, 'whole.zip');
  say(`${count} files, ${sizeBytes} bytes; the first one after ${firstByteMs.toFixed(0)} ms`);

  if (!execFileSync('unzip', ['-tq', file], output).includes('No errors'))
    throw new Error('unzip finds errors.');
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.infolist()), z.testzip())';
  const found = execFileSync('python3', ['-c', script, file], output).trim();
  say(`unzip finds no errors; python finds: ${found}`);
  if (found !== `${count} None`) throw new Error('Python finds something else.');

  const to = path.join(server.dataDir, 'resumed.zip');
  const runs = await brokenDownload({ port: server.port, path: zipPath(id), headers, sizeBytes, to }, breaks);
  execFileSync('cmp', [file, to]);
  say(`resumed ${runs - 1} times: the same ${fs.statSync(to).size} bytes`);
}
