-- Sealed words take room like files, so they count for the quota of the share's owner.
ALTER TABLE "Share" ADD COLUMN "manifestBytes" INTEGER NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION "follow_shares"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before BIGINT := CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD."sizeBytes" + OLD."manifestBytes" END;
  after BIGINT := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW."sizeBytes" + NEW."manifestBytes" END;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."ownerId", OLD."aliasId") IS NOT DISTINCT FROM (NEW."ownerId", NEW."aliasId") THEN
    IF (before, OLD."fileCount") <> (after, NEW."fileCount") THEN
      INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
      VALUES (NEW."ownerId", NEW."aliasId", 0, after - before, NEW."fileCount" - OLD."fileCount");
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (OLD."ownerId", OLD."aliasId", -1, -before, -OLD."fileCount");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (NEW."ownerId", NEW."aliasId", 1, after, NEW."fileCount");
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER "Share_tally" ON "Share";
CREATE TRIGGER "Share_tally"
  AFTER INSERT OR DELETE OR UPDATE OF "ownerId", "aliasId", "sizeBytes", "manifestBytes", "fileCount" ON "Share"
  FOR EACH ROW EXECUTE FUNCTION "follow_shares"();

UPDATE "Share" s SET "manifestBytes" = octet_length(m."bytes")
FROM "SealedManifest" m WHERE m."shareId" = s."id" AND m."bytes" IS NOT NULL;
