type Style = 'short' | 'medium' | 'long' | 'full';

/** Twenty-four hours in every language: English alone would count twice to twelve. */
const hourCycle = 'h23';

/** How a day with its time is written, for a formatter of the reader's language and zone. */
export const moment = (dateStyle: Style, timeStyle: Style = 'short') =>
  ({ dateStyle, timeStyle, hourCycle }) as const;

/** With the zone by name, for readers who have not chosen it. */
export const momentInZone = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  hourCycle,
} as const;

/** A time alone. */
export const clock = { timeStyle: 'short', hourCycle } as const;
