-- AlterEnum
ALTER TYPE "AccountState" ADD VALUE 'Pending';

-- AlterTable
ALTER TABLE "Invite" ADD COLUMN     "address" TEXT,
ALTER COLUMN "keyHash" DROP NOT NULL;

