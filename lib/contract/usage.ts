import * as z from 'zod';
import { Bytes } from '@/lib/contract/fields';

export const Usage = z
  .object({
    bytes: Bytes.describe('Declared sizes of all its files, those that came through its aliases included'),
    files: z.int().nonnegative(),
    maxBytes: Bytes.nullable().describe('null: no limit'),
    maxFiles: z.int().nonnegative().nullable().describe('null: no limit'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
