import { UnsealError } from '@/lib/domain/sealed/unseal';
import type { UnsavedReason } from './worker-share';

type TellEnd = (failure: UnsavedReason | null) => void;

/**
 * The same answer. A browser that saves it drops the file when it breaks, and says no reason.
 * @param onPart called for each part that the browser takes
 */
export function watchEnd(response: Response, onEnd: TellEnd, onPart: () => void): Response {
  const { status, headers } = response;
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) {
    onEnd(response.ok ? null : 'stopped');
    return response;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        try {
          const { value, done } = await reader.read();
          onPart();
          if (!done) return out.enqueue(value);
          out.close();
          onEnd(null);
        } catch (error) {
          onEnd(failureOf(error));
          out.error(error);
        }
      },
      cancel(reason) {
        onEnd(null);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

export const failureOf = (error: unknown): UnsavedReason =>
  error instanceof UnsealError ? 'damaged' : 'stopped';
