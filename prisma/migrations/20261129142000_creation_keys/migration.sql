-- A creation that is sent again finds what the first one made, also on another node or after a restart.
ALTER TABLE "Share" ADD COLUMN "creationKey" TEXT;
CREATE UNIQUE INDEX "Share_creationKey_key" ON "Share"("creationKey");

-- Most files have a key, but those of programs don't: they stay out of the index.
ALTER TABLE "File" ADD COLUMN "creationKey" TEXT;
CREATE UNIQUE INDEX "File_shareId_creationKey_key" ON "File"("shareId", "creationKey") WHERE "creationKey" IS NOT NULL;
