export type FileTotals = { files: number; size: number };

export type FilesWithTotals = { files: readonly { size: number }[]; total?: FileTotals | undefined };

/** Prefers the given total; long shares come without their files. */
export const totalOf = ({ files, total }: FilesWithTotals): FileTotals =>
  total ?? { files: files.length, size: files.reduce((sum, { size }) => sum + size, 0) };

type PartialFiles = {
  files: readonly { complete: boolean }[];
  total?: { incomplete?: number | undefined } | undefined;
};

export const incompleteCount = ({ files, total }: PartialFiles): number =>
  total?.incomplete ?? files.filter(({ complete }) => !complete).length;
