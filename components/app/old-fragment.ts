/**
 * Plik's links hold their upload behind the "#", which no server ever sees: only the page that they open does. Goes into
 * the page as text, so it can use nothing from outside.
 */
export function followOldFragment(): void {
  const id = /^#\/\?id=([A-Za-z0-9]{16})(?:&|$)/.exec(location.hash)?.[1];
  if (id) location.replace(`/plik/${id}`);
}
