export const firstSteps = ['address', 'email', 'people', 'share'] as const;
export type FirstStep = (typeof firstSteps)[number];
