export type Total = { files: number; size: number };

export type Counted = { files: readonly { size: number }[]; total?: Total | undefined };

/** How many files a share has and of what size, whether its detail brought them along or only said so. */
export const totalOf = ({ files, total }: Counted): Total =>
  total ?? { files: files.length, size: files.reduce((sum, { size }) => sum + size, 0) };
