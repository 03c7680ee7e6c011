type Question = { url: string; signal: AbortSignal; answer: (isThere: boolean) => void };

/** A page asks about so many at a time: what else it asks for goes first. */
const lanes = 2;

const waiting: Question[] = [];
let running = 0;

/**
 * Resolves once something that the server is still making is there, true, or can't be made, false. What is asked for
 * comes one after the other, in the order of the page.
 */
export function whenThere(url: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((answer) => {
    waiting.push({ url, signal, answer });
    void work();
  });
}

async function work(): Promise<void> {
  if (running >= lanes) return;
  running++;
  for (let question = waiting.shift(); question; question = waiting.shift()) {
    const pauseMs = await ask(question);
    if (pauseMs === null) continue;
    waiting.push(question);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  running--;
}

/** @returns how long to wait before it is asked again; null when it has been answered */
async function ask({ url, signal, answer }: Question): Promise<number | null> {
  if (signal.aborted) return null;
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
  const later = response?.headers.get('retry-after');
  if (!later) answer(response?.status === 200);
  return later ? (waiting.length > 0 ? 0 : Number(later) * 1_000) : null;
}
