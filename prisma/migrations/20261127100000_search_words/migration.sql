-- What searches compare: small letters without accents, in one form however a keyboard, a phone or a word processor
-- wrote them. lib/domain/pasted/search-words.ts does the same. Most texts are ASCII, where only case differs.
DROP INDEX "Alias_searchText_idx";
DROP INDEX "Share_searchText_idx";
DROP INDEX "File_searchText_idx";

CREATE OR REPLACE FUNCTION "searchText"("text" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length("text") = char_length("text") THEN lower("text") ELSE
  normalize(
    replace(replace(replace(translate(
      lower(regexp_replace(
        normalize(
          translate(
            regexp_replace("text", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'),
            '‘’‚‛′ʼ´“”„‟″«»‐‑‒–—―−', '''''''''''''''"""""""-------'),
          NFKD),
        '[\u0300-\u036F]', '', 'g')),
      'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    NFC)
  END;

CREATE INDEX "Alias_searchText_idx" ON "Alias" USING GIN ("searchText"("name") gin_trgm_ops);
CREATE INDEX "Share_searchText_idx" ON "Share" USING GIN (
  "searchText"("name") gin_trgm_ops, "searchText"("description") gin_trgm_ops, "searchText"("id") gin_trgm_ops);
CREATE INDEX "File_searchText_idx" ON "File" USING GIN ("searchText"("path" || '/' || "name") gin_trgm_ops);

-- Names from before lose what disguises them, as new ones do (lib/domain/pasted/name.ts).
CREATE FUNCTION pg_temp."cleanName"("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE
RETURN btrim(regexp_replace("name", '[\u0001-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]', '', 'g'));
UPDATE "Share" SET "name" = nullif(pg_temp."cleanName"("name"), '') WHERE "name" <> pg_temp."cleanName"("name");
UPDATE "Alias" SET "name" = pg_temp."cleanName"("name")
WHERE "name" <> pg_temp."cleanName"("name") AND pg_temp."cleanName"("name") <> '';
UPDATE "Delivery" SET "name" = pg_temp."cleanName"("name"), "reference" = pg_temp."cleanName"("reference")
WHERE "name" <> pg_temp."cleanName"("name") OR "reference" <> pg_temp."cleanName"("reference");

-- Statistics of these texts, as when they were first searched (20261125130000_search_text).
DO $$
BEGIN
  IF EXISTS (SELECT FROM "Alias") THEN ANALYZE "Alias"; END IF;
  IF EXISTS (SELECT FROM "Share") THEN ANALYZE "Share"; END IF;
  IF EXISTS (SELECT FROM "File") THEN ANALYZE "File"; END IF;
END $$;
