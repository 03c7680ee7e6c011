export type Total = { files: number; size: number };

export type Counted = { files: readonly { size: number }[]; total?: Total | undefined };

/** How many files a share has and of what size, whether its detail brought them along or only said so. */
export const totalOf = ({ files, total }: Counted): Total =>
  total ?? { files: files.length, size: files.reduce((sum, { size }) => sum + size, 0) };

type Arriving = {
  files: readonly { complete: boolean }[];
  total?: { incomplete?: number | undefined } | undefined;
};

/** How many of a share's files have not fully arrived. */
export const missingOf = ({ files, total }: Arriving): number =>
  total?.incomplete ?? files.filter(({ complete }) => !complete).length;
