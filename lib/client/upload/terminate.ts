/** Best effort: the server's cleanup removes what this can't. */
export function terminate(url: string, headers: Readonly<Record<string, string>>): void {
  fetch(url, { method: 'DELETE', headers: { ...headers, 'Tus-Resumable': '1.0.0' } }).catch(() => {});
}
