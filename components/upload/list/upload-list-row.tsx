import { CheckIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export const rowHeight = 48;

export type RowPosition = { depth: number; position: number; count: number };

type UploadListRowProps = RowPosition & {
  icon?: ReactNode;
  name: ReactNode;
  meta: ReactNode;
  actions: ReactNode;
  /** From 0 to 1; null draws no line. */
  progress: number | null;
};

export function UploadListRow({
  depth,
  position,
  count,
  icon,
  name,
  meta,
  actions,
  progress,
}: UploadListRowProps) {
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      style={{ height: rowHeight, paddingLeft: 20 + Math.min(depth, 6) * 22 }}
      className="relative flex items-center gap-3 border-t border-line pr-3 text-sm"
    >
      {icon}
      {name}
      <span className="ml-auto shrink-0 text-right text-xs text-muted tabular-nums">{meta}</span>
      <span className="flex shrink-0 items-center">{actions}</span>
      {progress !== null && <ProgressLine value={progress} />}
    </li>
  );
}

export function ArrivedMark({ label }: { label: string }) {
  return (
    <span className="grid size-9 place-items-center pointer-coarse:size-11">
      <CheckIcon role="img" aria-label={label} className="size-4 text-live" />
    </span>
  );
}

function ProgressLine({ value }: { value: number }) {
  return (
    <span
      aria-hidden
      style={{ transform: `scaleX(${value})` }}
      className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform duration-150 ease-linear motion-reduce:transition-none"
    />
  );
}
