-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- Searching inside words by index. A trusted extension: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "AccountState" AS ENUM ('Active', 'Disabled');

-- CreateEnum
CREATE TYPE "FileState" AS ENUM ('incoming', 'complete');

-- CreateEnum
CREATE TYPE "DownloadKind" AS ENUM ('file', 'zip');

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "login" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'intern',
    "subject" TEXT,
    "state" "AccountState" NOT NULL DEFAULT 'Active',
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "passwordHash" TEXT,
    "email" TEXT,
    "language" TEXT,
    "timezone" TEXT,
    "theme" TEXT,
    "autoPublish" BOOLEAN,
    "loginCount" INTEGER NOT NULL DEFAULT 0,
    "lastLoginAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletingAt" TIMESTAMPTZ(3),

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "address" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Invite" (
    "key" TEXT NOT NULL,
    "createdById" TEXT,
    "label" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Alias" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "validityMs" BIGINT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Alias_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AliasMember" (
    "aliasId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,

    CONSTRAINT "AliasMember_pkey" PRIMARY KEY ("aliasId","accountId")
);

-- CreateTable
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
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Share_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Publication" (
    "shareId" TEXT NOT NULL,
    "linkId" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "views" INTEGER NOT NULL DEFAULT 0,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "publishUntil" TIMESTAMPTZ(3) NOT NULL,
    "lastAccessAt" TIMESTAMPTZ(3),

    CONSTRAINT "Publication_pkey" PRIMARY KEY ("shareId")
);

-- CreateTable
CREATE TABLE "Visit" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "address" TEXT,
    "userAgent" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Visit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "File_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Upload" (
    "fileId" TEXT NOT NULL,
    "offsetBytes" BIGINT NOT NULL DEFAULT 0,
    "crc32" TEXT NOT NULL DEFAULT '00000000',
    "hashState" BYTEA,
    "storageUploadId" TEXT,
    "leaseHolder" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("fileId")
);

-- CreateTable
CREATE TABLE "UploadPart" (
    "fileId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,
    "crc32" TEXT NOT NULL,

    CONSTRAINT "UploadPart_pkey" PRIMARY KEY ("fileId","number")
);

-- CreateTable
CREATE TABLE "Removal" (
    "fileId" TEXT NOT NULL,
    "storageUploadId" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Removal_pkey" PRIMARY KEY ("fileId")
);

-- CreateTable
CREATE TABLE "Download" (
    "id" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "fileId" TEXT,
    "visitId" TEXT,
    "accountId" TEXT,
    "kind" "DownloadKind" NOT NULL,
    "sentBytes" BIGINT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "address" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Download_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "windowAt" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key","windowAt")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_login_key" ON "Account"("login");

-- CreateIndex
CREATE INDEX "Account_createdAt_idx" ON "Account"("createdAt");

-- CreateIndex
CREATE INDEX "Account_login_idx" ON "Account" USING GIN ("login" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "Account_source_subject_key" ON "Account"("source", "subject");

-- CreateIndex
CREATE INDEX "Session_accountId_lastSeenAt_idx" ON "Session"("accountId", "lastSeenAt" DESC);

-- CreateIndex
CREATE INDEX "Session_endsAt_idx" ON "Session"("endsAt");

-- CreateIndex
CREATE INDEX "Invite_expiresAt_idx" ON "Invite"("expiresAt");

-- CreateIndex
CREATE INDEX "Invite_createdById_idx" ON "Invite"("createdById");

-- CreateIndex
CREATE INDEX "Alias_ownerId_createdAt_idx" ON "Alias"("ownerId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Alias_name_idx" ON "Alias" USING GIN ("name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "AliasMember_accountId_idx" ON "AliasMember"("accountId");

-- CreateIndex
CREATE INDEX "Share_ownerId_createdAt_id_idx" ON "Share"("ownerId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Share_aliasId_createdAt_id_idx" ON "Share"("aliasId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Share_createdAt_idx" ON "Share"("createdAt");

-- CreateIndex
CREATE INDEX "Share_name_description_id_idx" ON "Share" USING GIN ("name" gin_trgm_ops, "description" gin_trgm_ops, "id" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "Publication_linkId_key" ON "Publication"("linkId");

-- CreateIndex
CREATE INDEX "Publication_enabled_publishUntil_idx" ON "Publication"("enabled", "publishUntil");

-- CreateIndex
CREATE INDEX "Visit_shareId_startedAt_idx" ON "Visit"("shareId", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "Visit_startedAt_idx" ON "Visit"("startedAt");

-- CreateIndex
CREATE INDEX "File_shareId_path_name_id_idx" ON "File"("shareId", "path", "name", "id");

-- CreateIndex
CREATE INDEX "File_state_createdAt_idx" ON "File"("state", "createdAt");

-- CreateIndex
CREATE INDEX "Upload_expiresAt_idx" ON "Upload"("expiresAt");

-- CreateIndex
CREATE INDEX "Removal_since_idx" ON "Removal"("since");

-- CreateIndex
CREATE INDEX "Download_shareId_startedAt_idx" ON "Download"("shareId", "startedAt" DESC);

-- CreateIndex
CREATE INDEX "Download_fileId_idx" ON "Download"("fileId");

-- CreateIndex
CREATE INDEX "Download_visitId_idx" ON "Download"("visitId");

-- CreateIndex
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent"("at" DESC, "id");

-- CreateIndex
CREATE INDEX "AuditEvent_event_at_idx" ON "AuditEvent"("event", "at" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_actorId_at_idx" ON "AuditEvent"("actorId", "at" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_shareId_at_idx" ON "AuditEvent"("shareId", "at" DESC);

-- CreateIndex
CREATE INDEX "RateLimit_windowAt_idx" ON "RateLimit"("windowAt");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Alias" ADD CONSTRAINT "Alias_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AliasMember" ADD CONSTRAINT "AliasMember_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AliasMember" ADD CONSTRAINT "AliasMember_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Share" ADD CONSTRAINT "Share_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "Alias"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Visit" ADD CONSTRAINT "Visit_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadPart" ADD CONSTRAINT "UploadPart_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "Upload"("fileId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Download" ADD CONSTRAINT "Download_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Download" ADD CONSTRAINT "Download_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Download" ADD CONSTRAINT "Download_visitId_fkey" FOREIGN KEY ("visitId") REFERENCES "Visit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What no row may say, whoever writes it.
ALTER TABLE "Account" ADD CONSTRAINT "Account_login_lowercase" CHECK ("login" = lower("login") AND "login" <> '');
ALTER TABLE "Share" ADD CONSTRAINT "Share_bounds" CHECK ("validityMs" > 0 AND "maxViews" > 0);
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_views" CHECK ("views" >= 0);
ALTER TABLE "File" ADD CONSTRAINT "File_sizes" CHECK ("sizeBytes" >= 0 AND "storedBytes" >= 0 AND "storedBytes" <= "sizeBytes");
ALTER TABLE "File" ADD CONSTRAINT "File_complete" CHECK ("state" <> 'complete' OR "storedBytes" = "sizeBytes");
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_offset" CHECK ("offsetBytes" >= 0);

-- However a file row goes (by itself, with its share, with its account), its bytes are marked for removal.
CREATE FUNCTION "mark_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Removal" ("fileId") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "File_removal" AFTER DELETE ON "File" FOR EACH ROW EXECUTE FUNCTION "mark_removal"();
