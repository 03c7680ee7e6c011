-- When a file last changed where it came from, as its sender says. Older files don't know.
ALTER TABLE "File" ADD COLUMN "modifiedAt" TIMESTAMPTZ(3);
