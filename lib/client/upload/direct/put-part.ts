type PartRequest = { url: string; headers: Record<string, string> };
type PutOptions = { signal: AbortSignal; progress: (sentBytes: number) => void };

/** A host that swallows packets answers nothing at all. */
const silentMs = 20_000;

/** By XMLHttpRequest, because fetch doesn't tell how far a body is. @returns false when the bucket doesn't take it */
export const putPart = (
  { url, headers }: PartRequest,
  body: Blob,
  { signal, progress }: PutOptions,
): Promise<boolean> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer = setTimeout(() => request.abort(), silentMs);
    const stillThere = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), silentMs);
    };
    const stop = () => request.abort();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      stillThere();
      progress(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(request.status === 200);
    };
    signal.addEventListener('abort', stop, { once: true });
    // A file would bring a type of its own, which no rule of the bucket has to allow.
    request.send(body.type ? new Blob([body]) : body);
  });
