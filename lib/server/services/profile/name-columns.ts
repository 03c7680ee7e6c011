import { plainText } from '@/lib/domain/pasted/plain-text';

/** The key is what oversight compares names and logins by: those that look alike have the same. */
export const nameColumns = (name: string | null) => ({
  displayName: name,
  nameKey: name === null ? null : plainText(name).toLowerCase().replace(/\s+/g, ' '),
});
