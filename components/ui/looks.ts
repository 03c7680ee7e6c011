import { clsx } from 'clsx';

/** Looks that several controls share. */

export const focusRing = 'outline-2 outline-offset-2 outline-transparent focus-visible:outline-accent';

const press =
  'transition-[background-color,scale] duration-100 active:scale-[0.98] motion-reduce:active:scale-100';

export const tones = {
  primary: 'bg-ink text-canvas hover:bg-ink/88',
  quiet: 'bg-raised text-ink shadow-xs ring-1 ring-line hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger-solid text-white hover:bg-danger-solid/90',
} as const;

export type Tone = keyof typeof tones;

const disabled =
  'disabled:pointer-events-none disabled:opacity-45 data-disabled:pointer-events-none data-disabled:opacity-45';

export const buttonLook = (tone: Tone) =>
  clsx(
    'inline-flex h-9 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control px-3.5 text-sm font-medium whitespace-nowrap',
    'pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0',
    press,
    focusRing,
    disabled,
    tones[tone],
  );

export const iconButtonLook = (tone: Tone = 'ghost') =>
  clsx(
    'inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-control pointer-coarse:size-11 [&_svg]:size-4',
    press,
    focusRing,
    disabled,
    tones[tone],
  );

/** Text inputs, selects and text areas; an invalid one says so by more than colour (see field-shell). */
export const controlLook = clsx(
  'w-full rounded-control bg-raised px-3 text-sm text-ink ring-1 ring-line outline-none placeholder:text-muted',
  'focus-visible:ring-2 focus-visible:ring-accent aria-invalid:ring-danger disabled:opacity-60',
);
