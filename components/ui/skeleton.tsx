/** Stays invisible at first, so that quick answers don't flicker. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="animate-late divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <div key={row} aria-hidden className="flex h-14 items-center gap-4 px-2">
          <Skeleton width={`${28 + ((row * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}

export function Skeleton({ width }: { width: string }) {
  return (
    <span
      aria-hidden
      className="block h-3 animate-pulse rounded-full bg-line motion-reduce:animate-none"
      style={{ width }}
    />
  );
}
