/** `refused`: whoever asks may not listen, or no more. `silent`: nothing came for too long. */
export type EventsEnd = 'over' | 'refused' | 'silent';

type Terms = { stop: AbortController; silenceMs: number };

/** Reads a stream of server-sent events with JSON data, and says how it ended. Never rejects. */
export async function readEvents<T>(
  url: string,
  { stop, silenceMs }: Terms,
  onEvent: (data: T) => void,
): Promise<EventsEnd> {
  const silence = watchSilence(silenceMs, stop);
  try {
    const answer = await fetch(url, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: stop.signal,
    });
    if (!answer.ok || !answer.body) return refusals.includes(answer.status) ? 'refused' : 'over';
    const takeText = textReader(onEvent);
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      silence.putOff();
      takeText(part.value);
    }
    return 'over';
  } catch {
    return silence.isOver() ? 'silent' : 'over';
  } finally {
    silence.end();
  }
}

const refusals = [401, 403, 404];

function watchSilence(ms: number, stop: AbortController) {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const end = () => clearTimeout(timer);
  const putOff = () => {
    end();
    timer = setTimeout(() => {
      isOver = true;
      stop.abort();
    }, ms);
  };
  putOff();
  return { putOff, end, isOver: () => isOver };
}

const begin = 'data: ';

function textReader<T>(onEvent: (data: T) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let text = '';
  return (bytes) => {
    const events = (text + decoder.decode(bytes, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith(begin)) onEvent(JSON.parse(event.slice(begin.length)));
  };
}
