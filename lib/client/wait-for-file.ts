type FilePoll = { url: string; signal: AbortSignal; answer: (isThere: boolean) => void };

/** Parallel requests per page, kept low so that other requests go first. */
const maxParallel = 2;

const waiting: FilePoll[] = [];
let running = 0;

/**
 * Polls until a file that the server is generating exists (true) or can't be generated (false). Requests keep the order
 * of the page.
 */
export function waitForFile(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((answer) => {
    waiting.push({ url, signal, answer });
    void runPolls();
  });
}

async function runPolls(): Promise<void> {
  if (running >= maxParallel) return;
  running++;
  for (let poll = waiting.shift(); poll; poll = waiting.shift()) {
    const pauseMs = await pollFile(poll);
    if (pauseMs === null) continue;
    waiting.push(poll);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  running--;
}

async function pollFile({ url, signal, answer }: FilePoll): Promise<number | null> {
  if (signal.aborted) return null;
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
  const later = response?.headers.get('retry-after');
  if (!later) answer(response?.status === 200);
  return later ? (waiting.length > 0 ? 0 : Number(later) * 1_000) : null;
}
