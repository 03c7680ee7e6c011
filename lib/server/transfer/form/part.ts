import 'server-only';
import type { Readable } from 'node:stream';
import { parse } from 'content-disposition';
import { decodeWords } from 'postal-mime';
import { metaPart } from '@/lib/contract/byte-calls/forms';
import { AppError } from '@/lib/contract/errors';
import { invalid } from '@/lib/server/http/invalid';
import { utf8Of } from '@/lib/server/request-headers';

/** `fileName` and `type` are "" when missing. */
export type FormPart = { isMeta: boolean; fileName: string; type: string; body: Readable };

/** A form, or a body that is read like one. */
export type PartSource = {
  /** Returns null after the last part. */
  next: () => Promise<FormPart | null>;
  /** @throws the first error so far */
  check: () => void;
  fail: (failure: AppError) => void;
  close: () => void;
};

export type PartHeaders = Record<string, string[] | undefined>;

/**
 * A part of any other name than `meta` is a file.
 * @throws form.broken for a part that isn't form data, request.invalid for one in a form that nothing decodes
 */
export function parsePart(headers: PartHeaders, body: Readable): FormPart {
  const encodings = headers['content-transfer-encoding'] ?? [];
  if (encodings.some((one) => /^(base64|quoted-printable)$/i.test(one.trim())))
    throw invalid('Content-Transfer-Encoding', 'unsupported');
  const [disposition = ''] = headers['content-disposition'] ?? [];
  const { type, parameters } = parse(normalizeQuotes(utf8Of(disposition)), { multipart: true });
  const { name, filename = '' } = parameters;
  if (type !== 'form-data') throw new AppError('form.broken');
  return {
    isMeta: name?.toLowerCase() === metaPart,
    fileName: isMailName(disposition, filename) ? decodeWords(filename) : filename,
    type: headers['content-type']?.[0] ?? '',
    body,
  };
}

/** Old .NET encodes names as in mails (RFC 2047); an extended name (RFC 5987) means what it says. */
const isMailName = (disposition: string, name: string): boolean =>
  /^(=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+$/i.test(name) && !/;\s*filename\*\s*=/i.test(disposition);

/**
 * Rewrites the escapes `\"` and `\\` of HTTP (RFC 2616, 2.2) as browsers write quotes: `%22` (RFC 7578, 4.2). Any other
 * backslash belongs to the name, and so does one before the closing quote.
 */
export function normalizeQuotes(disposition: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < disposition.length; at++) {
    const next = disposition[at + 1];
    const isEscape = isQuoted && disposition[at] === '\\' && (next === '"' || next === '\\');
    if (isEscape && !(next === '"' && isClosingQuote(disposition, at + 1))) {
      out += next === '"' ? '%22' : '\\';
      at++;
      continue;
    }
    if (disposition[at] === '"') isQuoted = !isQuoted;
    out += disposition[at];
  }
  return out;
}

function isClosingQuote(disposition: string, quoteAt: number): boolean {
  nextParameter.lastIndex = quoteAt + 1;
  return nextParameter.test(disposition);
}
const nextParameter = /[ \t]*(;[ \t]*[\w*-]+[ \t]*=|;?[ \t]*$)/y;
