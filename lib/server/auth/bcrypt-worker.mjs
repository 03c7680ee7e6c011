// Thread that computes bcrypt, for imported passwords.
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

parentPort.on('message', ({ call, hash, password }) => {
  try {
    parentPort.postMessage({ call, answer: bcrypt.compareSync(password, hash) });
  } catch ({ message }) {
    parentPort.postMessage({ call, error: { message } });
  }
});
