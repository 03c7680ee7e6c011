/** Returns the items from one to another, both included; only the second when the first is missing. */
export function itemsBetween<T extends { id: string }>(
  all: readonly T[],
  firstId: string,
  secondId: string,
): T[] {
  const [one, other] = [firstId, secondId].map((id) => all.findIndex((item) => item.id === id));
  if (one === undefined || other === undefined || other < 0) return [];
  return one < 0 ? all.slice(other, other + 1) : all.slice(Math.min(one, other), Math.max(one, other) + 1);
}
