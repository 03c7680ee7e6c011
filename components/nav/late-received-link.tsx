'use client';

import dynamic from 'next/dynamic';

// Drawn by the server as well; visitors of a link, who share this bar, are spared its script.
export const LateReceivedLink = dynamic(() => import('./received-link').then((part) => part.ReceivedLink));
