-- AlterTable
ALTER TABLE "Share" ADD COLUMN "fileCount" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "sizeBytes" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Tally" (
    "id" BIGSERIAL NOT NULL,
    "ownerId" TEXT NOT NULL,
    "aliasId" TEXT,
    "shares" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,

    CONSTRAINT "Tally_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Tally_ownerId_aliasId_idx" ON "Tally"("ownerId", "aliasId");

-- CreateIndex
CREATE INDEX "Tally_aliasId_idx" ON "Tally"("aliasId");

-- A share's own sums follow its files. Whoever deletes files locks the share's row first: this comes to it as well.
-- With the whole share the row is gone before its files, and there is nothing to follow.
CREATE FUNCTION "follow_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "Share" SET "fileCount" = "fileCount" - 1, "sizeBytes" = "sizeBytes" - OLD."sizeBytes" WHERE "id" = OLD."shareId";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE "Share" SET "fileCount" = "fileCount" + 1, "sizeBytes" = "sizeBytes" + NEW."sizeBytes" WHERE "id" = NEW."shareId";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "File_totals" AFTER INSERT OR DELETE OR UPDATE OF "sizeBytes", "shareId" ON "File"
  FOR EACH ROW EXECUTE FUNCTION "follow_files"();

-- The tally gets every change as a row of its own: nobody waits for anybody, as they would for one row with the sum.
CREATE FUNCTION "follow_shares"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."ownerId", OLD."aliasId") IS NOT DISTINCT FROM (NEW."ownerId", NEW."aliasId") THEN
    IF OLD."sizeBytes" <> NEW."sizeBytes" THEN
      INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes")
      VALUES (NEW."ownerId", NEW."aliasId", 0, NEW."sizeBytes" - OLD."sizeBytes");
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes")
    VALUES (OLD."ownerId", OLD."aliasId", -1, -OLD."sizeBytes");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes")
    VALUES (NEW."ownerId", NEW."aliasId", 1, NEW."sizeBytes");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Share_tally" AFTER INSERT OR DELETE OR UPDATE OF "ownerId", "aliasId", "sizeBytes" ON "Share"
  FOR EACH ROW EXECUTE FUNCTION "follow_shares"();

-- What is there already; of the sizes the trigger takes note.
INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes")
SELECT "ownerId", "aliasId", count(*), 0 FROM "Share" GROUP BY "ownerId", "aliasId";
UPDATE "Share" s SET "fileCount" = f."files", "sizeBytes" = f."bytes"
FROM (SELECT "shareId", count(*) AS "files", sum("sizeBytes") AS "bytes" FROM "File" GROUP BY "shareId") f
WHERE f."shareId" = s."id";
