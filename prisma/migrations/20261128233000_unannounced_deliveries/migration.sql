-- Deliveries that nobody has been told of: few, and looked for every 15 minutes.
CREATE INDEX "Share_unannounced_idx" ON "Share" ("createdAt") WHERE "aliasId" IS NOT NULL AND "notifiedAt" IS NULL;
