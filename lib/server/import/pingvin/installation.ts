import 'server-only';
import type { NoBucket } from '../source-bucket';
import { type Sqlite, text } from '../sqlite';
import type { PingvinBucket } from './pingvin-bucket';

/** What is read of one installation. */
export type Pingvin = {
  db: Sqlite;
  folder: string;
  now: Date;
  /** The bucket of its shares on S3, opened for the first of them. */
  bucket: () => Promise<PingvinBucket | NoBucket>;
};

/** Milliseconds since 1970, or text in UTC where SQL wrote the row. */
export function moment(value: unknown): Date {
  const isText = typeof value === 'string' && !/^\d+$/.test(value);
  const date = new Date(isText ? `${text(value).replace(' ', 'T')}Z` : Number(value ?? 0));
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
