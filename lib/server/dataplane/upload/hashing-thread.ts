import 'server-only';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { config } from '@/lib/server/config';
import type { Running } from './running-sha';

/** Plain JavaScript, so that the built server, the tests and `next dev` can all start it as it is. */
const script = 'lib/server/dataplane/upload/hash-worker.mjs';

type Call = { resolve: (answer: never) => void; reject: (error: unknown) => void };

let running: HashingThread | null = null;

/** The process's thread for checksums, started with the first big upload; one that died is followed by a new one. */
export function hashingThread(): HashingThread {
  running ??= new HashingThread(() => {
    running = null;
  });
  return running;
}

class HashingThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #lastSum = 0;
  #end: { reason: unknown } | null = null;

  constructor(onEnd: () => void) {
    this.#worker = new Worker(path.join(/* turbopackIgnore: true */ config().ROOT, script), { env: {} });
    this.#worker.unref();
    this.#worker.on('message', ({ call, answer }: { call: number; answer: never }) => {
      this.#calls.get(call)?.resolve(answer);
      this.#calls.delete(call);
    });
    // Who waits gets on without the sum: the file is read for it once it is complete.
    const end = (reason: unknown) => {
      onEnd();
      this.#end ??= { reason };
      for (const { reject } of this.#calls.values()) reject(reason);
      this.#calls.clear();
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', (code) => end(new Error(`The hashing thread ended (${code}).`)));
  }

  start(): Running {
    this.#lastSum++;
    const sum = this.#lastSum;
    return {
      update: (batch, crc32) => this.#call<number>({ sum, batch, crc32 }),
      digest: () => this.#call<string>({ sum }),
      drop: () => this.#worker.postMessage({ drop: sum }),
    };
  }

  #call<T>(request: object): Promise<T> {
    if (this.#end) return Promise.reject(this.#end.reason);
    this.#lastCall++;
    const call = this.#lastCall;
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#worker.postMessage({ call, ...request });
    });
  }
}
