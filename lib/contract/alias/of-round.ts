import * as z from 'zod';
import { Text } from '@/lib/contract/fields';

/** The query of a call about one round of an alias. */
export const ofRound = z.object({ round: Text.max(80).default('').describe('ID of the round') });
