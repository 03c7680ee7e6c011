-- DropIndex
DROP INDEX "Share_createdAt_idx";

-- AlterTable
ALTER TABLE "Alias" ADD COLUMN     "adminKey" TEXT NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "blockReason" TEXT,
ADD COLUMN     "blockedAt" TIMESTAMPTZ(3),
ADD COLUMN     "blockedBy" TEXT;

-- AlterTable
ALTER TABLE "Share" ADD COLUMN     "blockReason" TEXT,
ADD COLUMN     "blockedAt" TIMESTAMPTZ(3),
ADD COLUMN     "blockedBy" TEXT;

-- AlterTable
ALTER TABLE "UsedAliasId" ADD COLUMN     "isBlocked" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "Alias_createdAt_idx" ON "Alias"("createdAt");

-- CreateIndex
CREATE INDEX "Alias_blockedAt_idx" ON "Alias"("blockedAt");

-- CreateIndex
CREATE INDEX "Alias_adminKey_idx" ON "Alias"("adminKey");

-- CreateIndex
CREATE INDEX "Publication_views_idx" ON "Publication"("views");

-- CreateIndex
CREATE INDEX "Share_createdAt_id_idx" ON "Share"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Share_sizeBytes_id_idx" ON "Share"("sizeBytes", "id");

-- CreateIndex
CREATE INDEX "Share_blockedAt_idx" ON "Share"("blockedAt");

-- Once taken down, an alias keeps its id for good: whoever deletes it can't make it anew.
CREATE OR REPLACE FUNCTION "keepAliasId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UsedAliasId" ("key", "ownerId") VALUES (lower(NEW."id"), NEW."ownerId") ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT 1 FROM "UsedAliasId" WHERE "key" = lower(NEW."id")
    AND ("ownerId" <> NEW."ownerId" OR "isBlocked" AND TG_OP = 'INSERT')) THEN
    RAISE unique_violation USING MESSAGE = 'this alias id is another account''s, or was taken down', CONSTRAINT = 'UsedAliasId_pkey';
  END IF;
  RETURN NEW;
END $$;
