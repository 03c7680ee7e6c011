/** Journeys through pages that still move by themselves, each with the reason. The list only gets shorter. */
export const restless: Readonly<Record<string, string>> = {
  'photos that a phone hands out with another time and name go on where they were':
    'only the browser knows of an interrupted upload, and says so above the form',
  'other files are never mixed with what has arrived, and can be sent as new ones':
    'only the browser knows of an interrupted upload, and says so above the form',
  'a sender goes on after pause, lost network and reload, and tells the recipient once':
    'only the browser knows of an interrupted upload, and says so above the form',
  'an interrupted upload can be given up, and the offer is made to no other alias':
    'only the browser knows of an interrupted upload, and says so above the form',
  'an interrupted upload can be thrown away with all that was sent':
    'only the browser knows of an interrupted upload, and says so above the form',
  'a new address is asked for by the password and counts once its link is opened':
    'the section waits for the link, and gets smaller when it was opened elsewhere',
  'very many files are listed, and the page goes on answering':
    'thousands of files are read before the field for them gets small',
  'an encrypted share leaves the browser without names, words or key, and opens by its whole link':
    'what can be done with a sealed share is known when its names are opened',
  'a file that no worker answers for any more is said not to be saved':
    'what can be done with a sealed share is known when its names are opened',
  'where workers can’t save, as in Safari, a large file goes by way of the disk, and the next visit cleans up':
    'what can be done with a sealed share is known when its names are opened',
  'files that one tab is sending are offered by no other, and lists know of them':
    'the other tab says that it sends, after the page has come',
};
