import type * as z from 'zod';
import type { bytePaths } from '../bytes';
import type { Access } from '../endpoint';
import type { ErrorCode } from '../errors';
import type { AnswerHeaderName, RequestPartName } from '../headers';

/** A call whose request or answer is bytes. The data plane answers it; this says what clients may rely on. */
export type ByteCall = {
  id: string;
  group: 'files' | 'uploads';
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'DELETE';
  path: (typeof bytePaths)[keyof typeof bytePaths];
  access: Access;
  summary: string;
  query?: z.ZodObject;
  carries: readonly RequestPartName[];
  body?: { type: string; required: boolean };
  answers: readonly ByteAnswer[];
  errors: readonly ErrorCode[];
};

export type ByteAnswer = {
  status: number;
  description: string;
  headers: readonly AnswerHeaderName[];
  /** Content type of the body; without one there is no body. */
  type?: string;
};
