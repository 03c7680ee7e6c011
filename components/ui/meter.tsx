import { clsx } from 'clsx';
import { PencilIcon } from 'lucide-react';

const tones = { ink: 'bg-ink', live: 'bg-live', warn: 'bg-warn' } as const;

type MeterProps = {
  label: string;
  value: string;
  /** From 0 to 1; without it no bar is drawn. */
  fraction?: number;
  tone?: keyof typeof tones;
  title?: string;
  edit?: { label: string; onEdit: () => void } | undefined;
};

const editableLook =
  '-mx-2 rounded-control px-2 py-1 -my-1 transition-colors duration-100 hover:bg-hover [&_svg]:opacity-0 [&:hover_svg]:opacity-100 [&:focus-within_svg]:opacity-100 pointer-coarse:[&_svg]:opacity-100';

/** Belongs in a `dl`. */
export function Meter({ label, value, fraction, tone = 'ink', title, edit }: MeterProps) {
  return (
    <div className={clsx('relative min-w-0', edit && editableLook)}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium tabular-nums" title={title}>
        {value}
        {edit && <EditButton {...edit} />}
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

/** Its pencil stands beside the label where it can’t hide, so that it breaks no value. */
function EditButton({ label, onEdit }: { label: string; onEdit: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onEdit}
      className="ml-1.5 align-baseline pointer-coarse:ml-0 text-faint after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      <PencilIcon
        aria-hidden
        className="inline size-3 pointer-coarse:absolute pointer-coarse:top-1.5 pointer-coarse:right-2 transition-opacity duration-100"
      />
    </button>
  );
}
