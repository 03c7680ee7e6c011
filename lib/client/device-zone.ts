/** The time zone that this device runs by. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
