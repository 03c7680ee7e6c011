import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonLook } from '@/components/ui/button-look';
import { BarIcon } from './bar-icons';

const id = 'bar-menu';

/**
 * Holds what a visitor may choose: in the bar, and on a phone behind one button (app/bar-menu.css). The browser opens
 * and closes it, so that it costs no script.
 */
export function BarMenu({ children }: { children: ReactNode }) {
  const t = useTranslations('nav');
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('more')}
        title={t('more')}
        className={buttonLook({ tone: 'ghost', size: 'icon' })}
      >
        <BarIcon name="more" />
      </button>
      <div id={id} popover="auto">
        {children}
        {/* Shown by a page that can be reported (components/open/report-link.tsx). */}
        <button
          id="bar-report"
          type="button"
          hidden
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-haspopup="dialog"
          className={buttonLook({ tone: 'ghost' })}
        >
          <BarIcon name="flag" />
          {t('report')}
        </button>
      </div>
    </>
  );
}
