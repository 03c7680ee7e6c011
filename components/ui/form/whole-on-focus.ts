import type { FocusEvent, MouseEvent } from 'react';

type TextInput = HTMLInputElement & { dataset: { whole?: string } };

/**
 * Of an input whose text is chosen as a whole when somebody comes to it, so that typing replaces it. The press that
 * brings the focus sets the caret, in WebKit after `focus` or even after the button is up: its doing is undone.
 */
export const wholeOnFocus = {
  onFocus({ currentTarget }: FocusEvent<TextInput>) {
    currentTarget.dataset.whole = 'new';
    currentTarget.select();
  },
  onMouseUp(event: MouseEvent<TextInput>) {
    const input = event.currentTarget;
    const isNew = input.dataset.whole === 'new';
    delete input.dataset.whole;
    const chosen = (input.selectionEnd ?? 0) - (input.selectionStart ?? 0);
    const isPart = chosen > 0 && chosen < input.value.length; // chosen by dragging: it stays
    if (!isNew || isPart) return;
    event.preventDefault();
    input.select();
  },
  onKeyDown({ currentTarget }: { currentTarget: TextInput }) {
    delete currentTarget.dataset.whole;
  },
};
