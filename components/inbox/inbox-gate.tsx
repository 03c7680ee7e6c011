'use client';

import dynamic from 'next/dynamic';

/** Loaded separately, since few inboxes have a password. */
export const InboxGate = dynamic(() => import('./inbox-gate-form').then((part) => part.InboxGateForm));
