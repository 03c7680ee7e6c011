// The thread that stores small files: one message costs less than the dozen file system calls. Files that arrive
// meanwhile are stored together, so that a slow disk syncs many at once.
import fs from 'node:fs';
import path from 'node:path';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { freeNow } from '../../free-now.mjs';

parentPort.on('message', (first) => {
  const items = [first];
  for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort)) {
    items.push(next.message);
  }
  const failures = new Map();
  const each = (work) => doEach(items, failures, work);
  const files = new Map();
  each((item) => files.set(item, write(item)));
  each((item) => syncAndClose(files.get(item)));
  each(({ from, to }) => fs.renameSync(from, to));
  const synced = new Set();
  each(({ to }) => syncOnce(path.dirname(to), synced));
  freeNow(items.map(({ bytes }) => bytes));
  parentPort.postMessage(items.map(({ call }) => ({ call, ...failures.get(call) })));
});

function doEach(items, failures, work) {
  for (const item of items) {
    if (failures.has(item.call)) continue;
    try {
      work(item);
    } catch ({ message, code, errno, syscall }) {
      failures.set(item.call, { error: { message, code, errno, syscall } });
    }
  }
}

function write({ from, bytes }) {
  const file = fs.openSync(from, 'w', 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done);
    return file;
  } catch (error) {
    fs.closeSync(file);
    throw error;
  }
}

/** Closing can report lost bytes as well, on network disks. */
function syncAndClose(file) {
  try {
    fs.fdatasyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** A rename survives a power cut only once its folder is synced. */
function syncOnce(folder, synced) {
  if (synced.has(folder)) return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
    synced.add(folder);
  } finally {
    fs.closeSync(handle);
  }
}
