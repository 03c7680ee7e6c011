export const exitCodes = { failed: 1, usage: 2, notAllowed: 3, notFound: 4, unreachable: 5 } as const;

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  /** Of the server, or of its own. */
  readonly code: string;

  constructor(message: string, kind: keyof typeof exitCodes = 'failed', code: string = kind) {
    super(message);
    this.exitCode = exitCodes[kind];
    this.code = code;
  }
}

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && !(error instanceof Failure) && 'code' in error && typeof error.code === 'string';

const systemWords: Record<string, string> = {
  ENOSPC: 'The disk is full. What has arrived is kept: make room and run the same command again.',
  EDQUOT:
    'Your quota of disk space is used up. What has arrived is kept: make room and run the same command again.',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EEXIST: 'A file of this name is there already',
  ENOENT: 'No such file or folder',
  ENOTDIR: 'A part of this path is a file, not a folder',
  EROFS: 'The disk is read-only',
};

export function sentenceOf(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  const words = systemWords[error.code ?? ''] ?? error.message;
  return error.path ? `${error.path}: ${words}` : words;
}

export function codeOf(error: unknown): string {
  if (error instanceof Failure) return error.code;
  return (isSystemError(error) && error.code) || 'failed';
}
