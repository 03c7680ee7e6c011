// Runs programs of ours that are TypeScript, on the server's side of the code.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { builtNow } from './build.mjs';
import { checkNode, readEnvFile } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { fail, root, step, tool } from './step.mjs';

/**
 * Runs an operator's tool from its build, or from source when there is no current build. Never rebuilds a
 * running installation.
 * @param {string} name
 */
export async function runTool(name) {
  checkNode();
  readEnvFile();
  checkOwner();
  if (!builtNow()) return spawnTypeScript(`scripts/${name}.ts`, () => prepare());
  Object.assign(process.env, { SLIPWAY_ROOT: root, SLIPWAY_VERSION: version() });
  await import(`../../dist/${name}.mjs`);
}

/** Files that root leaves in another account's folder would be unusable, and uploads would end with 503. */
function checkOwner() {
  const dir = path.resolve(process.env.DATA_DIR || 'data');
  const owner = fs.statSync(dir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  process.stderr.write(
    `\n${dir} belongs to the account with uid ${owner}. Run this as that account: docs/operate/systemd.md, "Run tools".\n`,
  );
  process.exit(2);
}

/**
 * Runs a developer's program, with the tools that tests and checks need.
 * @param {string} file
 * @param {() => Promise<unknown>} [before] extra preparation besides the database client
 */
export async function runTypeScript(file, before = async () => {}) {
  checkNode();
  readEnvFile();
  await spawnTypeScript(file, () => prepare({ withTools: true }).then(before));
}

/**
 * Runs a program that has nothing to do with an installation here, so `.env` isn't read.
 * @param {string} file
 */
export async function runApart(file) {
  checkNode();
  await spawnTypeScript(file, () => prepare({ withTools: true }));
}

/** Ends this process with the program's exit code and leaves signals to the program. */
async function spawnTypeScript(file, before) {
  await before().catch(fail);
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', file, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        INIT_CWD: process.cwd(),
        ...process.env,
        SLIPWAY_ROOT: root,
        SLIPWAY_VERSION: version(),
        NEXT_TELEMETRY_DISABLED: '1',
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

async function prepare(options) {
  await ensureInstalled(options);
  if (!isGenerated()) await step('Preparing the database client', ...tool('prisma', 'generate'));
}

function isGenerated() {
  const [client, schema] = ['lib/server/db/generated/client.ts', 'prisma/schema.prisma'].map(
    (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return client >= schema;
}

const version = () => JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version;
