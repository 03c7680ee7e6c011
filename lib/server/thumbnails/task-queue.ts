import 'server-only';

type QueuedTask = { work: () => Promise<void>; done: Promise<void>; settle: () => void };

/**
 * Runs tasks one at a time: requested ones first, the latest before others because it is on screen, then background
 * ones in order. Beyond the limits the oldest is dropped, and the browser requests it again.
 */
export function createTaskQueue(limits: { requested: number; background: number }) {
  const requested = new Map<string, QueuedTask>();
  const background = new Map<string, QueuedTask>();
  let current: { key: string; task: QueuedTask } | null = null;
  let isStopped = false;

  const next = (): [string, QueuedTask] | undefined =>
    [...requested].at(-1) ?? background.entries().next().value;

  const run = async (): Promise<void> => {
    if (current) return;
    for (let one = next(); one && !isStopped; one = next()) {
      const [key, task] = one;
      current = { key, task };
      requested.delete(key);
      background.delete(key);
      await task.work().catch(() => undefined); // it reports its own failure
      task.settle();
      current = null;
    }
  };

  const add = (to: Map<string, QueuedTask>, limit: number, key: string, task: QueuedTask): void => {
    to.delete(key);
    to.set(key, task);
    const [[oldest, dropped] = []] = to;
    if (to.size <= limit || oldest === undefined) return;
    to.delete(oldest);
    dropped?.settle();
  };

  const find = (key: string): QueuedTask | undefined =>
    current?.key === key ? current.task : (requested.get(key) ?? background.get(key));

  return {
    /** Resolves when the task is done or dropped. Never rejects. */
    request: (key: string, work: () => Promise<void>): Promise<void> => {
      const task = find(key) ?? newTask(work);
      if (current?.task !== task) {
        background.delete(key);
        add(requested, limits.requested, key, task);
        void run();
      }
      return task.done;
    },
    enqueue: (key: string, work: () => Promise<void>): void => {
      if (isStopped || find(key)) return;
      add(background, limits.background, key, newTask(work));
      void run();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await current?.task.done;
    },
  };
}

function newTask(work: () => Promise<void>): QueuedTask {
  let settle: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { work, done, settle };
}
