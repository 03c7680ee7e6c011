-- Nothing asked for files by their state and age, and every upload wrote to this index twice.
DROP INDEX "File_state_createdAt_idx";

-- The few files whose checksum is still to be computed, among millions that have one.
CREATE INDEX "File_unhashed_idx" ON "File" ("id") WHERE "state" = 'complete' AND "sha256" IS NULL;
