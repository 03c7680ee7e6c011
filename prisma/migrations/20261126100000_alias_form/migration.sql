-- What an alias tells and asks its senders, and what they answered.
CREATE TABLE "AliasForm" (
  "aliasId" TEXT NOT NULL,
  "intro" TEXT NOT NULL DEFAULT '',
  "recipient" TEXT NOT NULL DEFAULT '',
  "opensAt" TIMESTAMPTZ(3),
  "closesAt" TIMESTAMPTZ(3),
  "lateUntil" TIMESTAMPTZ(3),
  "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "endings" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "maxFiles" INTEGER,
  "maxFileBytes" BIGINT,
  "maxBytes" BIGINT,
  "askName" TEXT NOT NULL DEFAULT 'off',
  "askEmail" TEXT NOT NULL DEFAULT 'off',
  "askReference" TEXT NOT NULL DEFAULT 'off',
  "fields" JSONB NOT NULL DEFAULT '[]',
  CONSTRAINT "AliasForm_pkey" PRIMARY KEY ("aliasId")
);

CREATE TABLE "Delivery" (
  "shareId" TEXT NOT NULL,
  "name" TEXT,
  "email" TEXT,
  "reference" TEXT,
  "answers" JSONB NOT NULL DEFAULT '[]',
  "isLate" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "Delivery_pkey" PRIMARY KEY ("shareId")
);

ALTER TABLE "AliasForm" ADD CONSTRAINT "AliasForm_aliasId_fkey"
  FOREIGN KEY ("aliasId") REFERENCES "Alias" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_shareId_fkey"
  FOREIGN KEY ("shareId") REFERENCES "Share" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
