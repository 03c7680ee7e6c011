import type { KindCounts } from './file-kinds';

export type FileTotals = {
  files: number;
  size: number;
  /** Of long shares: files that still wait for their virus scan. */
  pending?: number | undefined;
  /** Missing where nobody asked, and of sealed shares. */
  kinds?: KindCounts | undefined;
};

export type FilesWithTotals = { files: readonly { size: number }[]; total?: FileTotals | undefined };

/** Long shares come without their files, with the total only. */
export const totalOf = ({ files, total }: FilesWithTotals): FileTotals =>
  total ?? { files: files.length, size: files.reduce((sum, { size }) => sum + size, 0) };

type PartialFiles = {
  files: readonly { complete: boolean }[];
  total?: { incomplete?: number | undefined } | undefined;
};

export const incompleteCount = ({ files, total }: PartialFiles): number =>
  total?.incomplete ?? files.filter(({ complete }) => !complete).length;
