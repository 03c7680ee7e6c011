type Style = 'short' | 'medium' | 'long' | 'full';

/** Always 24 hours; English alone would use 12. */
const hourCycle = 'h23';

export const dateTimeFormat = (dateStyle: Style, timeStyle: Style = 'short') =>
  ({ dateStyle, timeStyle, hourCycle }) as const;

export const zonedDateTimeFormat = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
  hourCycle,
} as const;

export const timeFormat = { timeStyle: 'short', hourCycle } as const;
