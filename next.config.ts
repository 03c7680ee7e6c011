import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // `npm run check` looks at the types, tests included; a start need not.
  typescript: { ignoreBuildErrors: true },
  // Our own front door owns the answers; files must keep their Content-Length and ranges.
  compress: false,
  // No optimiser: uploaded images are never decoded on the server.
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['argon2', 'pg', 'pino', '@prisma/client', '@prisma/adapter-pg'],
};

export default createNextIntlPlugin('./lib/i18n/request.ts')(config);
