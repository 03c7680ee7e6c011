-- The page of an alias may have a language, a colour and a logo of its own.
ALTER TABLE "AliasForm" ADD COLUMN "language" TEXT;
ALTER TABLE "AliasForm" ADD COLUMN "color" TEXT;

CREATE TABLE "AliasLogo" (
    "aliasId" TEXT NOT NULL,
    "webp" BYTEA NOT NULL,

    CONSTRAINT "AliasLogo_pkey" PRIMARY KEY ("aliasId"),
    CONSTRAINT "AliasLogo_aliasId_fkey" FOREIGN KEY ("aliasId") REFERENCES "AliasForm"("aliasId") ON DELETE CASCADE ON UPDATE CASCADE
);
