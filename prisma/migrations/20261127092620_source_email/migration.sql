-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "sourceEmail" TEXT;

