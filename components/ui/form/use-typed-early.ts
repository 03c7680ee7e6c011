import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * A ref for a controlled text field: it is told what was typed, or filled in by the browser, before the page came alive.
 * React leaves such text in the field but tells nobody, and drops it with the next render.
 */
export function useTypedEarly<Field extends HTMLInputElement | HTMLTextAreaElement>(
  onValueChange: ((value: string) => void) | undefined,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  const tell = useEffectEvent((value: string) => onValueChange?.(value));
  // Before a press that has waited for React is heard.
  useLayoutEffect(() => {
    const { value, defaultValue } = field.current ?? {};
    if (value !== undefined && value !== defaultValue) tell(value);
  }, []);
  return field;
}
