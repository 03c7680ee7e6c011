export const firstSteps = ['address', 'mail', 'email', 'people', 'share'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Nobody has begun: then one card asks for all that a server needs. */
export const isFirstHour = (left: readonly FirstStep[]): boolean =>
  left.includes('email') && left.includes('mail');
