/** What an admin does with a new installation, in this order. */
export const firstSteps = ['address', 'email', 'people', 'share'] as const;
export type FirstStep = (typeof firstSteps)[number];
