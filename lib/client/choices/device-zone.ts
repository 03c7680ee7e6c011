/** The time zone that this device runs by. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const key = 'slipway_zone_asked';

/** Whether the person was asked in this browser about its zone. Where the browser keeps nothing for us, the answer lasts as long as the page. */
export function isZoneAsked(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function keepZoneAsked(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // It is asked again with the next page.
  }
}
