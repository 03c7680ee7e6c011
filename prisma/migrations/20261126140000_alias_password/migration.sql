-- An alias may ask its senders for a password.
ALTER TABLE "Alias" ADD COLUMN "passwordHash" TEXT;
ALTER TABLE "Alias" ADD COLUMN "passwordVersion" INTEGER NOT NULL DEFAULT 0;
