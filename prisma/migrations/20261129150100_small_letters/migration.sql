-- Small letters of all alphabets, also where the database's own locale knows those of ASCII alone (C, POSIX): there by
-- a collation that the server brings. Without one, the start of a new database and the doctor say so.
DO $$
DECLARE
  found TEXT := '';
  candidate TEXT;
  knows BOOLEAN;
BEGIN
  IF lower('ЖΩԱ') <> 'жωա' THEN
    FOR candidate IN
      SELECT format('COLLATE %I.%I', n.nspname, c.collname)
      FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
      JOIN unnest(ARRAY['und-x-icu', 'pg_c_utf8', 'C.utf8', 'C.UTF-8', 'en_US.utf8']) WITH ORDINALITY AS wanted("name", "rank")
        ON wanted."name" = c.collname
      WHERE c.collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding())) ORDER BY wanted."rank"
    LOOP
      EXECUTE format('SELECT lower(%L %s) = %L', 'ЖΩԱ', candidate, 'жωա') INTO knows;
      IF knows THEN
        found := candidate;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  EXECUTE format('CREATE FUNCTION "smallLetters"("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
    RETURN lower("text" %s)', found);
END $$;

CREATE OR REPLACE FUNCTION "searchText"("text" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length("text") = char_length("text") THEN lower("text") ELSE
  normalize(
    replace(replace(replace(translate(
      "smallLetters"(regexp_replace(
        normalize(
          translate(
            regexp_replace("text", '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'),
            '‘’‚‛′ʼ´“”„‟″«»‐‑‒–—―−', '''''''''''''''"""""""-------'),
          NFKD),
        '[\u0300-\u036F]', '', 'g')),
      'øđłı', 'odli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    NFC)
  END;

CREATE OR REPLACE FUNCTION "nameOrder"("name" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN left(
  regexp_replace(
    regexp_replace(
      regexp_replace(normalize("smallLetters"("name"), NFD), U&'[\0300-\036F]', '', 'g'),
      '([0-9]+)', '0000000000000000\1', 'g'),
    '[0-9]*([0-9]{16})', '\1', 'g'),
  255) COLLATE "C";

DROP INDEX "Account_email_lower_idx";
CREATE INDEX "Account_email_smallLetters_idx" ON "Account" ("smallLetters"("email"));

-- Only there the functions' results are others than before.
DO $$
DECLARE
  stale TEXT;
BEGIN
  IF lower('ЖΩԱ') <> 'жωա' THEN
    FOR stale IN
      SELECT format('%I.%I', schemaname, indexname) FROM pg_indexes
      WHERE schemaname = current_schema() AND indexdef ~ '"(searchText|nameOrder)"'
    LOOP
      EXECUTE 'REINDEX INDEX ' || stale;
    END LOOP;
  END IF;
END $$;
