import { paths } from '@/lib/paths';
import type { Screen } from '@/testing/screens/screens';

export const newcomerStates: Record<string, Screen> = {
  'no shares at all': { path: paths.shares, isSignedIn: true },
  'no aliases at all': { path: paths.aliases, isSignedIn: true },
  'home of a newcomer': { path: paths.home, isSignedIn: true },
};
