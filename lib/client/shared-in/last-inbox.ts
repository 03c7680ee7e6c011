type Inbox = { id: string; name: string };

const key = 'slipway-inbox';

/** The inbox used last on this device, for what comes from other apps. */
export function rememberInbox(inbox: Inbox): void {
  try {
    localStorage.setItem(key, JSON.stringify(inbox));
  } catch {
    // private windows keep nothing
  }
}

export function lastInbox(): Inbox | null {
  try {
    const { id, name } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Inbox>;
    return id && name ? { id, name } : null;
  } catch {
    return null;
  }
}
