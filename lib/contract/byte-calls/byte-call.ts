import type * as z from 'zod';
import type { ErrorCode } from '../errors';
import type { AnswerHeaderName } from '../http/answer-headers';
import type { Access } from '../http/endpoint';
import type { RequestPartName } from '../http/request-parts';
import type { allBytePaths } from './all-paths';

/** A call whose request or answer is bytes. The transfer layer answers it; this says what clients may rely on. */
export type ByteCall = {
  id: string;
  group: 'files' | 'uploads' | 'doctor';
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: (typeof allBytePaths)[keyof typeof allBytePaths];
  access: Access;
  summary: string;
  query?: z.ZodObject;
  carries: readonly RequestPartName[];
  /** `form` describes the parts of a body that has some. */
  body?: { type: string; required: boolean; form?: z.ZodObject };
  answers: readonly ByteAnswer[];
  errors: readonly ErrorCode[];
};

export type ByteAnswer = {
  status: number;
  description: string;
  headers: readonly AnswerHeaderName[];
  /** Content type of a body that is a file. */
  type?: string;
  /** A body that is JSON. */
  json?: z.ZodType;
};
