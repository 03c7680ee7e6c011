import 'server-only';
import * as z from 'zod';
import { headerNames } from '@/lib/contract/http/names';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { receiptHash } from '@/lib/server/services/delivery/insert';

/** As ids are made; a short one could be guessed. */
const Secret = z.string().regex(/^\w{20,100}$/);

/** What is kept of a visitor's secret, by which they may remove what they add to an album; null without a good one. */
export function addedBy(headers: RequestHeaders): string | null {
  const { data: secret } = Secret.safeParse(headers.get(headerNames.receipt));
  return secret ? receiptHash(secret) : null;
}
