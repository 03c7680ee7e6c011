/** Room for the ticket, as large as it, so that nothing moves when it comes. */
export const TicketRoom = () => (
  <div aria-hidden className="mb-8 rounded-card bg-raised shadow-card ring-1 ring-line" />
);
