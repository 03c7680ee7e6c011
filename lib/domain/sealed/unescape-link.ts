/** Undoes what mail gateways do to a link once or twice. */
export function unescapeLink(text: string): string {
  const once = (given: string) =>
    given.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once(once(once(text)));
}
