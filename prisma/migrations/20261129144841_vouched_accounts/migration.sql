-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "vouchedAt" TIMESTAMPTZ(3);

-- The day in which a directory that is away ends nobody begins now.
UPDATE "Account" SET "vouchedAt" = now() WHERE "source" = 'ldap';
