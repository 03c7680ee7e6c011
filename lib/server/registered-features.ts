import type { Feature } from './feature';

/** Of this process. Next makes several copies of a module, so that a variable of one isn't enough. */
const shared = globalThis as { slipwayFeatures?: readonly Feature[] };

/** The core names no feature: what starts a process hands over all of them, before anything happens. */
export function registerFeatures(features: readonly Feature[]): void {
  shared.slipwayFeatures = features;
}

export function registeredFeatures(): readonly Feature[] {
  if (!shared.slipwayFeatures) throw new Error('no features are registered: import lib/features/index first');
  return shared.slipwayFeatures;
}
