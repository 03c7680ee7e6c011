/** What a list of shares can be narrowed down to. */
export const shareFilters = ['live', 'ended', 'received', 'incomplete'] as const;
export type ShareFilter = (typeof shareFilters)[number];

export const isShareFilter = (text: unknown): text is ShareFilter => shareFilters.some((one) => one === text);
