-- Whom a share is for, each with a link of their own, and whether it opens for them alone.
ALTER TABLE "Share" ADD COLUMN "onlyRecipients" BOOLEAN NOT NULL DEFAULT false;

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

    CONSTRAINT "Recipient_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Recipient_linkId_key" ON "Recipient"("linkId");
CREATE UNIQUE INDEX "Recipient_shareId_key_key" ON "Recipient"("shareId", "key");
ALTER TABLE "Recipient" ADD CONSTRAINT "Recipient_shareId_fkey"
  FOREIGN KEY ("shareId") REFERENCES "Share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Their links are nobody else's either.
CREATE TRIGGER "Recipient_keepLinkId" BEFORE INSERT OR UPDATE OF "linkId" ON "Recipient"
  FOR EACH ROW EXECUTE FUNCTION "keepLinkId"();

-- The code that was mailed last to somebody; never the code itself.
CREATE TABLE "RecipientCode" (
    "recipientId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecipientCode_pkey" PRIMARY KEY ("recipientId")
);
ALTER TABLE "RecipientCode" ADD CONSTRAINT "RecipientCode_recipientId_fkey"
  FOREIGN KEY ("recipientId") REFERENCES "Recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which of them came and took something. No foreign key: rows of a recipient go with the share, as these do.
ALTER TABLE "Visit" ADD COLUMN "recipientId" TEXT;
ALTER TABLE "Download" ADD COLUMN "recipientId" TEXT;

-- A mail that is still to be sent is for an account or for one of them.
ALTER TABLE "Notice" ALTER COLUMN "accountId" DROP NOT NULL;
ALTER TABLE "Notice" ADD COLUMN "recipientId" TEXT;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_recipientId_fkey"
  FOREIGN KEY ("recipientId") REFERENCES "Recipient"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "Notice_recipientId_kind_key" ON "Notice"("recipientId", "kind");
