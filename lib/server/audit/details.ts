import 'server-only';

export type Details = Record<string, string | number | boolean>;

const maxBytes = 2048;
const maxText = 200;

/** Short texts, and no more of them than fit. PostgreSQL's JSON holds neither NUL nor half a character. */
export function auditDetails(details: Details): Details {
  const kept: Details = {};
  for (const [name, value] of Object.entries(details)) {
    const next = { ...kept, [name]: typeof value === 'string' ? plain(value) : value };
    if (Buffer.byteLength(JSON.stringify(next)) > maxBytes) break;
    kept[name] = next[name] ?? '';
  }
  return kept;
}

const plain = (text: string): string => text.slice(0, maxText).toWellFormed().replaceAll('\0', '');
