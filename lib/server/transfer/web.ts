import 'server-only';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { log } from '@/lib/server/log';
import type { ByteStream } from './messages';
import { targetOf } from './paths';
import { serve } from './serve';

/** The same transfer layer for the route files, which answer under `next dev`. */
export async function transfer(request: Request): Promise<Response> {
  const { method, headers } = request;
  const { pathname, search } = new URL(request.url);
  const asked = { method, url: pathname + search, headers, body: bodyOf(request) };
  const answer = await serve(asked, targetOf(pathname));
  const { body, ...init } = answer;
  return new Response(body === null || typeof body === 'string' ? body : streamOf(body), init);
}

function bodyOf(request: Request): Readable | null {
  if (!request.body) return null;
  const body = Readable.fromWeb(request.body as NodeStream);
  body.on('error', () => undefined); // a client that disconnects before anybody reads
  return body;
}

/** Copies each buffer, because a web stream keeps what it is given while the reader fills the next. */
function streamOf(body: ByteStream): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await body.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      } catch (error) {
        log().error({ err: error }, 'reading a file failed while it was sent');
        controller.error(error);
      }
    },
    cancel: async () => {
      await body.return();
    },
  });
}
