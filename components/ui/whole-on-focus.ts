import type { FocusEvent, MouseEvent } from 'react';

type TextInput = HTMLInputElement & { dataset: { whole?: string } };

/**
 * Of an input whose text is chosen as a whole when somebody comes to it, so that typing replaces it. The press that
 * brings the focus sets the caret, in WebKit after `focus`: until the button is up again, its doing is undone.
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
    // A part that was chosen by dragging stays.
    if (!isNew || input.selectionStart !== input.selectionEnd) return;
    event.preventDefault();
    input.select();
  },
  onKeyDown({ currentTarget }: { currentTarget: TextInput }) {
    delete currentTarget.dataset.whole;
  },
};
