const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';
export type ValidityChoice = { ms: number; amount: number; unit: Unit };

const choice = (amount: number, unit: Unit, ms: number): ValidityChoice => ({ amount, unit, ms });

export const validityChoices: readonly ValidityChoice[] = [
  choice(30, 'minute', 30 * minute),
  ...[1, 2, 4, 8, 16].map((hours) => choice(hours, 'hour', hours * hour)),
  ...[1, 2, 4].map((days) => choice(days, 'day', days * day)),
  ...[1, 2].map((weeks) => choice(weeks, 'week', weeks * 7 * day)),
  choice(1, 'month', 30 * day),
  choice(2, 'month', 60 * day),
  choice(4, 'month', 120 * day),
  choice(8, 'month', 240 * day),
  choice(12, 'month', 365 * day),
  choice(24, 'month', 730 * day),
  choice(36, 'month', 1095 * day),
  choice(120, 'month', 3652 * day),
  choice(1200, 'month', 36525 * day),
];

export const fallbackValidityMs = 2 * day;

export function allowedValidities(maxMs: number): ValidityChoice[] {
  const allowed = validityChoices.filter(({ ms }) => ms <= maxMs);
  return allowed.length > 0 ? allowed : validityChoices.slice(0, 1);
}

export function nearestValidity(ms: number, choices: readonly ValidityChoice[]): ValidityChoice {
  return choices.reduce((best, next) => (Math.abs(next.ms - ms) < Math.abs(best.ms - ms) ? next : best));
}

export function validityOptionsFor(
  presentMs: number,
  maxMs: number,
): { choices: number[]; chosenMs: number } {
  const allowed = allowedValidities(maxMs);
  return { choices: allowed.map(({ ms }) => ms), chosenMs: nearestValidity(presentMs, allowed).ms };
}

export function defaultValidity(configuredMs: number, choices: readonly ValidityChoice[]): ValidityChoice {
  const exact = choices.find(({ ms }) => ms === configuredMs);
  return exact ?? nearestValidity(fallbackValidityMs, choices);
}
