-- Keys that are out stay good: their hashes are made here, and the keys themselves go.
ALTER TABLE "Invite"
    ADD COLUMN "id" TEXT,
    ADD COLUMN "keyHash" TEXT,
    ADD COLUMN "keyStart" TEXT;

UPDATE "Invite" SET
    "id" = gen_random_uuid()::text,
    "keyHash" = encode(sha256(convert_to("key", 'UTF8')), 'hex'),
    "keyStart" = left("key", 6);

ALTER TABLE "Invite"
    DROP CONSTRAINT "Invite_pkey",
    DROP COLUMN "key",
    ALTER COLUMN "id" SET NOT NULL,
    ALTER COLUMN "keyHash" SET NOT NULL,
    ALTER COLUMN "keyStart" SET NOT NULL,
    ADD CONSTRAINT "Invite_pkey" PRIMARY KEY ("id");

-- CreateIndex
CREATE UNIQUE INDEX "Invite_keyHash_key" ON "Invite"("keyHash");
