import type { AppConfig } from '@/lib/contract/info';
import { OperatorText } from './operator-text';

/** The operator's words, or name, version and the start of the build's id; nothing when switched off. */
export function Footer({ config }: { config: AppConfig }) {
  const { footerVisible, footerText, appName, version, buildId } = config;
  if (!footerVisible) return null;
  return (
    <footer className="mx-auto w-full max-w-5xl px-6 py-6 text-xs text-muted">
      {footerText ? (
        <OperatorText text={footerText} />
      ) : (
        <p>
          {appName} {version} ({buildId.slice(0, 8)})
        </p>
      )}
    </footer>
  );
}
