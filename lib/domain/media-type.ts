/** A media type as types are compared: without parameters, and in one case (RFC 9110, section 8.3.1). */
export const mediaType = (text: string | null): string =>
  (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
