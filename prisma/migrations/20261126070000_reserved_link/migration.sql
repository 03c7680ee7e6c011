-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "reservedAt" TIMESTAMPTZ(3);
