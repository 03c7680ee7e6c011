import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * A ref that reports text typed or autofilled before hydration. React leaves it in the field unreported, and drops it
 * with the next render.
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
