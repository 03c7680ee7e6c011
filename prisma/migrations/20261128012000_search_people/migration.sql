-- Shares are found by who sent them and whom they were sent to.
CREATE INDEX "Delivery_searchText_idx" ON "Delivery" USING GIN (
  "searchText"("name") gin_trgm_ops, "searchText"("email") gin_trgm_ops);
CREATE INDEX "Recipient_searchText_idx" ON "Recipient" USING GIN ("searchText"("address") gin_trgm_ops);
