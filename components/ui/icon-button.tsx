'use client';

import type { ComponentProps } from 'react';
import { iconButtonLook, type Tone } from './looks';

type Named = { label: string; tone?: Tone };

/** A button that is only an icon: its name is read aloud and shown as a tooltip. */
export function IconButton({ label, tone, ...props }: ComponentProps<'button'> & Named) {
  return (
    <button type="button" aria-label={label} title={label} className={iconButtonLook(tone)} {...props} />
  );
}

/** The icon is `children`; the name is text that only assistive technology sees. */
export function IconAnchor({ label, tone, children, ...props }: ComponentProps<'a'> & Named) {
  return (
    <a title={label} className={iconButtonLook(tone)} {...props}>
      {children}
      <span className="sr-only">{label}</span>
    </a>
  );
}
