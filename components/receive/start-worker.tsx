'use client';

import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

const start = async () => navigator.serviceWorker?.register('/worker.js');

export function StartWorker() {
  useFetchAhead(start);
  return null;
}
