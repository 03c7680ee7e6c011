export const firstSteps = ['address', 'mail', 'email', 'people', 'share'] as const;
export type FirstStep = (typeof firstSteps)[number];
