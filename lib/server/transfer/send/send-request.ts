import 'server-only';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { SendTerms } from '@/lib/contract/http/send';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import { utf8Of } from '@/lib/server/request-headers';
import type { FormPart, PartSource } from '../form/part';
import type { TransferRequest } from '../messages';

const inHeaders = {
  validity: programHeaderNames.sendValidity,
  views: programHeaderNames.sendViews,
  name: programHeaderNames.sendName,
  password: headerNames.password,
} as const;

/**
 * Headers win over the query, and missing fields get the defaults.
 * @throws request.invalid, also for a password in the URL, which logs would keep
 */
export function parseShareProperties(
  { headers, url }: TransferRequest,
  { config }: Context,
): ShareProperties {
  const query = new URL(url, 'http://localhost').searchParams;
  if (query.has('password')) throw invalid('password', 'unsupported');
  const given = Object.entries(inHeaders).map(([field, header]) => {
    const headerValue = headers.get(header);
    return [field, headerValue === null ? (query.get(field) ?? undefined) : decodeHeader(field, headerValue)];
  });
  const { validity, views, ...terms } = SendTerms.parse(Object.fromEntries(given));
  return {
    ...terms,
    validity: validity ?? config.DEFAULT_VALIDITY,
    maxViews: views ?? config.DEFAULT_VIEWS,
  };
}

function decodeHeader(field: string, value: string): string {
  try {
    return decodeURIComponent(utf8Of(value));
  } catch (error) {
    if (error instanceof URIError) throw invalid(field, 'unsupported');
    throw new AppError('server.failed', {}, { cause: error });
  }
}

/** A body that is one file, read like a form with one part. */
export class WholeBody implements PartSource {
  #body: Readable;
  #about: Omit<FormPart, 'body' | 'isMeta'>;
  #isGiven = false;
  #failure: AppError | null = null;

  constructor(body: Readable | null, about: Omit<FormPart, 'body' | 'isMeta'>) {
    this.#body = body ?? Readable.from([]);
    this.#about = about;
    this.#body.on('error', () => undefined); // reported by `check`
  }

  async next(): Promise<FormPart | null> {
    this.check();
    if (this.#isGiven) return null;
    this.#isGiven = true;
    return { ...this.#about, isMeta: false, body: this.#body };
  }

  /** @throws form.broken for an incomplete body, or the error of `fail` */
  check(): void {
    if (this.#failure) throw this.#failure;
    if (this.#isGiven && !this.#body.readableEnded) throw new AppError('form.broken');
  }

  fail(failure: AppError): void {
    this.#failure ??= failure;
  }

  close(): void {
    this.#body.pause();
  }
}
