import { isIP } from 'node:net';
import * as z from 'zod';

/** Addresses and networks (CIDR), separated by commas or spaces. */
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.every(isNetwork),
    'must be addresses or networks such as 127.0.0.1, 10.1.0.0/16 or fd00::/8, separated by commas',
  );

/** A network of everything would trust everybody, which nobody means. */
function isNetwork(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}
