export const slotStates = ['missing', 'received', 'accepted', 'again'] as const;
export type SlotState = (typeof slotStates)[number];

export const decisions = ['accepted', 'again'] as const;
export type Decision = (typeof decisions)[number];

export const roundLimits = {
  slots: 20,
  people: 2_000,
  rounds: 500,
  messageChars: 5_000,
  hintChars: 500,
  reasonChars: 500,
  tableChars: 200_000,
  exampleBytes: 2 * 1024 ** 2,
  /** Of one owner. */
  examplesBytes: 100 * 1024 ** 2,
} as const;

export const requestFilters = ['open', 'late', 'complete'] as const;
export type RequestFilter = (typeof requestFilters)[number];

type Cell = { decision: string | null; receivedAt: unknown };

export function slotState(cell: Cell | undefined): SlotState {
  if (cell?.decision === 'accepted') return 'accepted';
  if (cell?.receivedAt) return 'received';
  return cell?.decision === 'again' ? 'again' : 'missing';
}

export const isThere = (state: SlotState): boolean => state === 'received' || state === 'accepted';
