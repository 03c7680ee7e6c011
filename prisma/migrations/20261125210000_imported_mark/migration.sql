-- What was imported can be removed again as long as nobody has changed it: a digest of how it came.
ALTER TABLE "Imported" ADD COLUMN "mark" TEXT;
