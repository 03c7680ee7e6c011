import 'server-only';

/** A thing to be done: once, however many ask for it. */
type Errand = { work: () => Promise<void>; done: Promise<void>; settle: () => void };

/**
 * Does errands one at a time. Those that somebody waits for come first, the latest of them before all others, because
 * it is what is on a screen now; those that nobody waits for come in their order. Beyond `most` of either kind the
 * oldest is dropped: the browser asks again.
 */
export function errandsInTurn(most: { asked: number; soon: number }) {
  const asked = new Map<string, Errand>();
  const soon = new Map<string, Errand>();
  let current: { key: string; errand: Errand } | null = null;
  let isOver = false;

  const next = (): [string, Errand] | undefined => [...asked].at(-1) ?? soon.entries().next().value;

  const run = async (): Promise<void> => {
    if (current) return;
    for (let one = next(); one && !isOver; one = next()) {
      const [key, errand] = one;
      current = { key, errand };
      asked.delete(key);
      soon.delete(key);
      await errand.work().catch(() => undefined); // it says itself what went wrong
      errand.settle();
      current = null;
    }
  };

  const add = (to: Map<string, Errand>, limit: number, key: string, errand: Errand): void => {
    to.delete(key);
    to.set(key, errand);
    const [[oldest, dropped] = []] = to;
    if (to.size <= limit || oldest === undefined) return;
    to.delete(oldest);
    dropped?.settle();
  };

  const known = (key: string): Errand | undefined =>
    current?.key === key ? current.errand : (asked.get(key) ?? soon.get(key));

  return {
    /** Resolves when it is done or has been dropped; never rejects. */
    ask: (key: string, work: () => Promise<void>): Promise<void> => {
      const errand = known(key) ?? newErrand(work);
      if (current?.errand !== errand) {
        soon.delete(key);
        add(asked, most.asked, key, errand);
        void run();
      }
      return errand.done;
    },
    note: (key: string, work: () => Promise<void>): void => {
      if (isOver || known(key)) return;
      add(soon, most.soon, key, newErrand(work));
      void run();
    },
    /** Begins none any more; resolves when the one that runs is done. */
    end: async (): Promise<void> => {
      isOver = true;
      await current?.errand.done;
    },
  };
}

function newErrand(work: () => Promise<void>): Errand {
  let settle: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { work, done, settle };
}
