-- What an import has brought from another product, by the id that it had there: a second run goes on where the first one
-- ended, and links of before lead to what they led to. Rows outlive what they speak of, so what people have deleted here
-- doesn't come back.
CREATE TABLE "Imported" (
    "product" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "oldId" TEXT NOT NULL,
    "newId" TEXT NOT NULL,
    "linkId" TEXT,
    "importedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Imported_pkey" PRIMARY KEY ("product", "kind", "oldId")
);
