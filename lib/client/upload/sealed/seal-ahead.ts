import type { SealedSource } from '@/lib/domain/sealed/seal';

type SliceBlob = (start: number, end: number) => Promise<Blob>;

const pieceBytes = 4 * 1024 ** 2;

/**
 * Seals the next slice while one is sent. Pieces become blobs at once: browsers have these outside of the tab's memory.
 */
export function sealAhead({ size, slice }: SealedSource): SliceBlob {
  let ahead = new Map<string, Promise<Blob>>();

  /** Seals one piece after the other, and takes those that are sealed ahead. */
  function sealPieces(from: number, to: number): Map<string, Promise<Blob>> {
    const pieces = new Map<string, Promise<Blob>>();
    let before: Promise<unknown> = Promise.resolve();
    for (let start = from; start < to; start += pieceBytes) {
      const range = [start, Math.min(start + pieceBytes, to)] as const;
      const piece = ahead.get(`${range}`) ?? before.then(async () => new Blob([await slice(...range)]));
      piece.catch(() => ahead.delete(`${range}`)); // the next try reads again
      pieces.set(`${range}`, piece);
      before = piece;
    }
    return pieces;
  }

  return async (start, end) => {
    const pieces = sealPieces(start, Math.min(end, size));
    const blob = new Blob(await Promise.all(pieces.values()));
    ahead = sealPieces(end, Math.min(size, end + (end - start)));
    return blob;
  };
}
