-- What searches compare: small letters, each in one form however a keyboard or a system put it together (NFC). Names
-- stay as they were sent. Most are ASCII, where there is nothing to put together.
CREATE FUNCTION "searchText"("text" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(CASE WHEN octet_length("text") = char_length("text") THEN "text" ELSE normalize("text", NFC) END);

DROP INDEX "Alias_name_idx";
CREATE INDEX "Alias_searchText_idx" ON "Alias" USING GIN ("searchText"("name") gin_trgm_ops);

DROP INDEX "Share_name_description_id_idx";
CREATE INDEX "Share_searchText_idx" ON "Share" USING GIN (
  "searchText"("name") gin_trgm_ops, "searchText"("description") gin_trgm_ops, "searchText"("id") gin_trgm_ops);

-- A file is found by its name and by the folders that it lies in.
CREATE INDEX "File_searchText_idx" ON "File" USING GIN ("searchText"("path" || '/' || "name") gin_trgm_ops);

-- Without statistics of these texts the planner takes frequent words for rare ones. Of an empty table there must be none:
-- what uploads ask would be planned for a table that stays empty.
DO $$
BEGIN
  IF EXISTS (SELECT FROM "Alias") THEN ANALYZE "Alias"; END IF;
  IF EXISTS (SELECT FROM "Share") THEN ANALYZE "Share"; END IF;
  IF EXISTS (SELECT FROM "File") THEN ANALYZE "File"; END IF;
END $$;
