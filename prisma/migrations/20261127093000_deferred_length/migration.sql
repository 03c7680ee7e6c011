-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "isLengthDeferred" BOOLEAN NOT NULL DEFAULT false;

