-- AlterTable
ALTER TABLE "DataExport" ADD COLUMN     "openedBy" TEXT,
ADD COLUMN     "openedUntil" TIMESTAMPTZ(3);

