-- What the owner of a share may know of it. Visits and downloads are there already.
CREATE TABLE "ShareEvent" (
    "id" BIGSERIAL NOT NULL,
    "shareId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "login" TEXT,
    "address" TEXT,
    "userAgent" TEXT,
    "details" JSONB NOT NULL,

    CONSTRAINT "ShareEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ShareEvent_shareId_at_id_idx" ON "ShareEvent"("shareId", "at" DESC, "id" DESC);
CREATE INDEX "ShareEvent_at_idx" ON "ShareEvent"("at");
ALTER TABLE "ShareEvent" ADD CONSTRAINT "ShareEvent_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Download" ADD COLUMN "hasEnd" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "isShown" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Download" SET "hasEnd" = true WHERE "complete";
CREATE INDEX "Download_visitId_startedAt_idx" ON "Download"("visitId", "startedAt" DESC);
DROP INDEX "Download_visitId_idx";
CREATE INDEX "Download_startedAt_idx" ON "Download"("startedAt");

-- Downloads by a link that needed no visit: each is a row of the activity, where others stand below their visit.
CREATE INDEX "Download_byLink_idx" ON "Download"("shareId", "startedAt" DESC, "id") WHERE "visitId" IS NULL AND "accountId" IS NULL;

ALTER TABLE "Publication" ADD COLUMN "downloads" INTEGER NOT NULL DEFAULT 0;
UPDATE "Publication" p SET "downloads" = d."count" FROM (
    SELECT "shareId", count(*)::int AS "count" FROM "Download" WHERE "accountId" IS NULL GROUP BY "shareId") d
WHERE d."shareId" = p."shareId";

-- What is known of shares from before.
INSERT INTO "ShareEvent" ("shareId", "at", "kind", "login", "details")
SELECT s."id", e."at",
    CASE e."event" WHEN 'share.create' THEN CASE e."actorKind" WHEN 'alias' THEN 'arrived' ELSE 'created' END
        WHEN 'share.publish' THEN 'published' WHEN 'share.unpublish' THEN 'unpublished' ELSE 'changed' END,
    e."actorLogin",
    CASE e."event" WHEN 'share.modify' THEN jsonb_build_object('field', e."details"->>'field')
        WHEN 'share.password' THEN '{"field": "password"}'
        WHEN 'share.limit' THEN jsonb_build_object('field', CASE WHEN e."details" ? 'maxViews' THEN 'maxViews' ELSE 'validity' END)
        ELSE '{}' END
FROM "AuditEvent" e JOIN "Share" s ON s."id" = e."shareId"
WHERE e."event" IN ('share.create', 'share.publish', 'share.unpublish', 'share.modify', 'share.password', 'share.limit')
    AND e."outcome" = 'ok'
ORDER BY e."at", e."id";
