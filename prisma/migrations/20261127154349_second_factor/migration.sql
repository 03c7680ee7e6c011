-- CreateTable
CREATE TABLE "SecondFactor" (
    "accountId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "lastStep" BIGINT NOT NULL,
    "recoveryHashes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "SignInChallenge" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInChallenge_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SignInChallenge_endsAt_idx" ON "SignInChallenge"("endsAt");

-- CreateIndex
CREATE INDEX "SignInChallenge_accountId_idx" ON "SignInChallenge"("accountId");

-- AddForeignKey
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SignInChallenge" ADD CONSTRAINT "SignInChallenge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

