import type { Instrumentation } from 'next';
import { noteFailure } from '@/lib/server/runtime/pages/note-failure';

/** Called by the framework with whatever a page throws while it is drawn. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }) =>
  noteFailure(error, headers);
