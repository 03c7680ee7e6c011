-- Programs without a browser that ask for an access token; a person allows it on a page of ours.
CREATE TABLE "DeviceRequest" (
  "id" TEXT NOT NULL,
  "userCode" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "scopes" TEXT[],
  "address" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endsAt" TIMESTAMPTZ(3) NOT NULL,
  "answer" TEXT,
  "accountId" TEXT,
  CONSTRAINT "DeviceRequest_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "DeviceRequest_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id")
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "DeviceRequest_userCode_key" ON "DeviceRequest"("userCode");
CREATE INDEX "DeviceRequest_endsAt_idx" ON "DeviceRequest"("endsAt");
CREATE INDEX "DeviceRequest_accountId_idx" ON "DeviceRequest"("accountId");
