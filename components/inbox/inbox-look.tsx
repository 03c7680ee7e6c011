import type { CSSProperties, ReactNode } from 'react';
import { textOn } from '@/lib/domain/color';
import { InboxLogo } from './inbox-logo';

type InboxLookProps = { color: string | null; logo: string | null; children: ReactNode };

/** An inbox in its owner's colour, with their logo above it. */
export function InboxLook({ color, logo, children }: InboxLookProps) {
  return (
    <div style={color === null ? undefined : colorsOf(color)}>
      {(color !== null || logo !== null) && (
        <div className="mx-auto mb-6 flex w-full max-w-xl flex-col gap-5">
          {color !== null && <span className="h-1 rounded-full bg-action" />}
          {logo !== null && <InboxLogo data={logo} />}
        </div>
      )}
      {children}
    </div>
  );
}

/** What buttons are drawn with (app/globals.css). Under the pointer they turn away from their words, which stay readable. */
function colorsOf(color: string): CSSProperties {
  const text = textOn(color);
  const away = text === '#ffffff' ? 'black' : 'white';
  return {
    '--action': color,
    '--action-hover': `color-mix(in oklab, ${color} 86%, ${away})`,
    '--on-action': text,
  } as CSSProperties;
}
