import { idInSegment } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';

/**
 * How a path is read by a template such as `/api/v2/sec/share/{id}`: the answer is the values of the slots, decoded and
 * in their order, or null for another path. All but `name` are ids. A slash at the end makes no difference.
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
