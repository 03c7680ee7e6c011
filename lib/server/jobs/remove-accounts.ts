import 'server-only';
import type { Context } from '@/lib/server/context';
import { soon } from './queue';

/** Nobody sees the account any more. */
export const removeAccountsSoon = (ctx: Context): void => soon(ctx, 'remove accounts');
