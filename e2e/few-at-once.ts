/** Below the limit of parallel password hashing, and enough to keep the server busy. */
const maxParallel = 5;

export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
}
