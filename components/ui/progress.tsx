import { clsx } from 'clsx';

type Progress = {
  label: string;
  /** From 0 to 1. */
  value: number;
  tone?: 'accent' | 'danger' | 'idle';
};

const tones = {
  accent: 'bg-accent forced-colors:bg-[Highlight]',
  danger: 'bg-danger forced-colors:bg-[Mark]',
  idle: 'bg-faint forced-colors:bg-[GrayText]',
} as const;

/** A 2 px line for the lower edge of a positioned row. */
export function ProgressLine({ label, value, tone = 'accent' }: Progress) {
  return (
    <span
      role="progressbar"
      {...measured(label, value)}
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-clip"
    >
      <Filled value={value} tone={tone} />
    </span>
  );
}

/** A bar under its words: what, and how far. */
export function ProgressBar({ label, value, tone = 'accent', text }: Progress & { text: string }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div aria-hidden className="flex justify-between gap-4">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <span
        role="progressbar"
        {...measured(label, value)}
        aria-valuetext={text}
        className="h-1 overflow-clip rounded-full bg-line forced-colors:border"
      >
        <Filled value={value} tone={tone} />
      </span>
    </div>
  );
}

const measured = (label: string, value: number) => ({
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': Math.round(value * 100),
});

function Filled({ value, tone }: { value: number; tone: keyof typeof tones }) {
  return (
    <span
      className={clsx('block h-full origin-left transition-transform duration-180 ease-linear', tones[tone])}
      style={{ transform: `scaleX(${Math.min(1, Math.max(0, value))})` }}
    />
  );
}
