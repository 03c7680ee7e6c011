-- All that an empty database gets. prisma/schema.prisma says what each table and column is for.

-- Searching inside words by index. A trusted extension: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Texts ---------------------------------------------------------------------------------------------------------------

-- Texts as searches compare them: small letters without accents, in one form however a keyboard, a phone or a word
-- processor wrote them. lib/domain/pasted/search-words.ts does the same. Most texts are ASCII, where only case differs.
CREATE FUNCTION "searchText"("text" TEXT) RETURNS TEXT
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

-- People's order of names, for long lists that the database has to sort: neither case nor accents matter, and "2" comes
-- before "10". Made without ICU, which not every PostgreSQL has, and short enough for an index however long a name is.
CREATE FUNCTION "nameOrder"("name" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN left(
  regexp_replace(
    regexp_replace(
      regexp_replace(normalize(lower("name"), NFD), U&'[\0300-\036F]', '', 'g'),
      '([0-9]+)', '0000000000000000\1', 'g'),
    '[0-9]*([0-9]{16})', '\1', 'g'),
  255) COLLATE "C";

-- Accounts ------------------------------------------------------------------------------------------------------------

CREATE TYPE "AccountState" AS ENUM ('Active', 'Disabled');

CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'intern',
    "subject" TEXT,
    "state" "AccountState" NOT NULL DEFAULT 'Active',
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "passwordHash" TEXT,
    "email" TEXT,
    "sourceEmail" TEXT,
    "language" TEXT,
    "timezone" TEXT,
    "theme" TEXT,
    "autoPublish" BOOLEAN,
    "showName" BOOLEAN NOT NULL DEFAULT true,
    "firstSteps" BOOLEAN NOT NULL DEFAULT true,
    "tellFirst" BOOLEAN NOT NULL DEFAULT false,
    "tellEvery" BOOLEAN NOT NULL DEFAULT false,
    "tellLimit" BOOLEAN NOT NULL DEFAULT false,
    "tellEnd" BOOLEAN NOT NULL DEFAULT true,
    "maxBytes" BIGINT,
    "maxFiles" INTEGER,
    "loginCount" INTEGER NOT NULL DEFAULT 0,
    "lastLoginAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletingAt" TIMESTAMPTZ(3),

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Account_login_lowercase" CHECK ("login" = lower("login") AND "login" <> '')
);
CREATE UNIQUE INDEX "Account_login_key" ON "Account" ("login");
CREATE UNIQUE INDEX "Account_source_subject_key" ON "Account" ("source", "subject");
CREATE INDEX "Account_admin_login_idx" ON "Account" ("admin", "login");
CREATE INDEX "Account_createdAt_login_idx" ON "Account" ("createdAt", "login");
CREATE INDEX "Account_loginCount_login_idx" ON "Account" ("loginCount", "login");
CREATE INDEX "Account_login_idx" ON "Account" USING GIN ("login" gin_trgm_ops);
CREATE INDEX "Account_source_login_idx" ON "Account" ("source", "login");
CREATE INDEX "Account_state_login_idx" ON "Account" ("state", "login");
-- Accounts that never signed in come before the first sign-in of all, not after the last.
CREATE INDEX "Account_lastLoginAt_login_idx" ON "Account" ("lastLoginAt" NULLS FIRST, "login");

CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "address" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "isKept" BOOLEAN NOT NULL DEFAULT false,
    "secretHash" TEXT,
    "name" TEXT,
    "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Session_accountId_lastSeenAt_idx" ON "Session" ("accountId", "lastSeenAt" DESC);
CREATE INDEX "Session_endsAt_idx" ON "Session" ("endsAt");

