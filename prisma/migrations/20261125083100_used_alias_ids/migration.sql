-- Every id that an alias has ever had stays with the account that had it first, in whatever case it is written: who
-- still has the old link must never send their files to somebody else. Rows outlive aliases and accounts.
CREATE TABLE "UsedAliasId" (
    "key" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,

    CONSTRAINT "UsedAliasId_pkey" PRIMARY KEY ("key")
);

-- Of two that differ in case alone, the older one counts; both go on as they are.
INSERT INTO "UsedAliasId" ("key", "ownerId")
SELECT lower("id"), "ownerId" FROM "Alias" ORDER BY "createdAt"
ON CONFLICT DO NOTHING;

CREATE FUNCTION "keepAliasId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UsedAliasId" ("key", "ownerId") VALUES (lower(NEW."id"), NEW."ownerId") ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT 1 FROM "UsedAliasId" WHERE "key" = lower(NEW."id") AND "ownerId" <> NEW."ownerId") THEN
    RAISE unique_violation USING MESSAGE = 'this alias id is another account''s', CONSTRAINT = 'UsedAliasId_pkey';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "Alias_keepId" BEFORE INSERT OR UPDATE OF "id", "ownerId" ON "Alias"
  FOR EACH ROW EXECUTE FUNCTION "keepAliasId"();
