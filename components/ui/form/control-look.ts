export const controlLook =
  'w-full rounded-control border border-edge bg-raised text-sm text-ink transition-colors duration-100 placeholder:text-muted hover:border-muted focus-visible:-outline-offset-1 aria-invalid:border-danger disabled:opacity-45 [&[readonly]]:border-line [&[readonly]]:bg-sunken';

/** 44 px for touch; 16 px type keeps phones from zooming in. */
export const controlHeight = 'h-9 pointer-coarse:h-11 pointer-coarse:text-base';
