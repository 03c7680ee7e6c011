/** What a list of deliveries can be narrowed down to: not opened by the one who asks, not ticked off, ticked off. */
export const deliveryFilters = ['unread', 'open', 'done'] as const;
export type DeliveryFilter = (typeof deliveryFilters)[number];

export const isDeliveryFilter = (text: unknown): text is DeliveryFilter =>
  deliveryFilters.some((filter) => filter === text);
