type ProgressProps = { label: string; percent: number };

/** A 2 px line that grows by transform, so that thousands of steps cost no layout. */
export function Progress({ label, percent }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-0.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full w-full origin-left bg-accent transition-transform duration-200 ease-linear motion-reduce:transition-none"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
