const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month';
export type ValidityChoice = { ms: number; amount: number; unit: Unit };

const choice = (amount: number, unit: Unit, ms: number): ValidityChoice => ({ amount, unit, ms });

/** The periods that forms offer, shortest first. */
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

/** What may be chosen when nothing above `maxMs` is allowed; never empty. */
export function allowedValidities(maxMs: number): ValidityChoice[] {
  const allowed = validityChoices.filter(({ ms }) => ms <= maxMs);
  return allowed.length > 0 ? allowed : validityChoices.slice(0, 1);
}

/** The offered period closest to `ms`. */
export function nearestValidity(ms: number, choices: readonly ValidityChoice[]): ValidityChoice {
  return choices.reduce((best, next) => (Math.abs(next.ms - ms) < Math.abs(best.ms - ms) ? next : best));
}

/** What is offered to something that has a period, and which of it is chosen: the nearest. */
export function validitiesBeside(presentMs: number, maxMs: number): { choices: number[]; chosenMs: number } {
  const allowed = allowedValidities(maxMs);
  return { choices: allowed.map(({ ms }) => ms), chosenMs: nearestValidity(presentMs, allowed).ms };
}

/** The configured default when it is among the choices, else two days, else the closest. */
export function defaultValidity(configuredMs: number, choices: readonly ValidityChoice[]): ValidityChoice {
  const exact = choices.find(({ ms }) => ms === configuredMs);
  return exact ?? nearestValidity(fallbackValidityMs, choices);
}
