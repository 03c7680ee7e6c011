-- Services record what webhooks are told, so triggers don't. Deliveries that wait stay as they are.
DROP TRIGGER "Publication_published" ON "Publication";
DROP TRIGGER "Publication_publishedAgain" ON "Publication";
DROP TRIGGER "Publication_firstOpened" ON "Publication";
DROP TRIGGER "Publication_withdrawn" ON "Publication";
DROP TRIGGER "ShareEvent_limitReached" ON "ShareEvent";
DROP TRIGGER "Download_whole" ON "Download";
DROP TRIGGER "Download_wholeLater" ON "Download";
DROP TRIGGER "Share_deleted" ON "Share";
DROP TRIGGER "Share_takenDown" ON "Share";
DROP TRIGGER "Account_created" ON "Account";
DROP TRIGGER "Account_confirmed" ON "Account";
DROP TRIGGER "Report_created" ON "Report";
DROP TRIGGER "File_infected" ON "File";
DROP FUNCTION "share_event"();
DROP FUNCTION "share_ended"();
DROP FUNCTION "admin_event"();
DROP FUNCTION "recordShareEvent"(TEXT, TEXT, JSONB, TEXT);
DROP FUNCTION "recordEvent"(TEXT, TEXT, JSONB, TEXT);

-- A link's words are kept and freed by one trigger each.
DROP TRIGGER "Publication_keepNewLinkId" ON "Publication";
DROP TRIGGER "Publication_keepLinkId" ON "Publication";
CREATE TRIGGER "Publication_keepLink" BEFORE INSERT OR UPDATE OF "linkId" ON "Publication"
  FOR EACH ROW EXECUTE FUNCTION "keepLinkId"();

CREATE OR REPLACE FUNCTION "freeLinkId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."linkId" = OLD."linkId" THEN
      RETURN NULL;
    END IF;
  END IF;
  DELETE FROM "UsedLinkId" WHERE "key" = lower(OLD."linkId") AND "shareId" = OLD."shareId";
  RETURN NULL;
END $$;
DROP TRIGGER "Publication_freeLinkId" ON "Publication";
DROP TRIGGER "Publication_freeOldLinkId" ON "Publication";
CREATE TRIGGER "Publication_freeLink" AFTER DELETE OR UPDATE OF "linkId" ON "Publication"
  FOR EACH ROW WHEN (OLD."version" = 0 AND OLD."reservedAt" IS NULL) EXECUTE FUNCTION "freeLinkId"();

-- However a row goes, the bytes that it names are marked for removal: those of a file, or of its small pictures.
CREATE OR REPLACE FUNCTION "mark_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'File' THEN
    INSERT INTO "Removal" ("fileId") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO "Removal" ("fileId") SELECT "id" FROM unnest(ARRAY[OLD."smallId", OLD."largeId"]) AS "id"
    WHERE "id" IS NOT NULL ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "Thumbnail_removal" ON "Thumbnail";
CREATE TRIGGER "Thumbnail_bytes" AFTER DELETE ON "Thumbnail" FOR EACH ROW EXECUTE FUNCTION "mark_removal"();
DROP FUNCTION "mark_thumbnail_removal"();

-- Of an update PostgreSQL hands over no rows where only some columns matter, so it is followed by the row.
CREATE OR REPLACE FUNCTION "follow_file_sets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE "Share" SET "fileCount" = "fileCount" - 1, "sizeBytes" = "sizeBytes" - OLD."sizeBytes" WHERE "id" = OLD."shareId";
    UPDATE "Share" SET "fileCount" = "fileCount" + 1, "sizeBytes" = "sizeBytes" + NEW."sizeBytes" WHERE "id" = NEW."shareId";
    RETURN NULL;
  END IF;
  UPDATE "Share" s SET "fileCount" = s."fileCount" + sign * f."files", "sizeBytes" = s."sizeBytes" + sign * f."bytes"
  FROM (SELECT "shareId", count(*) AS "files", sum("sizeBytes") AS "bytes" FROM "changed" GROUP BY "shareId") f
  WHERE s."id" = f."shareId";
  RETURN NULL;
END $$;
DROP TRIGGER "File_totals" ON "File";
CREATE TRIGGER "File_changed" AFTER UPDATE OF "sizeBytes", "shareId" ON "File"
  FOR EACH ROW EXECUTE FUNCTION "follow_file_sets"();
DROP FUNCTION "follow_files"();

-- Has the job run soon that the first argument names. With a second one nobody waits for another transaction that has the
-- job's row, as the next change comes soon.
CREATE FUNCTION "run_job_soon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_NARGS > 1 THEN
    UPDATE "Job" SET "dueAt" = now()
    WHERE "name" = (SELECT "name" FROM "Job" WHERE "name" = TG_ARGV[0] AND "dueAt" > now() FOR UPDATE SKIP LOCKED);
    RETURN NULL;
  END IF;
  UPDATE "Job" SET "dueAt" = now() WHERE "name" = TG_ARGV[0] AND "dueAt" > now();
  PERFORM pg_notify('slipway_job', TG_ARGV[0]);
  RETURN NULL;
END $$;
DROP TRIGGER "WebhookDelivery_send" ON "WebhookDelivery";
CREATE CONSTRAINT TRIGGER "WebhookDelivery_soon" AFTER INSERT ON "WebhookDelivery" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "run_job_soon"('send webhooks');
DROP FUNCTION "send_webhooks_soon"();
DROP TRIGGER "Tally_sum" ON "Tally";
CREATE TRIGGER "Tally_soon" AFTER INSERT ON "Tally"
  FOR EACH ROW WHEN (NEW."id" % 1000 = 0) EXECUTE FUNCTION "run_job_soon"('sum tally', 'or later');
DROP FUNCTION "sum_tally_soon"();
