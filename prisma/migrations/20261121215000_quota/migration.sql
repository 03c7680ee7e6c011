-- AlterTable
ALTER TABLE "Account" ADD COLUMN "maxBytes" BIGINT, ADD COLUMN "maxFiles" INTEGER;

-- AlterTable
ALTER TABLE "Tally" ADD COLUMN "files" BIGINT NOT NULL DEFAULT 0;

-- The tally follows the number of files as it does their size.
CREATE OR REPLACE FUNCTION "follow_shares"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."ownerId", OLD."aliasId") IS NOT DISTINCT FROM (NEW."ownerId", NEW."aliasId") THEN
    IF (OLD."sizeBytes", OLD."fileCount") <> (NEW."sizeBytes", NEW."fileCount") THEN
      INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
      VALUES (NEW."ownerId", NEW."aliasId", 0, NEW."sizeBytes" - OLD."sizeBytes", NEW."fileCount" - OLD."fileCount");
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (OLD."ownerId", OLD."aliasId", -1, -OLD."sizeBytes", -OLD."fileCount");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (NEW."ownerId", NEW."aliasId", 1, NEW."sizeBytes", NEW."fileCount");
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "Share_tally" ON "Share";
CREATE TRIGGER "Share_tally" AFTER INSERT OR DELETE OR UPDATE OF "ownerId", "aliasId", "sizeBytes", "fileCount" ON "Share"
  FOR EACH ROW EXECUTE FUNCTION "follow_shares"();

-- Each thousandth change has the rows summed up soon, so that their number stays small however many files arrive.
-- Whoever finds the job's row taken leaves it: nobody waits, and the next thousand comes.
CREATE FUNCTION "sum_tally_soon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Job" SET "dueAt" = now()
  WHERE "name" = (SELECT "name" FROM "Job" WHERE "name" = 'sum tally' AND "dueAt" > now() FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER "Tally_sum" AFTER INSERT ON "Tally"
  FOR EACH ROW WHEN (NEW."id" % 1000 = 0) EXECUTE FUNCTION "sum_tally_soon"();

-- What is there already.
INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
SELECT "ownerId", "aliasId", 0, 0, sum("fileCount") FROM "Share" GROUP BY "ownerId", "aliasId" HAVING sum("fileCount") > 0;
