-- AlterTable
ALTER TABLE "DeviceRequest" ADD COLUMN     "sessionId" TEXT;

