/** Copies a text that is on its way. Browsers allow it only during a click. Returns true once it is copied. */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
  blob.catch(() => {}); // also where there is no clipboard
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return false;
  }
}
