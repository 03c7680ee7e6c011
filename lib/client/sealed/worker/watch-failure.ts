import { UnsealError } from '@/lib/domain/sealed/unseal';
import type { UnsavedReason } from './worker-share';

/** The same answer. A browser that saves it drops the file when it breaks, and says no reason. */
export function watchFailure(response: Response, onFailure: (failure: UnsavedReason) => void): Response {
  const { status, headers } = response;
  if (!response.ok) onFailure('stopped');
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        try {
          const { value, done } = await reader.read();
          if (done) out.close();
          else out.enqueue(value);
        } catch (error) {
          onFailure(failureOf(error));
          out.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

export const failureOf = (error: unknown): UnsavedReason =>
  error instanceof UnsealError ? 'damaged' : 'stopped';
