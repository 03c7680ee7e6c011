// The temporary folder of one run. What a stage leaves there, or running, is told; when the run has ended, however, all
// of it is gone.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What is kept from one start of a program to the next, and the bucket, which several stages ask. */
const expected =
  /^(tsx-\d+|node-compile-cache|v8-compile-cache.*|node-jiti|jiti|playwright-transform-cache-\d+|slipway-ceph-.*)$/;
const patienceMs = 3000; // for processes that are just ending

/**
 * Makes a folder and has this process and its children use it.
 * @returns {{ leftBy: (stage: string) => Promise<string[]> }} `leftBy` says in sentences what has come since last time
 */
export function takeTemporary() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-run-'));
  fs.chmodSync(folder, 0o1777); // root's tests run servers and PostgreSQL under other accounts
  watchEnd(folder);
  process.env.TMPDIR = folder;
  process.once('exit', () => clear(folder));
  const told = new Set();
  return {
    leftBy: async (stage) => {
      const names = leftIn(folder).filter((name) => !told.has(name));
      for (const name of names) told.add(name);
      const commands = await stillRunning(folder);
      return [
        ...(names.length > 0 ? [`${stage} left in the temporary folder: ${names.join(', ')}`] : []),
        ...(commands.length > 0 ? [`${stage} left running: ${commands.join(', ')}`] : []),
      ];
    },
  };
}

/** @param {string} folder @returns {string[]} what a run should have removed */
function leftIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => !expected.test(name))
    .toSorted();
}

/** Ends those that stayed, and returns their commands. */
async function stillRunning(folder) {
  const until = Date.now() + patienceMs;
  const stays = () => processesOf(folder).filter(({ environment }) => !environment.includes('slipway-ceph-'));
  while (stays().length > 0 && Date.now() < until) await delay(100);
  const left = stays();
  for (const { pid } of left) end(pid);
  return left.map(({ command }) => command);
}

/** Ends all that belongs to a run and removes its folder. @param {string} folder */
function clear(folder) {
  for (let tries = 100; tries > 0; tries -= 1) {
    const left = processesOf(folder);
    if (left.length === 0) break;
    for (const { pid } of left) end(pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // nothing else can wait while a process exits
  }
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** By Linux's own list, which no other system has: those that got the folder, or are at work in it. */
function processesOf(folder) {
  const pids = fs.existsSync('/proc/self/environ') ? fs.readdirSync('/proc').filter(Number) : [];
  return pids
    .filter((pid) => Number(pid) !== process.pid)
    .flatMap((pid) => {
      try {
        const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
        const cwd = fs.readlinkSync(`/proc/${pid}/cwd`); // PostgreSQL writes its state over its environment
        if (!environment.split('\0').includes(`TMPDIR=${folder}`) && !`${cwd}/`.startsWith(`${folder}/`))
          return [];
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command === '' ? [] : [{ pid: Number(pid), environment, command: command.slice(0, 120) }];
      } catch {
        return []; // has ended, or is somebody else's
      }
    });
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Also a run that is killed leaves nothing: its end closes the pipe that another process reads. */
function watchEnd(folder) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.unref();
}

const [, main, watched] = process.argv;
if (main === fileURLToPath(import.meta.url) && watched) {
  process.stdin.resume().on('end', () => clear(watched));
}
