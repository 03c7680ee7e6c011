import { startAndEnd } from '@/lib/domain/file/name-ends';

/**
 * Truncates a name in the middle. A button or link around it needs the name as its label, since screen
 * readers read two parts.
 */
export function NameLine({ name }: { name: string }) {
  const [start, end] = startAndEnd(name);
  return (
    <span className="flex min-w-0" title={name}>
      <span className="truncate whitespace-pre">{start}</span>
      {end && <span className="shrink-0 whitespace-pre">{end}</span>}
    </span>
  );
}
