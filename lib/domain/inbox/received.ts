/** An album came in through its alias, too, but is no delivery. */
export const isReceived = ({ aliasId, album }: { aliasId: string | null; album: object | null }): boolean =>
  aliasId !== null && album === null;
