-- AlterTable
ALTER TABLE "Recipient" ADD COLUMN     "subject" TEXT;

