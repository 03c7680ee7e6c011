/** Journeys through pages that still move by themselves, each with the reason. The list only gets shorter. */
export const restless: Readonly<Record<string, string>> = {
  'people who sign in elsewhere see nothing of passwords':
    'whether there is a password comes by a call of its own, and then the section goes',
  'open pages stay when the session ends elsewhere, and what is being sent there goes on':
    'the bar becomes that of a stranger without navigation',
  'photos that a phone hands out with another time and name go on where they were':
    'only the browser knows of an interrupted upload, and says so above the form',
  'other files are never mixed with what has arrived, and can be sent as new ones':
    'only the browser knows of an interrupted upload, and says so above the form',
  'a sender goes on after pause, lost network and reload, and tells the recipient once':
    'only the browser knows of an interrupted upload, and says so above the form',
  'very many files are listed, and the page goes on answering':
    'thousands of files are read before the field for them gets small',
  'an album of very many photos opens as a grid, page by page, with boxes only after Select':
    'that an album is a grid is known when its share has come',
  'what a visitor has removed in another tab is gone here too, without an error':
    'what changes elsewhere is shown, and columns are as wide as that',
  'start waits for files, and becomes pause and resume; a list in another tab is fresh at the end':
    'what changes elsewhere is shown, and columns are as wide as that',
  'what is confirmed offline fails at once and never happens later; what was asked for comes by itself':
    'what came while there was no network is shown',
};
