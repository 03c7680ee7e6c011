/** Redirects a link of Plik, whose upload ID is in the fragment and so never reaches the server. */
export function redirectPlikLink(): void {
  const id = /^#\/\?id=([A-Za-z0-9]{16})(?:&|$)/.exec(location.hash)?.[1];
  if (id) location.replace(`/plik/${id}`);
}
