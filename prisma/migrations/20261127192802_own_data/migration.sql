-- CreateTable
CREATE TABLE "DataExport" (
    "accountId" TEXT NOT NULL,
    "withFiles" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "readyAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),

    CONSTRAINT "DataExport_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "ExportFile" (
    "accountId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sizeBytes" BIGINT,
    "crc32" TEXT,

    CONSTRAINT "ExportFile_pkey" PRIMARY KEY ("accountId","fileId")
);

-- AddForeignKey
ALTER TABLE "DataExport" ADD CONSTRAINT "DataExport_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExportFile" ADD CONSTRAINT "ExportFile_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "DataExport"("accountId") ON DELETE CASCADE ON UPDATE CASCADE;

