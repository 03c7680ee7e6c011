/** What one caller asked and was answered. Times are of one clock. */
export type Operation<Act> = {
  act: Act;
  begunAt: number;
  /** Infinity for one that was never answered: it may have happened at any time since, or not at all. */
  endedAt: number;
  /** Null for one that was never answered. */
  result: string | null;
};

/** Says what a thing does that carries out one act after the other. */
export type Model<State, Act> = {
  first: State;
  step: (state: State, act: Act) => { state: State; result: string };
  /** The same for equal states. */
  keyOf: (state: State) => string;
};

/** Some operations were carried out, and led to a state. `left` counts those with an answer that weren't. */
type Point<State> = { done: bigint; left: number; state: State };

const isDone = (done: bigint, at: number): boolean => ((done >> BigInt(at)) & 1n) === 1n;

/**
 * Finds an order of all operations that the model explains, in which none comes before one that had ended when it was
 * begun (linearizability; the search is that of Wing and Gong, with the memory of Lowe).
 */
export function isLinearizable<State, Act>(
  history: readonly Operation<Act>[],
  model: Model<State, Act>,
): boolean {
  const left = history.filter(({ result }) => result !== null).length;
  const points: Point<State>[] = [{ done: 0n, left, state: model.first }];
  const seen = new Set<string>();
  for (let point = points.pop(); point; point = points.pop()) {
    if (point.left === 0) return true;
    for (const next of pointsAfter(point, history, model)) {
      const name = `${next.done} ${model.keyOf(next.state)}`;
      if (!seen.has(name)) points.push(next);
      seen.add(name);
    }
  }
  return false;
}

/** Carries out each operation that may come next and is answered as it was. */
function pointsAfter<State, Act>(
  { done, left, state }: Point<State>,
  history: readonly Operation<Act>[],
  { step }: Model<State, Act>,
): Point<State>[] {
  const open = [...history.entries()].filter(([at]) => !isDone(done, at));
  const earliestEnd = Math.min(...open.map(([, { endedAt }]) => endedAt));
  return open.flatMap(([at, { act, begunAt, result }]) => {
    if (begunAt > earliestEnd) return [];
    const next = step(state, act);
    if (result !== null && next.result !== result) return [];
    const after = { done: done | (1n << BigInt(at)), left: left - (result === null ? 0 : 1) };
    return [{ ...after, state: next.state }];
  });
}
