-- What came through an inbox has a row of Delivery for good, also once its inbox is deleted: it isn't deleted when its
-- link expires. Before, imported deliveries and albums had none.
INSERT INTO "Delivery" ("shareId")
SELECT s."id" FROM "Share" s
WHERE s."aliasId" IS NULL AND (s."notifiedAt" IS NOT NULL OR s."id" IN (
  SELECT "shareId" FROM "ShareEvent" WHERE "kind" = 'arrived'
  UNION ALL SELECT "shareId" FROM "File" WHERE "addedBy" IS NOT NULL))
ON CONFLICT DO NOTHING;
