const tones = { ink: 'bg-ink', live: 'bg-live', warn: 'bg-warn' } as const;

type MeterProps = {
  label: string;
  value: string;
  /** From 0 to 1; without it there is nothing to measure and no line. */
  fraction?: number;
  tone?: keyof typeof tones;
  /** The exact value, for those who point at it. */
  title?: string;
};

/** A term and its value over a hairline that shows how much of it is left or used. Stands in a `dl`. */
export function Meter({ label, value, fraction, tone = 'ink', title }: MeterProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium tabular-nums" title={title}>
        {value}
        {fraction !== undefined && (
          <span aria-hidden className="mt-2 block h-0.5 overflow-clip rounded-full bg-line">
            <span
              className={`block h-full origin-left rounded-full forced-colors:bg-[CanvasText] ${tones[tone]}`}
              style={{ transform: `scaleX(${Math.min(1, Math.max(0, fraction))})` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}
