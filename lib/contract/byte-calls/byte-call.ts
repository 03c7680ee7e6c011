import type * as z from 'zod';
import type { ErrorCode } from '../errors';
import type { AnswerHeaderName } from '../http/answer-headers';
import type { Access } from '../http/endpoint';
import type { RequestPartName } from '../http/request-parts';
import type { allBytePaths } from './all-paths';

/** A call with bytes as request or answer, served by the transfer layer. */
export type ByteCall = {
  id: string;
  group: 'files' | 'uploads' | 'doctor';
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: (typeof allBytePaths)[keyof typeof allBytePaths];
  access: Access;
  summary: string;
  query?: z.ZodObject;
  parts: readonly RequestPartName[];
  body?: { type: string; required: boolean; form?: z.ZodObject };
  answers: readonly ByteAnswer[];
  errors: readonly ErrorCode[];
};

export type ByteAnswer = {
  status: number;
  description: string;
  headers: readonly AnswerHeaderName[];
  type?: string;
  json?: z.ZodType;
};
