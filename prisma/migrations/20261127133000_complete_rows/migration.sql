-- Nothing reads these.
ALTER TABLE "Upload" DROP COLUMN "hashState";
DELETE FROM "Setting" WHERE "key" = 'instants';

-- Every answer says of which kind its question was; null where that was not noted.
UPDATE "Delivery" SET "answers" = (
  SELECT jsonb_agg('{"kind": null}' || "answer" ORDER BY "place")
  FROM jsonb_array_elements("answers") WITH ORDINALITY AS said("answer", "place"))
WHERE jsonb_path_exists("answers", '$[*] ? (!exists(@.kind))');
