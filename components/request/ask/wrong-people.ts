import { CallError } from '@/lib/client/call/call';
import type { WrongPeople } from '@/lib/contract/alias/round';

/** @returns what the server found wrong in a table of people */
export const wrongPeopleIn = (error: Error | null): WrongPeople =>
  error instanceof CallError && error.code === 'round.wrongPeople'
    ? ((error.answer.wrong ?? []) as WrongPeople)
    : [];
