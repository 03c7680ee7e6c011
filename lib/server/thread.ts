import 'server-only';
import path from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import { AppError } from '@/lib/contract/errors';
import { config } from '@/lib/server/config';

type PendingCall = { resolve: (answer: never) => void; reject: (error: unknown) => void };
type ThreadReply = { call: number; answer?: never; error?: { message: string } };

/**
 * A worker that answers calls in any order. Runs plain JavaScript, which production, tests and `next dev` can all
 * load. Doesn't keep the process alive.
 */
export class Thread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  #lastCall = 0;
  #end: AppError | null = null;

  /**
   * @param onEnd runs when the thread dies; pending and later calls reject with server.unavailable
   * @throws server.unavailable when no thread can be started
   */
  constructor(script: string, onEnd: () => void) {
    this.#worker = start(script);
    this.#worker.unref();
    this.#worker.on('message', (replies: ThreadReply | ThreadReply[]) =>
      [replies].flat().forEach(this.#settle),
    );
    const end = (reason: unknown) => {
      if (this.#end) return; // the exit follows the error
      onEnd();
      this.#end = new AppError('server.unavailable', {}, { cause: reason });
      for (const { reject } of this.#calls.values()) reject(this.#end);
      this.#calls.clear();
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', (code) => end(new Error(`The thread of ${script} ended (${code}).`)));
  }

  call<T>(request: object, moved: Transferable[] = []): Promise<T> {
    if (this.#end) return Promise.reject(this.#end);
    this.#lastCall++;
    const call = this.#lastCall;
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(call, { resolve, reject });
      this.#worker.postMessage({ call, ...request }, moved);
    });
  }

  post(message: object): void {
    this.#worker.postMessage(message);
  }

  #settle = ({ call, answer, error }: ThreadReply) => {
    const pending = this.#calls.get(call);
    this.#calls.delete(call);
    // Errors lose their fields (code, syscall) in messages.
    if (error) pending?.reject(Object.assign(new Error(error.message), error));
    else pending?.resolve(answer as never);
  };
}

/**
 * Returns the process's thread for a script. Starts it at the first call, and again after it died.
 * @throws server.unavailable from the returned function
 */
export function lazyThread(script: string): () => Thread {
  let running: Thread | null = null;
  return () => {
    running ??= new Thread(script, () => {
      running = null;
    });
    return running;
  };
}

function start(script: string): Worker {
  try {
    return new Worker(path.join(/* turbopackIgnore: true */ config().ROOT, script), {
      env: {},
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
  } catch (cause) {
    throw new AppError('server.unavailable', {}, { cause });
  }
}
