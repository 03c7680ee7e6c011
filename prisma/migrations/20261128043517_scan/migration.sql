-- CreateEnum
CREATE TYPE "ScanState" AS ENUM ('none', 'pending', 'clean', 'notScanned', 'infected');

-- AlterTable
ALTER TABLE "File" ADD COLUMN     "scan" "ScanState" NOT NULL DEFAULT 'none',
ADD COLUMN     "scanNote" TEXT,
ADD COLUMN     "scannedAt" TIMESTAMPTZ(3);


-- Of what waits for a scan, may be scanned again or is quarantined: few of all files.
CREATE INDEX "File_scan_idx" ON "File" ("scan", "id") WHERE "scan" IN ('pending', 'notScanned', 'infected');
