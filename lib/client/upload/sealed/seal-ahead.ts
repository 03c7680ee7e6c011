import type { SealedSource } from '@/lib/domain/sealed/seal';

type SealedSlice = SealedSource['slice'];

/** Seals the next slice while one is sent. A slice that can't be read is read again when it is wanted. */
export function sealAhead({ size, slice }: SealedSource): SealedSlice {
  let ahead: { range: string; bytes: ReturnType<SealedSlice> } | null = null;
  return async (start, end) => {
    const to = Math.min(end, size);
    const bytes = await (ahead?.range === `${start} ${to}` ? ahead.bytes : slice(start, to));
    const nextEnd = Math.min(size, to + (end - start));
    const next = to < nextEnd ? { range: `${to} ${nextEnd}`, bytes: slice(to, nextEnd) } : null;
    ahead = next;
    next?.bytes.catch(() => {
      if (ahead === next) ahead = null;
    });
    return bytes;
  };
}
