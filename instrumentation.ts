import type { Instrumentation } from 'next';
import { logPageFailure } from '@/lib/server/runtime/pages/messages';

/** Called by the framework with whatever a page throws while it is drawn. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }) =>
  logPageFailure(error, headers);
