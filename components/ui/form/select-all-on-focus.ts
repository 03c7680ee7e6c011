import type { FocusEvent, MouseEvent } from 'react';

type TextInput = HTMLInputElement & { dataset: { whole?: string } };

/**
 * Selects the whole text on focus. Undoes the caret placement of the focusing click, which WebKit does after `focus` or
 * even after mouse-up.
 */
export const selectAllOnFocus = {
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
