// The thread that writes buffers of large uploads from shared memory.
import '../../background.mjs';
import fs from 'node:fs';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ call, file, chunks, position }) => {
  const began = performance.now();
  try {
    const taken = fs.writevSync(file, chunks, position);
    parentPort.postMessage({ call, answer: { taken, ms: performance.now() - began } });
  } catch ({ message, code, errno, syscall }) {
    parentPort.postMessage({ call, error: { message, code, errno, syscall } });
  }
});
