-- Each note of a download looks for an earlier one of its reader, which must not take longer where many others are.
CREATE INDEX "Download_shareId_address_startedAt_idx" ON "Download" ("shareId", "address", "startedAt" DESC);
DROP INDEX "Download_shareId_startedAt_idx";
