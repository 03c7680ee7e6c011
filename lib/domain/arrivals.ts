type Arrived = { opened: number | null; downloaded: number | null };

/** The rest is counted: all of them are in the page's panel of recipients. */
export const maxArrivals = 6;

/** Counts the lines about a share's arrivals, so that their place can be kept; one is for the link of all. */
export const arrivalRows = (people: number, only: boolean): number =>
  Math.min(people, maxArrivals + 1) + Number(hasLinkRow(people, only));

export const hasLinkRow = (people: number, only: boolean): boolean => people === 0 || !only;

const lastOf = ({ opened, downloaded }: Arrived) => Math.max(opened ?? 0, downloaded ?? 0);

/** Those who have yet to come keep their order. */
export const latestFirst = <T extends Arrived>(people: readonly T[]): T[] =>
  [...people].sort((a, b) => lastOf(b) - lastOf(a));
