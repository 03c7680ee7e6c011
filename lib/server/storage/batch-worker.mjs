// The thread that writes batches of large uploads, which come in shared memory.
import '../background.mjs';
import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ call, file, batch, position }) => {
  try {
    parentPort.postMessage({ call, answer: fs.writevSync(file, batch, position) });
  } catch ({ message, code, syscall }) {
    parentPort.postMessage({ call, error: { message, code, syscall } });
  }
});
