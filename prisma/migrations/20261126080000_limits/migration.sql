-- A date that the link ends at, and how many downloads there may be by it.
ALTER TABLE "Share" ADD COLUMN "linkEndsAt" TIMESTAMPTZ(3),
  ADD COLUMN "maxDownloads" INTEGER;

-- Whether somebody chose the words of the link.
ALTER TABLE "Publication" ADD COLUMN "isWords" BOOLEAN NOT NULL DEFAULT false;

-- Who shares files tells visitors their name. Accounts that exist have never been asked.
ALTER TABLE "Account" ADD COLUMN "showName" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Account" ALTER COLUMN "showName" SET DEFAULT true;

-- Every link that has ever been made stays with the share that had it first, in whatever case it is written: who still
-- has the old link must never come to other files. Rows outlive publications, shares and accounts.
CREATE TABLE "UsedLinkId" (
    "key" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,

    CONSTRAINT "UsedLinkId_pkey" PRIMARY KEY ("key")
);

-- Of two that differ in case alone, the older one counts; both go on as they are.
INSERT INTO "UsedLinkId" ("key", "shareId")
SELECT lower("linkId"), "shareId" FROM "Publication" ORDER BY "publishedAt"
ON CONFLICT DO NOTHING;

CREATE FUNCTION "keepLinkId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UsedLinkId" ("key", "shareId") VALUES (lower(NEW."linkId"), NEW."shareId") ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT 1 FROM "UsedLinkId" WHERE "key" = lower(NEW."linkId") AND "shareId" <> NEW."shareId") THEN
    RAISE unique_violation USING MESSAGE = 'this link is another share''s', CONSTRAINT = 'UsedLinkId_pkey';
  END IF;
  RETURN NEW;
END $$;

-- Words that were only kept for a link, which nobody was told of and which then never came, are free again.
CREATE FUNCTION "freeLinkId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "UsedLinkId" WHERE "key" = lower(OLD."linkId") AND "shareId" = OLD."shareId";
  RETURN NULL;
END $$;

CREATE TRIGGER "Publication_freeLinkId" AFTER DELETE ON "Publication"
  FOR EACH ROW WHEN (OLD."version" = 0 AND OLD."reservedAt" IS NULL) EXECUTE FUNCTION "freeLinkId"();
CREATE TRIGGER "Publication_freeOldLinkId" AFTER UPDATE OF "linkId" ON "Publication"
  FOR EACH ROW WHEN (OLD."version" = 0 AND OLD."reservedAt" IS NULL AND OLD."linkId" <> NEW."linkId") EXECUTE FUNCTION "freeLinkId"();
CREATE TRIGGER "Publication_keepLinkId" BEFORE INSERT ON "Publication"
  FOR EACH ROW EXECUTE FUNCTION "keepLinkId"();
CREATE TRIGGER "Publication_keepNewLinkId" BEFORE UPDATE OF "linkId" ON "Publication"
  FOR EACH ROW WHEN (OLD."linkId" <> NEW."linkId") EXECUTE FUNCTION "keepLinkId"();
