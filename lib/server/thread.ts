import 'server-only';
import path from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import { AppError } from '@/lib/contract/errors';
import { config } from '@/lib/server/config';

type Call = { resolve: (answer: never) => void; reject: (error: unknown) => void };
type Reply = { call: number; answer?: never; error?: { message: string } };

/**
 * A thread that answers calls, in whatever order, one or several in a message. Its script is plain JavaScript, so that
 * the built server, the tests and `next dev` can all start it as it is. It doesn't keep the process alive.
 */
export class Thread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  #lastCall = 0;
  #end: AppError | null = null;

  /**
   * @param onEnd it has died: calls that wait are refused with server.unavailable, and so are all later ones
   * @throws server.unavailable where the system has no thread to give
   */
  constructor(script: string, onEnd: () => void) {
    this.#worker = start(script);
    this.#worker.unref();
    this.#worker.on('message', (replies: Reply | Reply[]) => [replies].flat().forEach(this.#settle));
    const end = (reason: unknown) => {
      if (this.#end) return; // an error is followed by the exit
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

  /** Says something that has no answer. */
  tell(message: object): void {
    this.#worker.postMessage(message);
  }

  #settle = ({ call, answer, error }: Reply) => {
    const waiting = this.#calls.get(call);
    this.#calls.delete(call);
    // An error's own fields (code, syscall) don't come over by themselves.
    if (error) waiting?.reject(Object.assign(new Error(error.message), error));
    else waiting?.resolve(answer as never);
  };
}

/**
 * The process's thread for a script, started with the first call; one that died is followed by a new one.
 * @throws server.unavailable, from the function, where the system has no thread to give
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
