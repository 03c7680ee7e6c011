'use client';

import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';

type FocusedHeadingProps = ComponentProps<'h2'> & { as?: 'h2' | 'h3' | 'h4' };

/** The heading of something that has just appeared. It takes the focus. */
export function FocusedHeading({
  as: Heading = 'h2',
  className = 'text-lg font-semibold tracking-tight',
  ...props
}: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return <Heading {...props} ref={heading} tabIndex={-1} className={`${className} outline-none`} />;
}

type ResultPanelProps = { title: string; level: 'h2' | 'h3' | 'h4'; children: ReactNode };

export function ResultPanel({ title, level, children }: ResultPanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="animate-arrive rounded-card border border-line bg-raised p-5 shadow-card"
    >
      <FocusedHeading as={level} id={id} className="text-base font-medium">
        {title}
      </FocusedHeading>
      {children}
    </section>
  );
}
