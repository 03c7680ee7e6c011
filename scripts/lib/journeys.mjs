// Which journeys walk through which screens: a part of a source's path, and parts of the names of their files.
const journeys = [
  [/^components\/(account|new-password)\//, ['account']],
  [/^components\/alias\//, ['alias']],
  [/^components\/audit\//, ['audit']],
  [/^components\/auth\/|^app\/app\/login\//, ['login', 'session', 'second-factor', 'passkeys']],
  [/^components\/create\//, ['create']],
  [/^components\/device\//, ['device']],
  [/^components\/doctor\//, ['doctor']],
  [/^components\/ending\/|^app\/app\/ending\//, ['ending']],
  [/^components\/(files|open)\/|^app\/app\/open\//, ['open', 'preview', 'zip']],
  [/^components\/inbox\/|^app\/app\/share\//, ['public-upload']],
  [/^components\/(delivery|received)\//, ['received', 'alias-deliveries']],
  [/^components\/receipt\//, ['inbox-form']],
  [/^components\/(invite|register)\/|^app\/app\/register\//, ['signup']],
  [/^components\/mail-link\/|^app\/app\/\(mail-link\)\//, ['forgot']],
  [/^components\/list\//, ['share-list', 'alias-list']],
  [/^components\/mail\//, ['mail']],
  [/^components\/(home|nav|app|ui)\/|^app\/app\/[^/]+$/, ['shell', 'routes', 'accessibility']],
  [/^components\/home\//, ['home']],
  [/^components\/files\/photos\/|^components\/files\/viewer\//, ['photos']],
  [/^components\/files\/long\//, ['long-files']],
  [/^components\/receive\//, ['phone']],
  [/^components\/server\//, ['server-settings']],
  [/^components\/oversight\//, ['oversight', 'scan']],
  [/^components\/settings\//, ['settings']],
  [/^components\/factor\//, ['second-factor', 'passkeys']],
  [/^components\/leaving\//, ['leaving']],
  [/^components\/share\//, ['detail', 'share-list', 'received']],
  [/^components\/share\/activity\//, ['activity']],
  [/^components\/upload\/|^lib\/client\/upload\//, ['upload-states', 'resume', 'same-names']],
  [/^components\/upload\/pill\//, ['upload-pill']],
  [/^components\/app\/.*(event|drop)/, ['before-hydration', 'drop-anywhere']],
  [/^components\/usage\//, ['quota']],
  [/^components\/sealed\/|^lib\/client\/sealed\//, ['sealed']],
];

/** @param {string[]} changed @returns {string[]} prefixes of test files; changed tests in full */
export function journeysFor(changed) {
  const walked = changed.flatMap((file) =>
    journeys.flatMap(([part, names]) => (part.test(file) ? names : [])),
  );
  const own = changed.filter((file) => /^e2e\/screens\/.*\.spec\.ts$/.test(file));
  return [...new Set([...walked.map((name) => `e2e/screens/${name}`), ...own])];
}
