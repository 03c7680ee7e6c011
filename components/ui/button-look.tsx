import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Spinner } from './spinner';

const tones = {
  primary: 'border-transparent bg-action text-on-action hover:bg-action-hover',
  quiet: 'border-line bg-raised text-ink shadow-xs hover:bg-hover',
  ghost: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-danger-solid text-white hover:bg-danger-solid/90',
} as const;

/** Wide letter spacing can make a long word wider than the narrowest window, so the text wraps there. */
const narrow = 'max-[340px]:h-auto max-[340px]:max-w-full max-[340px]:py-1 max-[340px]:whitespace-normal';

const sizes = {
  md: 'h-9 px-3.5 text-sm pointer-coarse:h-11 max-[340px]:min-h-9 max-[340px]:pointer-coarse:min-h-11',
  lg: 'h-11 px-5 text-base max-[340px]:min-h-11',
  icon: 'size-9 text-sm pointer-coarse:size-11',
} as const;

export type ButtonLook = { tone?: keyof typeof tones; size?: keyof typeof sizes };
export type Unstyled<T> = Omit<T, 'className' | 'style'>;

export const buttonLook = ({ tone = 'primary', size = 'md' }: ButtonLook) =>
  clsx(
    'group/button relative inline-flex shrink-0 items-center justify-center rounded-control border font-medium whitespace-nowrap select-none print:hidden',
    'transition-[background-color,color,scale] duration-100 active:scale-[0.98] motion-reduce:active:scale-100',
    'data-disabled:pointer-events-none data-disabled:opacity-45 data-pending:opacity-100 [&_svg]:size-4 [&_svg]:shrink-0',
    tones[tone],
    sizes[size],
    size !== 'icon' && narrow,
  );

export function ButtonContent({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <>
      <span
        className={clsx(
          'inline-flex items-center gap-2 transition-opacity',
          pending && 'opacity-30 delay-400',
        )}
      >
        {children}
      </span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </>
  );
}
