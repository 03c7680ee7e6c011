// Which journeys walk through which screens: a part of a source's path, and parts of the names of their files.
const journeys = [
  [/^components\/(account|new-password)\//, ['account']],
  [/^components\/sender\//, ['profile']],
  [/^components\/alias\//, ['alias', 'inbox-look', 'inbox-form', 'last-choice', 'two-tabs']],
  [/^components\/audit\//, ['audit']],
  [
    /^components\/auth\/|^app\/app\/login\//,
    ['login', 'session', 'second-factor', 'passkeys', 'provider', 'proxy-login', 'configured', 'keyboard'],
  ],
  [/^components\/create\//, ['create', 'clicks', 'journey', 'keyboard', 'link-ahead']],
  [/^components\/device\//, ['device']],
  [/^components\/doctor\//, ['doctor']],
  [/^components\/ending\/|^app\/app\/ending\//, ['accessibility']],
  [/^components\/files\//, ['open', 'preview', 'zip', 'hostile']],
  [
    /^components\/open\/|^app\/app\/open\//,
    ['open', 'zip', 'public-page', 'imported', 'older-browsers', 'pasted'],
  ],
  [/^components\/files\/choose\//, ['choose']],
  [/^components\/inbox\/|^app\/app\/share\//, ['public-upload', 'inbox', 'album', 'again']],
  [/^components\/(delivery|received)\//, ['received', 'alias-deliveries', 'album']],
  [/^components\/receipt\//, ['inbox-form']],
  [/^(components|lib\/features|lib\/domain)\/request\//, ['request', 'request-sealed', 'narrow', 'routes']],
  [/^components\/(invite|register)\/|^app\/app\/register\//, ['signup', 'configured']],
  [/^components\/mail-link\/|^app\/app\/\(mail-link\)\//, ['forgot']],
  [/^components\/list\//, ['share-list', 'alias-list', 'long-lists']],
  [/^components\/mail\//, ['mail']],
  [
    /^components\/(home|nav|app|ui)\/|^app\/app\/[^/]+$/,
    ['shell', 'routes', 'accessibility', 'handling', 'budget', 'narrow'],
  ],
  [/^components\/app\//, ['away', 'pasted', 'older-browsers']],
  [/^components\/home\//, ['home']],
  [/^components\/files\/photos\/|^components\/files\/viewer\//, ['photos']],
  [/^components\/files\/long\//, ['long-files']],
  [/^components\/receive\//, ['phone']],
  [/^components\/server\//, ['server-settings']],
  [/^components\/admin\//, ['server-settings', 'oversight', 'audit']],
  [/^components\/oversight\//, ['oversight', 'scan']],
  [/^components\/settings\//, ['settings', 'last-choice']],
  [/^components\/settings\/webhook\//, ['webhooks']],
  [/^components\/factor\//, ['second-factor', 'passkeys', 'settings-focus']],
  [/^components\/leaving\//, ['leaving']],
  [/^components\/share\//, ['detail', 'share-list', 'received', 'two-tabs']],
  [/^components\/share\/activity\//, ['activity']],
  [/^components\/share\/link\/|^lib\/client\/live\//, ['limits', 'link-ahead', 'clicks', 'arrivals']],
  [/^components\/share\/people\//, ['recipients']],
  [/^components\/ui\/dialog\//, ['back', 'keyboard']],
  [
    /^components\/upload\/|^lib\/client\/upload\//,
    ['upload-states', 'bundles', 'resume', 'same-names', 'bad-drops', 'again', 'quota'],
  ],
  [/^components\/upload\/pill\//, ['upload-pill']],
  [/^components\/app\/.*(event|drop)/, ['before-hydration', 'drop-anywhere']],
  [/^components\/ui\/dialog\/toast/, ['calm']],
  [/^components\/sealed\/|^lib\/client\/sealed\//, ['sealed']],
  [/^lib\/server\/auth\/external\//, ['provider']],
  [/^lib\/server\/transfer\/tus\//, ['uppy', 'resume']],
];

/** @param {string[]} changed @returns {string[]} prefixes of test files; changed tests in full */
export function journeysFor(changed) {
  const walked = changed.flatMap((file) =>
    journeys.flatMap(([part, names]) => (part.test(file) ? names : [])),
  );
  const own = changed.filter((file) => /^e2e\/screens\/.*\.spec\.ts$/.test(file));
  return [...new Set([...walked.map((name) => `e2e/screens/${name}`), ...own])];
}
