import type { Instrumentation } from 'next';

/** Called by the framework with whatever a page throws while it is drawn. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }) => {
  // In exactly these words, which let Next leave the server's code out of what it compiles for the Edge.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logPageFailure } = await import('@/lib/server/runtime/pages/messages');
    logPageFailure(error, headers);
  }
};
