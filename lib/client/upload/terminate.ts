/** Takes a file back. Best effort: what can't be removed now, the server's cleanup removes later. */
export function terminate(url: string, headers: Readonly<Record<string, string>>): void {
  fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } }).catch(() => {});
}
