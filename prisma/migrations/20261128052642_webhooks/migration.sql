-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "hookedEnd" TIMESTAMPTZ(3),
ADD COLUMN     "hookedEnding" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "format" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "oldSecret" TEXT,
    "oldUntil" TIMESTAMPTZ(3),
    "withLinks" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "failingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "failure" TEXT,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Webhook_accountId_idx" ON "Webhook"("accountId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_dueAt_idx" ON "WebhookDelivery"("webhookId", "dueAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");

-- CreateIndex
CREATE INDEX "WebhookAttempt_webhookId_id_idx" ON "WebhookAttempt"("webhookId", "id");

-- CreateIndex
CREATE INDEX "WebhookAttempt_deliveryId_idx" ON "WebhookAttempt"("deliveryId");

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Writes an event for each webhook that wants it: those of `account`, or (null) those of all admins. The same `once`
-- makes no second one. The lock makes it wait for the end of a webhook that is being deleted.
CREATE FUNCTION "recordEvent"("event" TEXT, "account" TEXT, "data" JSONB, "once" TEXT) RETURNS VOID
LANGUAGE sql AS $$
  INSERT INTO "WebhookDelivery" ("id", "webhookId", "event", "data", "dueAt")
  SELECT 'evt_' || md5(concat_ws(' ', w."id", $1, coalesce($4, gen_random_uuid()::text))), w."id", $1, $3,
    date_trunc('milliseconds', now())
  FROM "Webhook" w JOIN "Account" a ON a."id" = w."accountId"
  WHERE w."enabled" AND $1 = ANY (w."events") AND a."state" = 'Active' AND a."deletingAt" IS NULL
    AND CASE WHEN $2 IS NULL THEN a."admin" ELSE w."accountId" = $2 END
  FOR KEY SHARE OF w
  ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION "recordShareEvent"("event" TEXT, "share" TEXT, "more" JSONB, "once" TEXT) RETURNS VOID
LANGUAGE sql AS $$
  SELECT "recordEvent"($1, s."ownerId", jsonb_build_object(
    'share', s."id", 'name', s."name", 'inbox', a."name", 'files', s."fileCount", 'size', s."sizeBytes") || $3, $4)
  FROM "Share" s LEFT JOIN "Alias" a ON a."id" = s."aliasId" WHERE s."id" = $2
$$;

-- At the end of the transaction, so that the job's row is locked for as short as possible.
CREATE FUNCTION "send_webhooks_soon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send webhooks' AND "dueAt" > now();
  PERFORM pg_notify('slipway_job', 'send webhooks');
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "WebhookDelivery_send" AFTER INSERT ON "WebhookDelivery" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "send_webhooks_soon"();

-- The event's name is the trigger's argument; the second one says why a share has ended.
CREATE FUNCTION "share_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "more" JSONB := '{}';
BEGIN
  IF TG_ARGV[0] = 'download.completed' THEN
    "more" := jsonb_build_object('file', NEW."fileId", 'kind', NEW."kind");
  ELSIF TG_ARGV[0] = 'share.published' THEN
    "more" := jsonb_build_object('until', NEW."publishUntil");
  ELSIF TG_ARGV[0] = 'share.ended' THEN
    "more" := jsonb_build_object('reason', TG_ARGV[1]);
  END IF;
  PERFORM "recordShareEvent"(TG_ARGV[0], NEW."shareId", "more", NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER "Publication_published" AFTER INSERT ON "Publication"
  FOR EACH ROW WHEN (NEW."enabled") EXECUTE FUNCTION "share_event"('share.published');
CREATE TRIGGER "Publication_publishedAgain" AFTER UPDATE OF "version" ON "Publication"
  FOR EACH ROW WHEN (NEW."enabled" AND NEW."version" <> OLD."version") EXECUTE FUNCTION "share_event"('share.published');
CREATE TRIGGER "Publication_firstOpened" AFTER UPDATE OF "views" ON "Publication"
  FOR EACH ROW WHEN (OLD."views" = 0 AND NEW."views" > 0) EXECUTE FUNCTION "share_event"('share.firstOpened');
CREATE TRIGGER "Publication_withdrawn" AFTER UPDATE OF "enabled" ON "Publication"
  FOR EACH ROW WHEN (OLD."enabled" AND NOT NEW."enabled" AND OLD."publishUntil" > now())
  EXECUTE FUNCTION "share_event"('share.ended', 'withdrawn');
CREATE TRIGGER "ShareEvent_limitReached" AFTER INSERT ON "ShareEvent"
  FOR EACH ROW WHEN (NEW."kind" = 'limitReached') EXECUTE FUNCTION "share_event"('limit.reached');
CREATE TRIGGER "Download_whole" AFTER INSERT ON "Download"
  FOR EACH ROW WHEN (NEW."complete" AND NEW."accountId" IS NULL AND NOT NEW."isShown")
  EXECUTE FUNCTION "share_event"('download.completed');
CREATE TRIGGER "Download_wholeLater" AFTER UPDATE OF "complete" ON "Download"
  FOR EACH ROW WHEN (NEW."complete" AND NOT OLD."complete" AND NEW."accountId" IS NULL AND NOT NEW."isShown")
  EXECUTE FUNCTION "share_event"('download.completed');

CREATE FUNCTION "share_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Publication" WHERE "shareId" = OLD."id" AND "enabled" AND "publishUntil" > now()) THEN
    PERFORM "recordShareEvent"('share.ended', OLD."id", jsonb_build_object('reason', TG_ARGV[0]), NULL);
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "Share_deleted" BEFORE DELETE ON "Share" FOR EACH ROW WHEN (OLD."blockedAt" IS NULL)
  EXECUTE FUNCTION "share_ended"('deleted');
CREATE TRIGGER "Share_takenDown" AFTER UPDATE OF "blockedAt" ON "Share"
  FOR EACH ROW WHEN (OLD."blockedAt" IS NULL AND NEW."blockedAt" IS NOT NULL) EXECUTE FUNCTION "share_ended"('takenDown');

CREATE FUNCTION "admin_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "recordEvent"(TG_ARGV[0], NULL, CASE TG_ARGV[0]
    WHEN 'account.created' THEN jsonb_build_object('account', NEW."id", 'login', to_jsonb(NEW) ->> 'login')
    WHEN 'report.created' THEN jsonb_build_object('report', NEW."id", 'share', to_jsonb(NEW) ->> 'shareId', 'reason', to_jsonb(NEW) ->> 'reason')
    ELSE jsonb_build_object('file', NEW."id", 'share', to_jsonb(NEW) ->> 'shareId') END, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "Account_created" AFTER INSERT ON "Account"
  FOR EACH ROW WHEN (NEW."state" = 'Active') EXECUTE FUNCTION "admin_event"('account.created');
CREATE TRIGGER "Account_confirmed" AFTER UPDATE OF "state" ON "Account"
  FOR EACH ROW WHEN (OLD."state" = 'Pending' AND NEW."state" = 'Active') EXECUTE FUNCTION "admin_event"('account.created');
CREATE TRIGGER "Report_created" AFTER INSERT ON "Report"
  FOR EACH ROW EXECUTE FUNCTION "admin_event"('report.created');
CREATE TRIGGER "File_infected" AFTER UPDATE OF "scan" ON "File"
  FOR EACH ROW WHEN (NEW."scan" = 'infected' AND OLD."scan" <> 'infected') EXECUTE FUNCTION "admin_event"('file.infected');
