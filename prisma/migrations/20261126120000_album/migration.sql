-- What comes through an alias may be seen by all its senders, in a share of its own.
ALTER TABLE "Alias" ADD COLUMN "albumId" TEXT;
ALTER TABLE "Alias" ADD COLUMN "albumChecks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Alias" ADD CONSTRAINT "Alias_albumId_fkey"
  FOREIGN KEY ("albumId") REFERENCES "Share" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "Alias_albumId_idx" ON "Alias" ("albumId");

ALTER TABLE "File" ADD COLUMN "addedBy" TEXT;
-- Few files are a visitor's.
CREATE INDEX "File_addedBy_idx" ON "File" ("addedBy") WHERE "addedBy" IS NOT NULL;
