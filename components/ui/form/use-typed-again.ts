import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A ref for a field whose text a library keeps and looks up in a list: what was typed before the page came alive is typed
 * again, as long as the field has the focus, so that the list opens.
 */
export function useTypedAgain(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef('');
  // Before the library's own effects, which empty the field.
  useLayoutEffect(() => {
    const { value = '', defaultValue } = field.current ?? {};
    if (value !== defaultValue) typed.current = value;
  }, []);
  useEffect(() => {
    if (typed.current !== '' && document.activeElement === field.current) type(field.current, typed.current);
  }, []);
  return field;
}

/** As a person would: React hears of a text only if it isn't the one that it has set itself, and filling in opens no list. */
function type(field: HTMLInputElement | null, text: string): void {
  if (!field) return;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
