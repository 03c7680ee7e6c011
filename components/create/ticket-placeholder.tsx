export const TicketPlaceholder = () => (
  <div aria-hidden className="mb-8 rounded-card bg-raised shadow-card ring-1 ring-line" />
);
