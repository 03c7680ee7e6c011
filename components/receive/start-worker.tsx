'use client';

import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

/** The part of us that takes what other apps share. Without it all works but that. */
const start = async () => navigator.serviceWorker?.register('/worker.js');

export function StartWorker() {
  useFetchAhead(start);
  return null;
}
