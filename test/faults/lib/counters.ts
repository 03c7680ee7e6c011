import type { Model } from './linear';

/** Views of a link: visitors open it, its owner sets how many there are, and reads how many were used. */
export type ViewAct = { open: true } | { limit: number } | { read: true };
export type ViewState = { used: number; limit: number };

export const views = (limit: number): Model<ViewState, ViewAct> => ({
  first: { used: 0, limit },
  step: (state, act) => {
    if ('limit' in act) return { state: { ...state, limit: act.limit }, result: 'set' };
    if ('read' in act) return { state, result: String(state.used) };
    if (state.used >= state.limit) return { state, result: 'over' };
    return { state: { ...state, used: state.used + 1 }, result: 'opened' };
  },
  keyOf: ({ used, limit: now }) => `${used}/${now}`,
});

/** Room of an account: files are begun and removed. */
export type RoomAct = { begin: number } | { remove: number };

export const room = (maxBytes: number): Model<number, RoomAct> => ({
  first: 0,
  step: (used, act) => {
    if ('remove' in act) return { state: used - act.remove, result: 'removed' };
    return used + act.begin > maxBytes
      ? { state: used, result: 'full' }
      : { state: used + act.begin, result: 'begun' };
  },
  keyOf: String,
});
