import { idInSegment } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';

/**
 * Compiles a template such as `/api/v2/sec/share/{id}` to a parser that returns the decoded slots in order,
 * or null. Slots other than `name` are IDs. Ignores a trailing slash.
 */
export function pathPattern(template: string): (path: string) => string[] | null {
  const words = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${words.join('([^/]+)')}/?$`);
  const readers = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name === 'name' ? decodeSegment : idInSegment,
  );
  return (path) =>
    pattern
      .exec(path)
      ?.slice(1)
      .map((part, nth) => readers[nth]?.(part) ?? '') ?? null;
}
