import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A ref for a combobox input. Repeats text typed before hydration while the field has the focus, so that the list
 * opens.
 */
export function useReplayedTyping(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef('');
  // Before the library's own effects, which empty the field.
  useLayoutEffect(() => {
    const { value = '', defaultValue } = field.current ?? {};
    if (value !== defaultValue) typed.current = value;
  }, []);
  useEffect(() => {
    if (typed.current !== '' && document.activeElement === field.current)
      retype(field.current, typed.current);
  }, []);
  return field;
}

/**
 * Empties the field first: React ignores an `input` event with an unchanged value. `insertText` is needed to open the
 * list.
 */
function retype(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
