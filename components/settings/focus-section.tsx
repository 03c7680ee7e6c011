'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import { type FocusPlace, findLanding, isFocusLost, placeOf } from '@/components/ui/focus-place';

const mostPlaces = 50;

/** Passes the focus on when what has it goes: to what led there, to the next row, or to the section's heading. */
export function FocusSection(props: ComponentProps<'section'>) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => (section.current ? keepFocus(section.current) : undefined), []);
  return <section {...props} ref={section} />;
}

function keepFocus(section: HTMLElement): () => void {
  let places: FocusPlace[] = [];
  let isInside = false;
  const note = ({ type, target }: Event) => {
    const control =
      target instanceof Element ? target.closest<HTMLElement>('a, button, input, select') : null;
    isInside = section.contains(control ?? (type === 'focusin' ? (target as Node) : null));
    if (isInside && control) places = [...places, placeOf(control)].slice(-mostPlaces);
  };
  const observer = new MutationObserver(() => {
    if (isInside && isFocusLost()) findLanding(places)?.focus();
  });
  observer.observe(section, { childList: true, subtree: true });
  // Not every browser gives the focus to a button that is pressed.
  const events = ['focusin', 'pointerdown'] as const;
  for (const event of events) document.addEventListener(event, note);
  return () => {
    observer.disconnect();
    for (const event of events) document.removeEventListener(event, note);
  };
}
