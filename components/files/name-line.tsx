import { startAndEnd } from '@/lib/domain/file/name-ends';

/**
 * A name on one line. Where there is no room it is cut in the middle: the end tells "report (2).pdf" from "report.doc".
 * A button or link around it needs the name as its label, because the two parts are read as two words.
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