CREATE TABLE "DeviceRequest" (
    "id" TEXT NOT NULL,
    "userCode" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "address" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "accountId" TEXT,
    "sessionId" TEXT,

    CONSTRAINT "DeviceRequest_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "DeviceRequest_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "DeviceRequest_userCode_key" ON "DeviceRequest" ("userCode");
CREATE INDEX "DeviceRequest_accountId_idx" ON "DeviceRequest" ("accountId");
CREATE INDEX "DeviceRequest_endsAt_idx" ON "DeviceRequest" ("endsAt");

CREATE TABLE "Invite" (
    "id" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "keyStart" TEXT NOT NULL,
    "createdById" TEXT,
    "label" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Invite_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Invite_keyHash_key" ON "Invite" ("keyHash");
CREATE INDEX "Invite_createdById_idx" ON "Invite" ("createdById");
CREATE INDEX "Invite_expiresAt_idx" ON "Invite" ("expiresAt");

-- Aliases -------------------------------------------------------------------------------------------------------------

CREATE TABLE "Alias" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "validityMs" BIGINT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "albumId" TEXT,
    "passwordHash" TEXT,
    "passwordVersion" INTEGER NOT NULL DEFAULT 0,
    "told" BOOLEAN NOT NULL DEFAULT true,
    "albumChecks" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Alias_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Alias_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Alias_albumId_idx" ON "Alias" ("albumId");
CREATE INDEX "Alias_ownerId_createdAt_idx" ON "Alias" ("ownerId", "createdAt" DESC);
CREATE INDEX "Alias_searchText_idx" ON "Alias" USING GIN ("searchText"("name") gin_trgm_ops);

CREATE TABLE "AliasMember" (
    "aliasId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "told" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "AliasMember_pkey" PRIMARY KEY ("aliasId", "accountId"),
    CONSTRAINT "AliasMember_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AliasMember_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "AliasMember_accountId_idx" ON "AliasMember" ("accountId");

CREATE TABLE "AliasForm" (
    "aliasId" TEXT NOT NULL,
    "intro" TEXT NOT NULL DEFAULT '',
    "recipient" TEXT NOT NULL DEFAULT '',
    "opensAt" TIMESTAMPTZ(3),
    "closesAt" TIMESTAMPTZ(3),
    "lateUntil" TIMESTAMPTZ(3),
    "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "endings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "maxFiles" INTEGER,
    "maxFileBytes" BIGINT,
    "maxBytes" BIGINT,
    "askName" TEXT NOT NULL DEFAULT 'off',
    "askEmail" TEXT NOT NULL DEFAULT 'off',
    "askReference" TEXT NOT NULL DEFAULT 'off',
    "fields" JSONB NOT NULL DEFAULT '[]',
    "changeHours" INTEGER NOT NULL DEFAULT 24,
    "language" TEXT,
    "color" TEXT,

    CONSTRAINT "AliasForm_pkey" PRIMARY KEY ("aliasId"),
    CONSTRAINT "AliasForm_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "AliasLogo" (
    "aliasId" TEXT NOT NULL,
    "webp" BYTEA NOT NULL,

    CONSTRAINT "AliasLogo_pkey" PRIMARY KEY ("aliasId"),
    CONSTRAINT "AliasLogo_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "AliasForm"("aliasId") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "UsedAliasId" (
    "key" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,

    CONSTRAINT "UsedAliasId_pkey" PRIMARY KEY ("key")
);

-- An id stays with the account that had it first, in whatever case it is written: nobody who still has the old link must
-- ever send their files to somebody else.
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

-- Shares --------------------------------------------------------------------------------------------------------------

CREATE TABLE "Share" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "aliasId" TEXT,
    "name" TEXT,
    "description" TEXT,
    "validityMs" BIGINT NOT NULL,
    "maxViews" INTEGER NOT NULL,
    "passwordHash" TEXT,
    "passwordVersion" INTEGER NOT NULL DEFAULT 0,
    "notifiedAt" TIMESTAMPTZ(3),
    "tellFirst" BOOLEAN,
    "tellEvery" BOOLEAN,
    "tellLimit" BOOLEAN,
    "tellEnd" BOOLEAN,
    "linkEndsAt" TIMESTAMPTZ(3),
    "onlyRecipients" BOOLEAN NOT NULL DEFAULT false,
    "maxDownloads" INTEGER,
    "fileCount" INTEGER NOT NULL DEFAULT 0,
    "sizeBytes" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Share_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Share_bounds" CHECK ("validityMs" > 0 AND "maxViews" > 0),
    CONSTRAINT "Share_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Share_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Share_aliasId_createdAt_id_idx" ON "Share" ("aliasId", "createdAt" DESC, "id");
CREATE INDEX "Share_createdAt_idx" ON "Share" ("createdAt");
CREATE INDEX "Share_ownerId_createdAt_id_idx" ON "Share" ("ownerId", "createdAt" DESC, "id");
CREATE INDEX "Share_searchText_idx" ON "Share" USING GIN (
  "searchText"("name") gin_trgm_ops, "searchText"("description") gin_trgm_ops, "searchText"("id") gin_trgm_ops);

ALTER TABLE "Alias" ADD CONSTRAINT "Alias_albumId_fkey"
  FOREIGN KEY ("albumId") REFERENCES "Share"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "Delivery" (
    "shareId" TEXT NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "receiptHash" TEXT,
    "seenAt" TIMESTAMPTZ(3),
    "name" TEXT,
    "email" TEXT,
    "reference" TEXT,
    "answers" JSONB NOT NULL DEFAULT '[]',
    "isLate" BOOLEAN NOT NULL DEFAULT false,
    "doneAt" TIMESTAMPTZ(3),
    "mailedAt" TIMESTAMPTZ(3),
    "language" TEXT,
    "senderKey" TEXT,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("shareId"),
    CONSTRAINT "Delivery_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Delivery_receiptHash_key" ON "Delivery" ("receiptHash");

CREATE TABLE "Unread" (
    "accountId" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,

    CONSTRAINT "Unread_pkey" PRIMARY KEY ("accountId", "shareId"),
    CONSTRAINT "Unread_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Unread_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Unread_shareId_idx" ON "Unread" ("shareId");

-- Links ---------------------------------------------------------------------------------------------------------------

CREATE TABLE "Publication" (
    "shareId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "isWords" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "reservedAt" TIMESTAMPTZ(3),
    "views" INTEGER NOT NULL DEFAULT 0,
    "downloads" INTEGER NOT NULL DEFAULT 0,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "publishUntil" TIMESTAMPTZ(3) NOT NULL,
    "lastAccessAt" TIMESTAMPTZ(3),
    "reminded" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("shareId"),
    CONSTRAINT "Publication_views" CHECK ("views" >= 0),
    CONSTRAINT "Publication_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Publication_linkId_key" ON "Publication" ("linkId");
CREATE INDEX "Publication_enabled_publishUntil_idx" ON "Publication" ("enabled", "publishUntil");

CREATE TABLE "Recipient" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "message" TEXT,
    "language" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "refusal" TEXT,
    "withdrawnAt" TIMESTAMPTZ(3),
    "openedAt" TIMESTAMPTZ(3),
    "downloads" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Recipient_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Recipient_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Recipient_linkId_key" ON "Recipient" ("linkId");
CREATE UNIQUE INDEX "Recipient_shareId_key_key" ON "Recipient" ("shareId", "key");

CREATE TABLE "RecipientCode" (
    "recipientId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecipientCode_pkey" PRIMARY KEY ("recipientId"),
    CONSTRAINT "RecipientCode_recipientId_fkey" FOREIGN KEY ("recipientId") REFERENCES "Recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "UsedLinkId" (
    "key" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,

    CONSTRAINT "UsedLinkId_pkey" PRIMARY KEY ("key")
);

-- A link stays with the share that had it first, in whatever case it is written: nobody who still has the old link must
-- ever come to other files. Links of recipients are nobody else's either.
CREATE FUNCTION "keepLinkId"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UsedLinkId" ("key", "shareId") VALUES (lower(NEW."linkId"), NEW."shareId") ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT 1 FROM "UsedLinkId" WHERE "key" = lower(NEW."linkId") AND "shareId" <> NEW."shareId") THEN
    RAISE unique_violation USING MESSAGE = 'this link is another share''s', CONSTRAINT = 'UsedLinkId_pkey';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "Publication_keepLinkId" BEFORE INSERT ON "Publication"
  FOR EACH ROW EXECUTE FUNCTION "keepLinkId"();
CREATE TRIGGER "Publication_keepNewLinkId" BEFORE UPDATE OF "linkId" ON "Publication"
  FOR EACH ROW WHEN (OLD."linkId" <> NEW."linkId") EXECUTE FUNCTION "keepLinkId"();
CREATE TRIGGER "Recipient_keepLinkId" BEFORE INSERT OR UPDATE OF "linkId" ON "Recipient"
  FOR EACH ROW EXECUTE FUNCTION "keepLinkId"();

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

-- Files ---------------------------------------------------------------------------------------------------------------

CREATE TYPE "FileState" AS ENUM ('incoming', 'complete');

CREATE TABLE "File" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "path" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "storedBytes" BIGINT NOT NULL DEFAULT 0,
    "mimeType" TEXT NOT NULL,
    "sha256" TEXT,
    "crc32" TEXT,
    "state" "FileState" NOT NULL DEFAULT 'incoming',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),
    "modifiedAt" TIMESTAMPTZ(3),
    "addedBy" TEXT,

    CONSTRAINT "File_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "File_complete" CHECK ("state" <> 'complete' OR "storedBytes" = "sizeBytes"),
    CONSTRAINT "File_sizes" CHECK ("sizeBytes" >= 0 AND "storedBytes" >= 0 AND "storedBytes" <= "sizeBytes"),
    CONSTRAINT "File_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "File_shareId_path_name_id_idx" ON "File" ("shareId", "path", "name", "id");
-- Few files are a visitor’s.
CREATE INDEX "File_addedBy_idx" ON "File" ("addedBy") WHERE "addedBy" IS NOT NULL;
-- A file is found by its name and by the folders that it lies in.
CREATE INDEX "File_searchText_idx" ON "File" USING GIN ("searchText"("path" || '/' || "name") gin_trgm_ops);
-- One folder of a share, in people's order. With the name beside it PostgreSQL takes the order of fifty thousand names
-- from here instead of computing it (25 ms instead of 1,200).
CREATE INDEX "File_shareId_folder_nameOrder_id_idx"
ON "File" ("shareId", "path" COLLATE "C", "nameOrder"("name") COLLATE "C", "id" COLLATE "C") INCLUDE ("name", "state");
-- Files that have not fully arrived: few, however many a share has.
CREATE INDEX "File_shareId_incoming_idx" ON "File" ("shareId") WHERE "state" = 'incoming';
-- The few files whose checksum is still to be computed, among millions that have one.
CREATE INDEX "File_unhashed_idx" ON "File" ("id") WHERE "state" = 'complete' AND "sha256" IS NULL;

CREATE TABLE "Upload" (
    "fileId" TEXT NOT NULL,
    "offsetBytes" BIGINT NOT NULL DEFAULT 0,
    "crc32" TEXT NOT NULL DEFAULT '00000000',
    "hashState" BYTEA,
    "leaseHolder" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "generation" BIGINT NOT NULL DEFAULT 0,
    "isLengthDeferred" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("fileId"),
    CONSTRAINT "Upload_offset" CHECK ("offsetBytes" >= 0),
    CONSTRAINT "Upload_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Upload_expiresAt_idx" ON "Upload" ("expiresAt");

CREATE TABLE "Thumbnail" (
    "fileId" TEXT NOT NULL,
    "smallId" TEXT,
    "smallBytes" INTEGER,
    "largeId" TEXT,
    "largeBytes" INTEGER,
    "keptIn" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "madeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Thumbnail_pkey" PRIMARY KEY ("fileId"),
    CONSTRAINT "Thumbnail_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Thumbnail_largeId_idx" ON "Thumbnail" ("largeId");
CREATE INDEX "Thumbnail_smallId_idx" ON "Thumbnail" ("smallId");

CREATE TABLE "Removal" (
    "fileId" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Removal_pkey" PRIMARY KEY ("fileId")
);
CREATE INDEX "Removal_since_idx" ON "Removal" ("since");

-- However a file row goes (by itself, with its share, with its account), its bytes are marked for removal.
CREATE FUNCTION "mark_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Removal" ("fileId") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "File_removal" AFTER DELETE ON "File" FOR EACH ROW EXECUTE FUNCTION "mark_removal"();

-- So are those of its small pictures.
CREATE FUNCTION "mark_thumbnail_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Removal" ("fileId") SELECT "id" FROM unnest(ARRAY[OLD."smallId", OLD."largeId"]) AS "id"
  WHERE "id" IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "Thumbnail_removal" AFTER DELETE ON "Thumbnail" FOR EACH ROW EXECUTE FUNCTION "mark_thumbnail_removal"();

-- Unfinished files in a bucket ----------------------------------------------------------------------------------------

CREATE TABLE "BucketUpload" (
    "fileId" TEXT NOT NULL,
    "uploadId" TEXT,
    "partBytes" BIGINT NOT NULL,
    "writer" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BucketUpload_pkey" PRIMARY KEY ("fileId")
);

CREATE TABLE "BucketPart" (
    "fileId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "BucketPart_pkey" PRIMARY KEY ("fileId", "number"),
    CONSTRAINT "BucketPart_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BucketUpload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "BucketTail" (
    "fileId" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "BucketTail_pkey" PRIMARY KEY ("fileId", "position"),
    CONSTRAINT "BucketTail_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BucketUpload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Totals --------------------------------------------------------------------------------------------------------------

-- A share's own sums follow its files once a statement, not once a file: many small files are announced together, and a
-- share of a hundred thousand files is deleted by one statement. With the whole share the row is gone before its files.
CREATE FUNCTION "follow_file_sets"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE "Share" s SET "fileCount" = s."fileCount" + sign * f."files", "sizeBytes" = s."sizeBytes" + sign * f."bytes"
  FROM (SELECT "shareId", count(*) AS "files", sum("sizeBytes") AS "bytes" FROM "changed" GROUP BY "shareId") f
  WHERE s."id" = f."shareId";
  RETURN NULL;
END $$;
CREATE TRIGGER "File_new" AFTER INSERT ON "File" REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_file_sets"();
CREATE TRIGGER "File_gone" AFTER DELETE ON "File" REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_file_sets"();

-- Of an update PostgreSQL hands over no rows where only some columns matter.
CREATE FUNCTION "follow_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE "Share" SET "fileCount" = "fileCount" - 1, "sizeBytes" = "sizeBytes" - OLD."sizeBytes" WHERE "id" = OLD."shareId";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE "Share" SET "fileCount" = "fileCount" + 1, "sizeBytes" = "sizeBytes" + NEW."sizeBytes" WHERE "id" = NEW."shareId";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "File_totals" AFTER UPDATE OF "sizeBytes", "shareId" ON "File"
  FOR EACH ROW EXECUTE FUNCTION "follow_files"();

CREATE TABLE "Tally" (
    "id" BIGSERIAL NOT NULL,
    "ownerId" TEXT NOT NULL,
    "aliasId" TEXT,
    "shares" BIGINT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "files" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Tally_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Tally_aliasId_idx" ON "Tally" ("aliasId");
CREATE INDEX "Tally_ownerId_aliasId_idx" ON "Tally" ("ownerId", "aliasId");

-- The tally gets every change as a row of its own: nobody waits for anybody, as they would for one row with the sum.
CREATE FUNCTION "follow_shares"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD."ownerId", OLD."aliasId") IS NOT DISTINCT FROM (NEW."ownerId", NEW."aliasId") THEN
    IF (OLD."sizeBytes", OLD."fileCount") <> (NEW."sizeBytes", NEW."fileCount") THEN
      INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
      VALUES (NEW."ownerId", NEW."aliasId", 0, NEW."sizeBytes" - OLD."sizeBytes", NEW."fileCount" - OLD."fileCount");
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (OLD."ownerId", OLD."aliasId", -1, -OLD."sizeBytes", -OLD."fileCount");
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    VALUES (NEW."ownerId", NEW."aliasId", 1, NEW."sizeBytes", NEW."fileCount");
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Share_tally" AFTER INSERT OR DELETE OR UPDATE OF "ownerId", "aliasId", "sizeBytes", "fileCount" ON "Share"
  FOR EACH ROW EXECUTE FUNCTION "follow_shares"();

-- Jobs and mails ------------------------------------------------------------------------------------------------------

CREATE TABLE "Job" (
    "name" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseHolder" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Job_pkey" PRIMARY KEY ("name")
);

-- Each thousandth change has the tally summed up soon, so that its rows stay few however many files arrive. Where another
-- transaction has the job's row, nobody waits: the next thousand comes.
CREATE FUNCTION "sum_tally_soon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Job" SET "dueAt" = now()
  WHERE "name" = (SELECT "name" FROM "Job" WHERE "name" = 'sum tally' AND "dueAt" > now() FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER "Tally_sum" AFTER INSERT ON "Tally"
  FOR EACH ROW WHEN (NEW."id" % 1000 = 0) EXECUTE FUNCTION "sum_tally_soon"();

CREATE TABLE "Notice" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "accountId" TEXT,
    "recipientId" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'arrival',
    "since" INTEGER,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Notice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Notice_recipientId_fkey" FOREIGN KEY ("recipientId") REFERENCES "Recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Notice_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Notice_recipientId_kind_key" ON "Notice" ("recipientId", "kind");
CREATE UNIQUE INDEX "Notice_shareId_accountId_kind_key" ON "Notice" ("shareId", "accountId", "kind");
CREATE INDEX "Notice_accountId_idx" ON "Notice" ("accountId");
CREATE INDEX "Notice_dueAt_idx" ON "Notice" ("dueAt");

-- Activity ------------------------------------------------------------------------------------------------------------

CREATE TYPE "DownloadKind" AS ENUM ('file', 'zip');

CREATE TABLE "Visit" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "address" TEXT,
    "userAgent" TEXT,
    "recipientId" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Visit_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Visit_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Visit_shareId_startedAt_idx" ON "Visit" ("shareId", "startedAt" DESC);
CREATE INDEX "Visit_startedAt_idx" ON "Visit" ("startedAt");

CREATE TABLE "Download" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "fileId" TEXT,
    "visitId" TEXT,
    "accountId" TEXT,
    "recipientId" TEXT,
    "kind" "DownloadKind" NOT NULL,
    "sentBytes" BIGINT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "hasEnd" BOOLEAN NOT NULL DEFAULT false,
    "isShown" BOOLEAN NOT NULL DEFAULT false,
    "address" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Download_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Download_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Download_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Download_visitId_fkey" FOREIGN KEY ("visitId") REFERENCES "Visit"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "Download_fileId_idx" ON "Download" ("fileId");
CREATE INDEX "Download_startedAt_idx" ON "Download" ("startedAt");
CREATE INDEX "Download_visitId_startedAt_idx" ON "Download" ("visitId", "startedAt" DESC);
-- Downloads by a link that needed no visit: each is a row of the activity, where others stand below their visit.
CREATE INDEX "Download_byLink_idx" ON "Download" ("shareId", "startedAt" DESC, "id") WHERE "visitId" IS NULL AND "accountId" IS NULL;
-- Each note of a download looks for an earlier one of its reader, which must not take longer where many others are.
CREATE INDEX "Download_shareId_address_startedAt_idx" ON "Download" ("shareId", "address", "startedAt" DESC);

CREATE TABLE "ShareEvent" (
    "id" BIGSERIAL NOT NULL,
    "shareId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "login" TEXT,
    "address" TEXT,
    "userAgent" TEXT,
    "details" JSONB NOT NULL,

    CONSTRAINT "ShareEvent_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ShareEvent_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ShareEvent_at_idx" ON "ShareEvent" ("at");
CREATE INDEX "ShareEvent_shareId_at_id_idx" ON "ShareEvent" ("shareId", "at" DESC, "id" DESC);

CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actorId" TEXT,
    "actorLogin" TEXT,
    "actorKind" TEXT NOT NULL,
    "address" TEXT,
    "objectType" TEXT,
    "objectId" TEXT,
    "shareId" TEXT,
    "requestId" TEXT,
    "details" JSONB,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AuditEvent_actorId_at_idx" ON "AuditEvent" ("actorId", "at" DESC);
CREATE INDEX "AuditEvent_actorLogin_at_idx" ON "AuditEvent" ("actorLogin", "at" DESC);
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent" ("at" DESC, "id");
CREATE INDEX "AuditEvent_event_at_idx" ON "AuditEvent" ("event", "at" DESC);
CREATE INDEX "AuditEvent_objectId_idx" ON "AuditEvent" ("objectId");
CREATE INDEX "AuditEvent_outcome_at_idx" ON "AuditEvent" ("outcome", "at" DESC);
CREATE INDEX "AuditEvent_shareId_at_idx" ON "AuditEvent" ("shareId", "at" DESC);
-- Logins and addresses are found by any part of them, random ids only as a whole: each of their trigrams would be a new
-- entry of the index.
CREATE INDEX "AuditEvent_actorLogin_address_idx" ON "AuditEvent" USING GIN ("actorLogin" gin_trgm_ops, "address" gin_trgm_ops);

-- The installation ----------------------------------------------------------------------------------------------------

CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "windowAt" TIMESTAMPTZ(3) NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key", "windowAt")
);
CREATE INDEX "RateLimit_windowAt_idx" ON "RateLimit" ("windowAt");

CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Imported" (
    "product" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "oldId" TEXT NOT NULL,
    "newId" TEXT NOT NULL,
    "linkId" TEXT,
    "mark" TEXT,
    "importedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Imported_pkey" PRIMARY KEY ("product", "kind", "oldId")
);
