import { leave } from './journeys/leave';
import { lists } from './journeys/lists';
import { owner } from './journeys/owner';
import { preview } from './journeys/preview';
import { saves } from './journeys/saves';
import { sealed } from './journeys/sealed';
import { sealedFlaws } from './journeys/sealed-flaws';
import { sealedHostile } from './journeys/sealed-hostile';
import { sender } from './journeys/sender';
import type { Walk } from './walk';

/** The main journeys, each with an account of its own. */
export const journeys: Record<string, (walk: Walk) => Promise<void>> = {
  owner,
  preview,
  sender,
  lists,
  leave,
  sealed,
  'sealed-hostile': sealedHostile,
};

/** Journeys that take minutes, walked only when they are named. */
export const longJourneys: typeof journeys = { saves, 'sealed-flaws': sealedFlaws };
