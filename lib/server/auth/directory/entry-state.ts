import 'server-only';
import { type DirectoryEntry, textsOf } from './entry';

const ticksPerMs = 10_000;
/** Between 1601 and 1970. */
const epochOffsetMs = 11_644_473_600_000;
const disabledFlag = 2;

type StateCheck = (value: string, now: Date) => boolean;

const is =
  (wanted: string): StateCheck =>
  (value) =>
    value.toLowerCase() === wanted;

/** Zero and the greatest number mean never. */
const hasPassed: StateCheck = (value, now) => {
  const endsMs = Number(value) / ticksPerMs - epochOffsetMs;
  return endsMs > 0 && endsMs <= now.getTime();
};

/** Attributes by which directories say that somebody is disabled for good; a lock after wrong passwords is none. */
const checks: Record<string, StateCheck> = {
  userAccountControl: (value) => (Number(value) & disabledFlag) !== 0,
  accountExpires: hasPassed,
  nsAccountLock: is('true'),
  pwdAccountLockedTime: is('000001010000z'),
  loginDisabled: is('true'),
  'ak-active': is('false'),
  accountStatus: is('inactive'),
};

export const stateAttributes = Object.keys(checks);

export const isDisabled = (entry: DirectoryEntry, now: Date): boolean =>
  Object.entries(checks).some(([attribute, isSo]) =>
    textsOf(entry, attribute).some((value) => isSo(value, now)),
  );
