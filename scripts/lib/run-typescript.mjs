// Runs a program of ours that is TypeScript, on the server's side of the code.
import { spawn } from 'node:child_process';
import { checkNode, readEnvFile } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { fail, root, step, tool } from './step.mjs';

/**
 * Ends this process with the program's own code. Signals are the program's to answer.
 * @param {string} file
 * @param {() => Promise<unknown>} [before] what the program needs beside the database client
 */
export async function runTypeScript(file, before = async () => {}) {
  checkNode();
  readEnvFile();
  await prepare().then(before).catch(fail);
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', file, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, SLIPWAY_ROOT: root, NEXT_TELEMETRY_DISABLED: '1' },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}

async function prepare() {
  await ensureInstalled();
  await step('Preparing the database client', ...tool('prisma', 'generate'));
}
