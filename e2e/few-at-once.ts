/** Few enough that passwords are hashed for all of them, and enough that the server is never idle. */
const few = 5;

/** Does the work for each item, some at a time: asked one by one, the server would wait for us half of the time. */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: few }, worker));
}
