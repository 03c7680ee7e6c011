'use client';

import dynamic from 'next/dynamic';

export const InboxGate = dynamic(() => import('./inbox-gate-form').then((part) => part.InboxGateForm));
