export const segmentedList =
  'flex h-fit w-fit max-w-full min-w-0 flex-wrap gap-0.5 rounded-control bg-sunken p-0.5';
export const segmentedPart =
  'segmented-part inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md border border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors duration-100 hover:text-ink pointer-coarse:h-10 [&_svg]:size-4';
