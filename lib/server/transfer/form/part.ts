import 'server-only';
import type { Readable } from 'node:stream';
import { parse } from 'content-disposition';
import { metaPart } from '@/lib/contract/byte-calls/form-meta';
import { AppError } from '@/lib/contract/errors';
import { utf8Of } from '@/lib/server/request-headers';
import { withBrowsersQuotes } from './quoted';

/** One part of a form, as its own headers describe it. `fileName` and `type` are "" where it has none. */
export type Part = { isMeta: boolean; fileName: string; type: string; body: Readable };

/** What is read part by part: a form, or something that looks like one. */
export type Parts = {
  /** Null after the last part. */
  next: () => Promise<Part | null>;
  /** @throws what it failed with so far */
  check: () => void;
  fail: (failure: AppError) => void;
  close: () => void;
};

/** A part's headers, as the parser hands them over. */
export type PartHeaders = Record<string, string[] | undefined>;

/**
 * The part's name says whether it is the meta part; any other one is a file, whatever it is called.
 * @throws form.broken for a part that is none of a form
 */
export function partOf(headers: PartHeaders, body: Readable): Part {
  const [disposition = ''] = headers['content-disposition'] ?? [];
  const { type, parameters } = parse(withBrowsersQuotes(utf8Of(disposition)), { multipart: true });
  if (type !== 'form-data') throw new AppError('form.broken');
  return {
    isMeta: parameters.name?.toLowerCase() === metaPart,
    fileName: parameters.filename ?? '',
    type: headers['content-type']?.[0] ?? '',
    body,
  };
}
