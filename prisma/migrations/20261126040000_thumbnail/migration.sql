-- Small pictures of a file: made once, kept beside it, gone with it. Backups leave this table out.
CREATE TABLE "Thumbnail" (
    "fileId" TEXT NOT NULL,
    "smallId" TEXT,
    "smallBytes" INTEGER,
    "largeId" TEXT,
    "largeBytes" INTEGER,
    "keptIn" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "madeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Thumbnail_pkey" PRIMARY KEY ("fileId")
);

CREATE INDEX "Thumbnail_smallId_idx" ON "Thumbnail"("smallId");
CREATE INDEX "Thumbnail_largeId_idx" ON "Thumbnail"("largeId");

ALTER TABLE "Thumbnail" ADD CONSTRAINT "Thumbnail_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- However the row goes, its bytes are marked for removal like those of files.
CREATE FUNCTION "mark_thumbnail_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Removal" ("fileId") SELECT "id" FROM unnest(ARRAY[OLD."smallId", OLD."largeId"]) AS "id"
  WHERE "id" IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "Thumbnail_removal" AFTER DELETE ON "Thumbnail" FOR EACH ROW EXECUTE FUNCTION "mark_thumbnail_removal"();
