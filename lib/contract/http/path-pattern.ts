import { idInSegment } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';

export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** People paste what they open. Calls that change something act on nothing but the very ID. */
export const readIdSlot = (part: string, method: string): string =>
  isReadMethod(method) ? idInSegment(part) : decodeSegment(part);

/**
 * Compiles a template such as `/api/v2/sec/share/{id}` to a parser that returns the decoded slots in order,
 * or null. Slots other than `name` are IDs. Ignores a trailing slash.
 */
export function pathPattern(template: string): (path: string, method: string) => string[] | null {
  const words = template.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${words.join('([^/]+)')}/?$`);
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return (path, method) =>
    pattern
      .exec(path)
      ?.slice(1)
      .map((part, nth) => (names[nth] === 'name' ? decodeSegment(part) : readIdSlot(part, method))) ?? null;
}
