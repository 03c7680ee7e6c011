import * as z from 'zod';
import { isNetwork } from '@/lib/server/network-address';

/** Addresses and networks (CIDR), separated by commas or spaces. */
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.every(isNetwork),
    'must be addresses or networks such as 127.0.0.1, 10.1.0.0/16 or fd00::/8, separated by commas',
  );
