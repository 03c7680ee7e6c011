-- A share's own sums follow its files once a statement, not once a file: many small files are announced together, and a
-- share of a hundred thousand files is deleted by one statement.
CREATE FUNCTION "follow_file_sets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "Share" s SET "fileCount" = s."fileCount" + sign * f."files", "sizeBytes" = s."sizeBytes" + sign * f."bytes"
  FROM (SELECT "shareId", count(*) AS "files", sum("sizeBytes") AS "bytes" FROM "changed" GROUP BY "shareId") f
  WHERE s."id" = f."shareId";
  RETURN NULL;
END $$;

DROP TRIGGER "File_totals" ON "File";
CREATE TRIGGER "File_new" AFTER INSERT ON "File" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_file_sets"();
CREATE TRIGGER "File_gone" AFTER DELETE ON "File" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_file_sets"();
-- Of an update PostgreSQL hands over no rows where only some columns matter.
CREATE TRIGGER "File_totals" AFTER UPDATE OF "sizeBytes", "shareId" ON "File"
  FOR EACH ROW EXECUTE FUNCTION "follow_files"();
