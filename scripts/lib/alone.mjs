// Lets one process at a time do a piece of work in this folder; another waits for it.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The owner touches its file this often; a file untouched for `staleMs` is abandoned. */
const touchMs = 500;
const staleMs = 3_000;

/** @template T @param {string} lock a file @param {() => Promise<T>} work @returns {Promise<T>} */
export async function alone(lock, work) {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let isTold = false; !take(lock); isTold = true) {
    if (!isTold) process.stdout.write('Waiting for another process that builds the same folder\n');
    await sleep(touchMs);
  }
  const touching = setInterval(() => fs.utimesSync(lock, new Date(), new Date()), touchMs);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    fs.rmSync(lock, { force: true });
  }
}

function take(lock) {
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > staleMs) fs.rmSync(lock, { force: true });
  try {
    fs.writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
