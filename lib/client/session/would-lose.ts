const fields = new Set<HTMLInputElement | HTMLTextAreaElement>();
const texts = ['text', 'email', 'url', 'tel', 'number', 'date', 'datetime-local'];

/** Notes the fields that are typed into from now on. Returns a function that stops it. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) fields.add(target);
  };
  document.addEventListener('input', note, { capture: true });
  return () => document.removeEventListener('input', note, { capture: true });
}

/** True while leaving the page would lose something: typed text, chosen files, uploads on their way. */
export function wouldLose(): boolean {
  // Asks those who would ask before leaving.
  const isFree = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return !isFree || hasTypedText();
}

/** Passwords and searches don't count. */
function hasTypedText(): boolean {
  for (const field of fields) if (!field.isConnected) fields.delete(field);
  return [...fields].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || texts.includes(field.type)) && field.value.trim() !== '',
  );
}
