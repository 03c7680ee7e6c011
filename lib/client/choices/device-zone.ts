export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const key = 'slipway_zone_asked';

/** Remembers per browser that the question was asked. Without storage it lasts as long as the page. */
export function wasZoneAsked(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function markZoneAsked(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // It is asked again with the next page.
  }
}
